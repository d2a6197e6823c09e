"""A Debian root directory booted by systemd-nspawn, with this tree's program and units installed as the guide says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

TREE = Path(__file__).parents[2]
PARTS = ("companion", "vision", "firmware", "hardware", "systemd")
PROGRAM = Path("opt/dreimagier")
LEFT = ("etc/dreimagier", "var/lib/dreimagier", "var/lib/dreimagier-vision", "var/log/journal")
UNITS = ("host", "vision", "firmware", "safe", "fallback")
HEALTH = "import urllib.request as web; print(web.urlopen('http://127.0.0.1:{port}/health', timeout=5).read().decode())"


class Booted:
    """One running system; ``close`` ends it."""

    def __init__(self, root: Path, log: Path) -> None:
        self.root = root
        self._install()
        # A guest of 255 and later refuses the older layout of control groups that some hosts still have.
        more = [] if modern_host() else ["-E", "SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1"]
        command = ["systemd-nspawn", "-D", str(root), "--register=no", "--keep-unit", "--private-network", *more]
        with log.open("wb") as out:
            self._nspawn = subprocess.Popen([*command, "--boot"], stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        self._leader = ""
        self.until(lambda: self._booted(), 60, "the system")

    def _install(self) -> None:
        for name in LEFT:
            shutil.rmtree(self.root / name, ignore_errors=True)
        for part in PARTS:
            shutil.rmtree(self.root / PROGRAM / part, ignore_errors=True)
            shutil.copytree(TREE / part, self.root / PROGRAM / part, ignore=shutil.ignore_patterns("__pycache__"))

    def _booted(self) -> bool:
        pid = self._nspawn.pid
        self._leader = Path(f"/proc/{pid}/task/{pid}/children").read_text().split(" ")[0]
        return bool(self._leader) and self.run("systemctl", "is-system-running").strip() in ("running", "degraded")

    def run(self, *command: str) -> str:
        """What a command prints inside."""
        enter = ["nsenter", "-t", self._leader, "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w", "--"]
        return subprocess.run([*enter, *command], capture_output=True, text=True, timeout=120, check=False).stdout

    def install(self) -> None:
        """As the guide says."""
        self.run("sh", "/opt/dreimagier/systemd/install.sh")
        self.run("systemctl", "enable", "--now", "dreimagier.target")

    def states(self) -> dict[str, str]:
        """What systemd says of each unit."""
        names = [f"dreimagier-{name}.service" for name in UNITS]
        told = self.run("systemctl", "show", "--property=ActiveState", "--value", *names).split()
        return dict(zip(UNITS, told, strict=True))

    def active(self) -> set[str]:
        """The units that run."""
        return {name for name, state in self.states().items() if state == "active"}

    def started(self, name: str) -> str:
        """Which run of a unit this is."""
        return self.run("systemctl", "show", "--property=InvocationID", "--value", f"dreimagier-{name}.service").strip()

    def health(self, port: int = 8080) -> dict[str, str]:
        """State of host, eye and lamps as the table tells, empty when nobody answers."""
        told = self.run("/opt/dreimagier/.venv/bin/python", "-c", HEALTH.format(port=port))
        if not told:
            return {}
        found = json.loads(told)
        return {"table": found["status"], "eye": found["vision"]["state"], "lamps": found["firmware"]["state"]}

    def write(self, name: str, text: str) -> None:
        """A file inside."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def until(self, condition: Callable[[], object], seconds: float, what: str) -> None:
        """Wait for a state.  Raises AssertionError with what stood in the journal."""
        end = time.monotonic() + seconds
        while not condition():
            said = "" if time.monotonic() < end else self.run("journalctl", "-n", "60", "--no-pager", "-o", "cat")
            assert time.monotonic() < end, f"no sign of {what} within {seconds:g} s; {said}"
            time.sleep(0.2)

    def close(self) -> None:
        """Power off."""
        self.run("systemctl", "poweroff", "--no-block")
        try:
            self._nspawn.wait(30)
        except subprocess.TimeoutExpired:
            self._nspawn.kill()
            self._nspawn.wait()


def modern_host() -> bool:
    """Whether this machine has the one hierarchy of control groups alone."""
    return os.path.exists("/sys/fs/cgroup/cgroup.controllers")  # noqa: PTH110 - one place, no path kept

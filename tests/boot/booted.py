"""A Debian root directory booted by systemd-nspawn, in which this tree is installed by its own command."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

TREE = Path(__file__).parents[2]
SOURCE = Path("root/dreimagier")
"""Where an owner's copy of the program lies."""
PARTS = ("companion", "vision", "firmware", "hardware", "systemd", "locks")
FILES = ("pyproject.toml", "README.md", "LICENSE", "install.sh")
LEFT = (
    "boot/firmware",
    "usr/local/src/dreimagier",
    "etc/pip.conf",
    "opt/dreimagier.d",
    "etc/dreimagier",
    "var/lib/dreimagier",
    "var/lib/dreimagier-vision",
    "var/log/journal",
)
UNITS = ("host", "vision", "firmware", "safe", "fallback")
HEALTH = "import urllib.request as web; print(web.urlopen('http://127.0.0.1:{port}/health', timeout=5).read().decode())"
WHEELS = ("PIP_NO_INDEX=1", "PIP_FIND_LINKS=/opt/wheels", "PIP_DISABLE_PIP_VERSION_CHECK=1", "PIP_NO_COMPILE=1")
"""A booted root has no network: packages come from where its building laid them."""
OVERLAY = "--volatile=overlay"
SYSTEMS_OWN = ("run/", "proc/", "sys/", "dev/", "tmp/", "var/tmp/", "var/log/", "var/cache/", "var/lib/systemd/")
"""Below these the system writes by itself."""


class Booted:
    """One running system; ``close`` ends it."""

    def __init__(self, root: Path, log: Path, *options: str, fresh: bool = True, words: Sequence[str] = ()) -> None:
        """``words`` are those of a kernel's command line; one that runs something and ends is not waited for."""
        self.root = root
        # What is laid out already may have to do for long at its start.
        self._up = ("running", "degraded") if fresh else ("running", "degraded", "starting")
        if fresh:
            self.clean(root)
            self._lay_out()
        # A guest of 255 and later refuses the older layout of control groups that some hosts still have.
        more = [] if modern_host() else ["-E", "SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1"]
        command = ["systemd-nspawn", "-D", str(root), "--register=no", "--keep-unit", "--private-network", *more]
        with log.open("wb") as out:
            self._nspawn = subprocess.Popen(
                [*command, *options, "--boot", *words], stdin=subprocess.DEVNULL, stdout=out, stderr=out
            )
        self.leader = ""
        if not words:
            self.until(lambda: self._booted(), 60, "the system")

    @classmethod
    def clean(cls, root: Path) -> None:
        """A system without anything of ours."""
        for name in (*LEFT, str(SOURCE), "opt/dreimagier", "usr/local/bin/dreimagier"):
            cls.remove(root / name)
        for path in (*root.glob("etc/systemd/system/**/dreimagier*"), *root.glob("etc/NetworkManager/**/*dreimagier*")):
            cls.remove(path)
        for folder in ("sysusers.d", "tmpfiles.d", "udev/rules.d", "polkit-1/rules.d"):
            for path in (root / "etc" / folder).glob("*dreimagier*"):
                path.unlink()
        for name in ("passwd", "group", "shadow", "gshadow"):
            file = root / "etc" / name
            kept = [line for line in file.read_text().splitlines(True) if not line.startswith("dreimagier")]
            file.write_text("".join(kept))

    @staticmethod
    def remove(path: Path) -> None:
        """A file, link or folder that may be there."""
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)

    def _lay_out(self) -> None:
        """The program as its owner got it."""
        for part in PARTS:
            shutil.copytree(TREE / part, self.root / SOURCE / part, ignore=shutil.ignore_patterns("__pycache__"))
        for name in FILES:
            shutil.copy(TREE / name, self.root / SOURCE / name)

    def _booted(self) -> bool:
        pid = self._nspawn.pid
        self.leader = Path(f"/proc/{pid}/task/{pid}/children").read_text().split(" ")[0]
        return bool(self.leader) and self.run("systemctl", "is-system-running").strip() in self._up

    def ask(self, *command: str, seconds: float = 120) -> subprocess.CompletedProcess[str]:
        """Run a command inside."""
        enter = ["nsenter", "-t", self.leader, "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w", "--"]
        return subprocess.run([*enter, *command], capture_output=True, text=True, timeout=seconds, check=False)

    def run(self, *command: str) -> str:
        """What a command prints inside."""
        return self.ask(*command).stdout

    def install(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """The one command, as the guide says."""
        return self.ask("env", *WHEELS, "sh", f"/{SOURCE}/install.sh", *arguments, seconds=500)

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

    def files(self) -> dict[str, str]:
        """All files that are not the running system's own: name -> kind, rights, owner, size or where a link leads."""
        told = self.run("find", "/", "-xdev", "-printf", r"%P\t%y %m %u %g %l\n")
        pairs = (line.partition("\t") for line in told.splitlines())
        mine = f"{SOURCE}/"
        return {name: rest for name, _, rest in pairs if name and not name.startswith((*SYSTEMS_OWN, mine))}

    def write(self, name: str, text: str) -> None:
        """A file inside."""
        self.ask("mkdir", "-p", str(Path("/", name).parent))
        self.ask("/usr/bin/python3", "-c", "import sys; open(sys.argv[1], 'w').write(sys.argv[2])", f"/{name}", text)

    def until(self, condition: Callable[[], object], seconds: float, what: str) -> None:
        """Wait for a state.  Raises AssertionError with what stood in the journal."""
        end = time.monotonic() + seconds
        while not condition():
            said = "" if time.monotonic() < end else self.run("journalctl", "-n", "60", "--no-pager", "-o", "cat")
            assert time.monotonic() < end, f"no sign of {what} within {seconds:g} s; {said}"
            time.sleep(0.2)

    def there(self, name: str) -> bool:
        """Whether a file is there now."""
        return self.ask("test", "-e", f"/{name}").returncode == 0

    def wait(self, seconds: float) -> None:
        """Until the system ends by itself.  Raises TimeoutExpired."""
        self._nspawn.wait(seconds)

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

"""The real programs as subprocesses: a host with a fresh data folder on a free port, and simulated lamps beside it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from types import TracebackType

DOWN_S = 10.0


class Host:
    """A running ``dreimagier host``; may be stopped, continued, killed and started again on the same port and data."""

    def __init__(self, data: Path, *options: str, added: Path | None = None, begun: bool = True) -> None:
        """``added`` is a folder of games that are no part of the product; ``begun``: the first page was left before."""
        self.data = data
        if begun and not (data / "setup").exists():
            (data / "setup").mkdir(parents=True)
            (data / "setup" / "choices.json").write_text('{"begun": "2026-11-29"}')
        self._program = ["companion.cli"] if added is None else ["tests.e2e.added", str(added)]
        self.options = options
        self.port = 0
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Host:
        """Start it and wait for the line that tells where it is."""
        command = [sys.executable, "-m", *self._program, "host", "--bind", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.data), *self.options]
        log = (self.data.parent / f"{self.data.name}.host.log").open("a")
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True, env=_environment()
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert "http://" in line, f"the host said {line!r}"
        self.port = json.loads((self.data / "host.json").read_text())["port"]
        return self

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    def fix(self, address: str) -> None:
        """The owner fixes the address that phones are sent to."""
        self._post("host", "/api/setup/address", {"request": f"fix.{address}", "address": address})

    def teach(self, name: str, content: bytes) -> None:
        """The eye has learnt a file."""
        self._post("vision", "/api/device/taught", {"name": name, "content": content.decode()})

    def _post(self, who: str, path: str, message: dict[str, str]) -> None:
        token = (self.data / "tokens" / f"{who}.token").read_text().strip()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        body = json.dumps(message).encode()
        urllib.request.urlopen(urllib.request.Request(self.url + path, body, headers)).close()

    @property
    def pid(self) -> int:
        """The first of its processes."""
        assert self._process is not None
        return self._process.pid

    def signal(self, number: signal.Signals) -> None:
        """A signal to the host and its worker."""
        assert self._process is not None
        os.killpg(self._process.pid, number)

    def stop(self) -> None:
        """End it, politely, then not."""
        if self._process is None:
            return
        self.signal(signal.SIGCONT)
        self._process.terminate()
        try:
            self._process.wait(DOWN_S)
        except subprocess.TimeoutExpired:
            self.signal(signal.SIGKILL)
            self._process.wait(DOWN_S)
        self._process = None

    def kill(self) -> None:
        """End it at once; how it ends politely is tested where that is the question (tests/programs)."""
        if self._process is not None:
            self.signal(signal.SIGKILL)
            self._process.wait(DOWN_S)
            self._process = None

    def __enter__(self) -> Host:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


class Lamps:
    """A running ``dreimagier firmware run`` with a virtual strip."""

    def __init__(self, host: Host) -> None:
        token = host.data / "tokens" / "firmware.token"
        command = [sys.executable, "-m", "companion.cli", "firmware", "run", "--host", host.url]
        command += ["--token-file", str(token), "--strip", "virtual"]
        log = (host.data.parent / "firmware.log").open("a")
        self._process = subprocess.Popen(command, stdout=log, stderr=log, env=_environment())

    def stop(self) -> None:
        """End them."""
        self._process.terminate()
        try:
            self._process.wait(DOWN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(DOWN_S)


def _environment() -> dict[str, str]:
    """The environment without settings of this machine's owner."""
    return {name: value for name, value in os.environ.items() if not name.startswith("DREIMAGIER_")}


class Sight:
    """A running ``dreimagier vision run``; ``cache`` keeps the simulated set-up between starts."""

    def __init__(self, host: Host, camera: str, cache: Path) -> None:
        self._host, self._camera, self._cache = host, camera, cache
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Sight:
        """Start it; it opens by and by."""
        token = self._host.data / "tokens" / "vision.token"
        command = [sys.executable, "-m", "companion.cli", "vision", "run", "--host", self._host.url]
        command += ["--token-file", str(token), "--camera", self._camera]
        command += ["--work", str(self._host.data / "eye")]
        log = (self._host.data.parent / "vision.log").open("a")
        environment = _environment() | {"XDG_CACHE_HOME": str(self._cache)}
        self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, env=environment)
        return self

    def kill(self) -> None:
        """End it as a power cut would: parent and child at once."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(DOWN_S)
            self._process = None

"""Hosts as real processes for tests: start, talk, kill, start again."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.games import Json

START_S = 30.0


def until(found: Callable[[], Any], patience_s: float = START_S, what: str = "it") -> Any:
    """Ask again and again until the answer is true; fails after the patience."""
    end = time.monotonic() + patience_s
    while not (answer := found()):
        assert time.monotonic() < end, f"{what} did not happen within {patience_s} s"
        time.sleep(0.02)
    return answer


def alive(pid: int) -> bool:
    """Whether a process runs (a dead one that nobody waited for does not count)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False


def children(pid: int) -> list[int]:
    """Processes whose parent this is, and theirs."""
    found: list[int] = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            if int(fields[1]) == pid:
                found += [int(stat.parent.name), *children(int(stat.parent.name))]
    return found


class Running:
    """A ``dreimagier`` command that serves a table from a data folder."""

    def __init__(self, folder: Path, *arguments: str, command: str = "host") -> None:
        self.module = ["companion.cli"]
        self.folder = folder
        self.arguments = arguments
        self.command = command
        self.process: subprocess.Popen[bytes] | None = None
        self.url = ""

    def start(self) -> Running:
        """Start it and wait until it answers."""
        (self.folder / "host.json").unlink(missing_ok=True)
        self.spawn()
        until(self._bound, what="the start")
        until(lambda: self.ask("/health", quiet=True), what="an answer")
        return self

    def spawn(self) -> subprocess.Popen[bytes]:
        """Start the process."""
        self.folder.mkdir(parents=True, exist_ok=True)
        port = () if "--port" in self.arguments else ("--port", "0")
        arguments = [self.command, *port, "--bind", "127.0.0.1", "--data", str(self.folder), *self.arguments]
        with (self.folder / "output").open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", *self.module, *arguments],
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        return self.process

    def _bound(self) -> bool:
        assert self.process is not None and self.process.poll() is None, self.output()
        try:
            self.url = str(json.loads((self.folder / "host.json").read_bytes())["url"])
        except (OSError, ValueError):
            return False
        return True

    @property
    def worker(self) -> int:
        """The process that holds the table."""
        return int(json.loads((self.folder / "host.json").read_bytes())["pid"])

    def output(self) -> str:
        """What it printed."""
        return (self.folder / "output").read_text(encoding="utf-8", errors="replace")

    def ask(
        self, path: str, body: Any = None, token: str = "", quiet: bool = False, timeout_s: float = 10
    ) -> tuple[int, Any] | None:
        """One request; None where nobody answers (``quiet``)."""
        where = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=timeout_s)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            data = None if body is None else json.dumps(body).encode()
            connection.request("GET" if body is None else "POST", path, data, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        except (OSError, http.client.HTTPException, ValueError):
            if quiet:
                return None
            raise
        finally:
            connection.close()

    def state(self) -> Json:
        """The state that a spectator is sent."""
        told = self.ask("/api/state")
        assert told is not None and told[0] == 200
        state: Json = told[1]
        return state

    def kill(self) -> None:
        """SIGKILL all of it at once."""
        assert self.process is not None
        pids = [self.process.pid, *children(self.process.pid)]
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        until(lambda: not any(alive(pid) for pid in pids), what="the end of a killed process")

    def stop(self, patience_s: float = 10) -> int:
        """SIGTERM; returns the exit code."""
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(patience_s)

    def over(self) -> None:
        """Whatever is left of it goes."""
        if self.process is not None and self.process.poll() is None:
            self.kill()


@contextlib.contextmanager
def running(folder: Path, *arguments: str, command: str = "host", module: str = "companion.cli") -> Iterator[Running]:
    """A started host that is gone afterwards."""
    made = Running(folder, *arguments, command=command)
    made.module = [module]
    try:
        yield made.start()
    finally:
        made.over()


def seated(host: Running) -> dict[str, str]:
    """Everybody takes a seat; seat to token."""
    state = host.state()
    tokens: dict[str, str] = {}
    for seat in state["seats"]:
        answer = host.ask("/api/join", {"code": state["code"], "seat": seat, "name": seat.title()})
        assert answer is not None and answer[0] == 200
        tokens[seat] = answer[1]["token"]
    return tokens

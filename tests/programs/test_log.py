"""What the programs write: a host that goes and comes back, a stranger's token, a missing set-up; a line each, once."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.link.follower import AGAIN
from companion.table import tokens
from tests.programs.running import Running, children, running, until

STRANGER = "the host does not know this device; is the token its newest?"


class Device:
    """A device program whose standard error is a pipe, as systemd gives it one, or a file."""

    def __init__(self, host: Running, folder: Path, name: str, *options: str) -> None:
        self.host, self.name, self.file = host, name, folder / "log"
        self.token = folder / f"{name}.token"
        self.token.write_bytes(tokens.path(host.folder, name).read_bytes())  # type: ignore[arg-type]
        self.options = ["--host", host.url, "--token-file", str(self.token), *options]

    @contextlib.contextmanager
    def running(self) -> Iterator[subprocess.Popen[bytes]]:
        """The program, ended afterwards; standard error is the journal, as far as the program can see."""
        with self.file.open("wb") as log:
            status = os.fstat(log.fileno())
            environment = {**os.environ, "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}
            command = [sys.executable, "-m", "companion.cli", self.name, "run", *self.options]
            program = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=log, env=environment)
        try:
            yield program
        finally:
            program.terminate()
            program.wait(20)

    def lines(self) -> list[str]:
        """What it has written; libraries that write without our prefix are left out."""
        said = self.file.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in said if line.startswith("<")]

    def until(self, ending: str, count: int = 1) -> list[str]:
        """Wait for so many lines with this ending."""
        until(lambda: sum(line.endswith(ending) for line in self.lines()) >= count, what=f"{ending!r} in {self.file}")
        return self.lines()

    def health(self) -> str:
        """How the host thinks it is."""
        answer = self.host.ask("/health", quiet=True)
        return str(answer[1][self.name]["state"]) if answer else ""


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Running]:
    """A host that comes back at the same address."""
    with running(tmp_path / "data") as made:
        made.arguments = ("--port", str(urllib.parse.urlsplit(made.url).port))
        yield made


def lamps(host: Running, folder: Path) -> Device:
    return Device(host, folder, "firmware", "--strip", "virtual")


def test_a_host_that_is_killed_stopped_and_comes_back(host: Running, tmp_path: Path) -> None:
    device = lamps(host, tmp_path)
    with device.running():
        until(lambda: device.health() == "ok", what="the lamps")
        assert device.lines() == ["<5>firmware: the lamps are simulated (virtual)"]
        host.kill()
        said = device.until("", 2)
        host.start()
        until(lambda: device.health() == "ok", what="the lamps again")
        device.until(AGAIN)
        os.kill(host.worker, signal.SIGSTOP)
        device.until("the host is away: timed out")
        os.kill(host.worker, signal.SIGCONT)
        device.until(AGAIN, 2)
        until(lambda: device.health() == "ok", what="the lamps once more")
    away = said[1]
    assert away.startswith("<4>firmware: the host is away: ")
    assert device.lines() == [
        "<5>firmware: the lamps are simulated (virtual)",
        away,
        f"<5>firmware: {AGAIN}",
        "<4>firmware: the host is away: timed out",
        f"<5>firmware: {AGAIN}",
    ]


@pytest.mark.parametrize("name", ["firmware", "vision"])
def test_a_stranger_is_told_so_once_and_a_good_token_heals_it(name: str, host: Running, tmp_path: Path) -> None:
    options = ["--strip", "virtual"] if name == "firmware" else ["--camera", "files:/nowhere"]
    device = Device(host, tmp_path, name, *options)
    good = device.token.read_bytes()
    device.token.write_bytes(b"x" * 43)
    with device.running():
        device.until(STRANGER)
        device.token.unlink()
        until(lambda: any("cannot be read" in line for line in device.lines()), what="the lack of a token")
        device.token.write_bytes(b"y" * 43)
        device.until(STRANGER, 2)
        device.token.write_bytes(good)
        device.until(AGAIN)
        until(lambda: device.health() in ("ok", "failed"), what="its heartbeat")
    of_the_host = [line for line in device.lines() if "simulated" not in line and "no throws" not in line]
    assert [line[:3] for line in of_the_host] == ["<3>", "<3>", "<3>", "<5>"]
    assert [STRANGER in line for line in of_the_host] == [True, False, True, False]


def test_a_camera_that_cannot_be_opened_is_said_once_however_often_it_is_tried(host: Running, tmp_path: Path) -> None:
    device = Device(host, tmp_path, "vision", "--camera", "files:/nowhere")
    with device.running() as program:
        tries: set[int] = set()
        until(lambda: len(tries.update(children(program.pid)) or tries) >= 3, what="the third try")
    assert [line for line in device.lines() if "no throws" in line] == device.lines()
    assert len(device.lines()) == 1 and "no such folder" in device.lines()[0]


def test_what_up_starts_speaks_in_plain_lines_with_its_name(tmp_path: Path) -> None:
    with running(tmp_path / "data", "--no-vision", "--strip", "virtual", command="up") as evening:
        until(lambda: evening.ask("/health")[1]["firmware"]["state"] == "ok", what="the lamps")  # type: ignore[index]
        os.kill(evening.worker, signal.SIGSTOP)
        until(lambda: "dreimagier firmware: the host is away: timed out\n" in evening.output(), what="the line")
        os.kill(evening.worker, signal.SIGCONT)
        until(lambda: f"dreimagier firmware: {AGAIN}\n" in evening.output(), what="the other line")
        assert "<4>" not in evening.output()

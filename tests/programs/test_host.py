"""The host as a process: start, stop, memory, many clients, bad disks."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.table import tokens
from tests.programs.running import Running, alive, children, running, seated, until


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Running]:
    """A running host of Die drei Magier."""
    with running(tmp_path / "data") as made:
        yield made


class Listening:
    """An open live stream over a real socket."""

    def __init__(self, host: Running, path: str, token: str = "") -> None:
        where = urllib.parse.urlsplit(host.url)
        self.connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=10)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        assert self.answer.status == 200

    def line(self) -> str:
        return self.answer.readline().decode()

    def data(self) -> dict[str, object]:
        """The next event's data."""
        while not (line := self.line()).startswith("data: "):
            assert line, "the stream ended"
        told: dict[str, object] = json.loads(line.removeprefix("data: "))
        return told

    def drain(self) -> None:
        """Read to the end."""
        while self.line():
            pass


def sitting(state: dict[str, Any]) -> dict[str, str]:
    """Who sits where; whether their phones are there is another matter."""
    return {seat: held["name"] for seat, held in state["seats"].items() if held["taken"]}


def descriptors(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def threads(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def test_it_prints_its_address_and_stops_without_a_trace(host: Running) -> None:
    assert f"dreimagier: {host.url}" in host.output()
    pids = [host.worker, *children(host.process.pid)]  # type: ignore[union-attr]
    assert host.stop() == 0
    until(lambda: not any(alive(pid) for pid in pids))
    assert "Traceback" not in host.output()


def test_streams_beat_and_end_within_three_seconds_of_sigterm(host: Running) -> None:
    seats = seated(host)
    paths = [("/live?page=play", token) for token in seats.values()] + [("/live?page=table", ""), ("/api/live", "")]
    streams = [Listening(host, path, token) for path, token in paths]
    for stream in streams:
        while not stream.line().startswith(": heartbeat"):
            pass
    began = time.monotonic()
    assert host.stop(5) == 0
    assert time.monotonic() - began < 3
    for stream in streams:
        stream.drain()


def test_the_host_holds_at_most_90_mib(host: Running) -> None:
    token = seated(host)["red"]
    streams = [Listening(host, "/live?page=table") for _ in range(6)]
    Listening(host, "/live?page=play", token).data()
    [stream.data() for stream in streams]
    resident = 0
    for pid in (host.process.pid, host.worker):  # type: ignore[union-attr]
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        resident += int(next(line for line in rollup.splitlines() if line.startswith("Rss:")).split()[1])
    assert resident <= 90 * 1024, f"{resident} KiB"


def test_a_worker_that_dies_is_replaced_and_nothing_is_lost(host: Running) -> None:
    seated(host)
    before, worker = host.state(), host.worker
    os.kill(worker, signal.SIGKILL)
    until(lambda: host.ask("/health", quiet=True) and host.worker != worker, what="a new worker")
    after = host.state()
    assert (after["seq"], after["question"]) == (before["seq"], before["question"])
    assert sitting(after) == sitting(before)


def refused(host: Running, token: str) -> None:
    """Nothing can be taken back yet, and the seat is told so."""
    undo = {"seq": host.state()["seq"], "request": "undo", "seat": "red"}
    assert host.ask("/api/undo", undo, token, timeout_s=30)[0] == 422  # type: ignore[index]


def watching(host: Running, stack: ExitStack) -> None:
    """A phone asks for a page's stream, and takes nothing of it."""
    where = urllib.parse.urlsplit(host.url)
    phone = stack.enter_context(socket.create_connection((where.hostname, where.port), timeout=30))
    phone.sendall(b"GET /live?page=table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")


def test_five_hundred_phones_that_vanish_leave_nothing_behind(host: Running) -> None:
    """They come in fifties, more than there are threads: a seat is answered while they are there, then all vanish."""
    seats = seated(host)
    kept = Listening(host, "/api/live", seats["red"])
    kept.data()
    before = threads(host.worker)
    for _ in range(10):
        with ExitStack() as phones:
            for _ in range(50):
                watching(host, phones)
            refused(host, seats["red"])
    until(lambda: descriptors(host.worker) < 40, what="closing of what vanished")
    assert threads(host.worker) <= max(before, 36)
    joined = host.ask("/api/leave", {"request": "bye", "seat": "white"}, seats["white"])
    assert joined is not None and joined[0] == 200
    assert kept.data()["seq"]


@pytest.mark.parametrize(
    "environment", [{"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "TZ": "Pacific/Kiritimati"}]
)
def test_names_survive_any_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    with running(tmp_path / "data") as host:
        body = {"code": host.state()["code"], "seat": "red", "name": "Jürgen 🧙 שלום" + "x" * 200}
        assert host.ask("/api/join", body)[0] == 200  # type: ignore[index]
        assert str(host.state()["seats"]["red"]["name"]).startswith("Jürgen 🧙 שלום")


def test_a_second_host_on_the_same_folder_is_refused(host: Running) -> None:
    arguments = ["host", "--port", "0", "--data", str(host.folder)]
    second = subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments], capture_output=True, text=True, timeout=30
    )
    assert second.returncode == 2
    assert second.stderr.startswith("dreimagier: another host already uses the data folder")
    assert host.state()["seq"]


def test_a_taken_port_is_said_in_one_line(host: Running, tmp_path: Path) -> None:
    port = urllib.parse.urlsplit(host.url).port
    arguments = ["host", "--port", str(port), "--bind", "127.0.0.1", "--data", str(tmp_path / "other")]
    second = subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments], capture_output=True, text=True, timeout=30
    )
    assert second.returncode == 2 and "in use" in second.stderr and second.stderr.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"rubbish" * 999])
def test_a_damaged_journal_is_set_aside_with_a_message(tmp_path: Path, content: bytes) -> None:
    folder = tmp_path / "data"
    with running(folder) as host:
        seated(host)
        before = host.state()
        assert host.stop() == 0
    (folder / "journal.db").write_bytes(content)
    with running(folder) as host:
        assert "journal.db.damaged-1" in host.output()
        after = host.state()
        assert sitting(after) == sitting(before) and after["notices"][0]["type"] == "salvaged"


def test_a_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    arguments = ["host", "--port", "0", "--data", str(tmp_path / "file")]
    failed = subprocess.run(
        [sys.executable, "-m", "companion.cli", *arguments], capture_output=True, text=True, timeout=30
    )
    assert failed.returncode == 2
    assert "file" in failed.stderr and failed.stderr.count("\n") == 1


def test_a_full_disk_refuses_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """The limit on file sizes stands for the full disk: the write fails, nothing else does."""
    with running(tmp_path / "data") as host:
        seats = seated(host)
        before = host.state()
        host.ask("/api/undo", {"seq": before["seq"], "request": "x", "seat": "red"}, seats["red"])
        subprocess.run(["prlimit", f"--pid={host.worker}", "--fsize=1:unlimited"], check=True)
        refused = host.ask("/api/leave", {"request": "full", "seat": "red"}, seats["red"])
        assert refused is not None and refused[0] == 503 and "cannot be saved" in refused[1]["error"]
        assert host.state()["seq"] == before["seq"]
        subprocess.run(["prlimit", f"--pid={host.worker}", "--fsize=unlimited:unlimited"], check=True)
        done = host.ask("/api/leave", {"request": "room", "seat": "red"}, seats["red"])
        assert done is not None and done[0] == 200


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def test_a_disk_that_is_full_at_the_start_is_said_on_a_page_until_there_is_room(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "companion.cli", "host", "--bind", "127.0.0.1", "--port", str(port)]
    made = Running(tmp_path / "data")
    made.url = f"http://127.0.0.1:{port}"
    made.process = subprocess.Popen(
        ["prlimit", "--fsize=1:unlimited", *command, "--data", str(tmp_path / "data")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        told = until(lambda: made.ask("/health", quiet=True), what="a page")
        assert told[0] == 503 and told[1]["status"] == "failed"
        for pid in (made.process.pid, *children(made.process.pid)):
            subprocess.run(["prlimit", f"--pid={pid}", "--fsize=unlimited"], check=True)
        until(lambda: (answer := made.ask("/health", quiet=True)) and answer[0] == 200, what="the table")
        assert made.state()["seq"] >= 1
    finally:
        made.over()


def test_the_tokens_are_for_their_owner_alone(host: Running) -> None:
    for kind in tokens.KINDS:
        path = tokens.path(host.folder, kind)
        assert path.stat().st_mode & 0o077 == 0
        assert len(path.read_text().strip()) >= 43


def test_the_journal_of_a_killed_host_is_whole(host: Running) -> None:
    seated(host)
    seq = host.state()["seq"]
    host.kill()
    with sqlite3.connect(host.folder / "journal.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT max(seq) FROM entries").fetchone() == (seq,)
    connection.close()

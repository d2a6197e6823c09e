"""A disk that takes seconds for each sync, as a worn card does: who taps waits, nobody else does, nothing is lost."""

from __future__ import annotations

import subprocess
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.games import Json
from tests.pace import bar, took
from tests.programs.running import Running, seated, until

HERE = Path(__file__).parent
SLOW_S = 3.0


class Disk:
    """The disk of a running host."""

    def __init__(self, host: Running, pace: Path) -> None:
        self.host, self._pace = host, pace

    def slow(self, seconds: float) -> None:
        """From now on each sync takes so long."""
        made = self._pace.with_suffix(".new")
        made.write_text(str(int(1000 * seconds)))
        made.replace(self._pace)


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """A host on a quick disk that can become slow."""
    library, pace = tmp_path / "slow.so", tmp_path / "pace"
    command = ["gcc", "-shared", "-fPIC", "-O1", "-o", str(library), str(HERE / "slow_sync.c"), "-ldl"]
    subprocess.run(command, check=True)
    pace.write_text("0")
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("SLOW_SYNC", str(pace))
    host = Running(tmp_path / "data")
    try:
        yield Disk(host.start(), pace)
    finally:
        pace.write_text("0")
        host.over()


def hand(host: Running) -> Json:
    """A throw typed by the seat that is asked for one."""
    state = host.state()
    seat = next(seat for seat, question in state["question"].items() if question)
    wanted = state["view"]["throw_wanted"]["wands"]
    return {
        "seq": state["seq"],
        "question": state["question"][seat],
        "request": f"t{state['seq']}",
        "seat": seat,
        "action": {"type": "throw", "wands": {colour: {"top": 1} for colour in wanted}},
    }


def sent(pool: ThreadPoolExecutor, host: Running, body: Json, token: str) -> Future[tuple[float, Any]]:
    """The command on its way: how long it took, and the answer."""

    def timed() -> tuple[float, Any]:
        began = time.monotonic()
        answer = host.ask("/api/act", body, token, timeout_s=60)
        return time.monotonic() - began, answer

    return pool.submit(timed)


def test_who_taps_waits_for_the_disk_and_nobody_else_does(disk: Disk) -> None:
    host = disk.host
    tokens = seated(host)
    quick = bar(0.5, host.state)
    body = hand(host)
    with ThreadPoolExecutor(1) as pool:
        disk.slow(SLOW_S)
        going = sent(pool, host, body, tokens[body["seat"]])
        until(lambda: going.running(), what="the tap")
        while not going.done():
            waited = took(host.state)
            assert waited < quick or going.done(), f"a page waited {waited:.2f} s for another's tap"
            assert urllib.request.urlopen(f"{host.url}/", timeout=10).status == 200
        waited, answer = going.result()
    assert answer[0] == 200 and waited >= SLOW_S, "acknowledged only when the disk has it"
    assert host.state()["seq"] == answer[1]["seq"]


def test_what_the_slow_disk_did_not_take_yet_is_not_acknowledged_and_not_half_there(disk: Disk) -> None:
    host = disk.host
    tokens = seated(host)
    body = hand(host)
    with ThreadPoolExecutor(1) as pool:
        disk.slow(20 * SLOW_S)
        going = sent(pool, host, body, tokens[body["seat"]])
        until(lambda: going.running(), what="the tap")
        host.kill()
        with pytest.raises(OSError):
            going.result()
    disk.slow(0)
    host.start()
    state = host.state()
    assert state["seq"] in (body["seq"], body["seq"] + 1), "whole or not at all"
    again = host.ask("/api/act", body, tokens[body["seat"]])
    assert again is not None and again[0] == 200 and host.state()["seq"] == body["seq"] + 1, "the same tap counts once"

"""What happens by the clock."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from companion.table.deadlines import QUESTION_S
from companion.web import ticker
from tests.web.guests import House


def disputed(house: House) -> None:
    """A throw is disputed."""
    house.lay(north=1, east=2, south=3)
    house.act("north", {"type": "throw", "wands": {"wand": {"top": 1}}})
    body = {"seq": house.table.course.seq, "request": "d", "seat": "east"}
    assert house.seats["east"].post("/api/dispute", json=body).status_code == 200


def test_a_minute_of_silence_ends_a_dispute(house: House) -> None:
    disputed(house)
    house.hosting.tick()
    house.clock += QUESTION_S - 1
    house.hosting.tick()
    assert house.table.course.ask is not None
    ask = house.table.course.ask.id
    vote = {"request": "v", "seat": "north", "ask": ask, "choice": "stands"}
    house.seats["north"].post("/api/vote", json=vote)
    house.hosting.tick()
    house.clock += 2
    house.hosting.tick()
    assert house.table.course.ask is not None, "a voice was heard since"
    house.clock += QUESTION_S
    house.hosting.tick()
    assert house.table.course.ask is None
    assert list(house.table.course.questions) == ["north"], "thrown again"


def test_absence_is_shown_without_anybody_asking(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.beat()
    made = ticker.Ticker(house.hosting)
    made.tick()
    version = house.table.version
    made.tick()
    assert house.table.version == version
    monkeypatch.setattr(house.hosting.devices, "_now", lambda: 1e9)
    made.tick()
    assert house.table.version > version


def test_the_watchdog_is_fed_only_while_the_table_can_be_written(
    house: House, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "1000000")
        made = ticker.Ticker(house.hosting)
        made.tick()
        assert systemd.recv(100) == b"WATCHDOG=1"
        monkeypatch.setattr(house.table, "alive", lambda: house.table.__class__.alive(house.table, 0.01))
        _while_held(house, made)
        with pytest.raises(BlockingIOError):
            systemd.recv(100)


def test_the_watchdog_is_fed_only_while_a_request_goes_round(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    answers, fed = [True], [0]
    made = ticker.Ticker(house.hosting)
    monkeypatch.setattr(made, "_feed", lambda: fed.__setitem__(0, fed[0] + 1))
    monkeypatch.setattr(made._thread, "start", lambda: None)
    made.start(lambda: answers[0])
    assert _meals(made, fed) > 0
    answers[0] = False
    _meals(made, fed)
    assert _meals(made, fed) == 0
    answers[0] = True
    _meals(made, fed)
    assert _meals(made, fed) == ticker.ROUND_EVERY


def _meals(made: ticker.Ticker, fed: list[int]) -> int:
    """How often it is fed from one request that goes round to the next."""
    fed[0] = 0
    for _ in range(ticker.ROUND_EVERY):
        made.tick()
    return fed[0]


def _while_held(house: House, made: ticker.Ticker) -> None:
    """Tick while another thread holds the table's lock."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with house.table._lock:
            held.set()
            done.wait(10)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(10)
    made.tick()
    done.set()
    holder.join()


def test_without_systemd_nobody_is_fed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    ticker.watchdog()()

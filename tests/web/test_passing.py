"""What a game shows once, while it happens: on streams that are open, by role, and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import companion.web.games
from companion.games import Events, Json
from companion.table import record
from companion.table.state import passing
from companion.table.table import Table
from companion.web import live
from tests.games.toy import ToyGame
from tests.web.test_live import listen
from tests.web.test_secrets import FACES, Shown


class Glimpse(ToyGame):
    """Who picks lets the others see his number for a moment."""

    def passing(self, events: Events, role: str | None) -> Events:
        """To whom it is not his own."""
        picked = (event for event in events if event["type"] == "picked" and event["seat"] != role)
        return tuple({"type": "waved", "seat": event["seat"], "glimpse": event["number"]} for event in picked)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shown]:
    """Three people on the real pages."""
    monkeypatch.setattr(companion.web.games, "__path__", [*companion.web.games.__path__, str(FACES)])
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.01)
    table = Table(tmp_path, Glimpse(), {"seats": ["north", "east", "south"]})
    yield Shown(table)
    table.close()


def heard(chunks: Iterator[Any], until: int) -> list[tuple[str, Json]]:
    """Every event of a stream until it has told of this entry."""
    found: list[tuple[str, Json]] = []
    while not any(data.get("seq", -1) >= until for _, data in found):
        for text in next(chunks).decode().split("\n\n"):
            if text.startswith("event: "):
                name, data = text.split("\n")
                found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def passed(chunks: Iterator[Any], until: int) -> list[Json]:
    """What a stream showed once, until it had told of this entry."""
    return [data for name, data in heard(chunks, until) if name == "passing"]


def pick(house: Shown, seat: str, number: int) -> int:
    """A seat picks; the entry of it."""
    assert house.act(seat, {"type": "pick", "seat": seat, "number": number}).status_code == 200
    return house.table.course.seq


PATHS = ("/live?page=play", "/live?page=table", "/api/live")


@pytest.mark.parametrize("path", PATHS)
def test_an_open_page_is_shown_it_once_in_its_words(house: Shown, path: str) -> None:
    stream = listen(house, path, "east").chunks
    assert passed(stream, house.table.course.seq) == []
    seen = passed(stream, pick(house, "north", 3))
    assert seen == [
        {
            "game": "toy",
            "events": [{"type": "waved", "seat": "north", "glimpse": 3}],
            "said": ["North winkt."],
        }
    ]
    house.table.touch()
    again = passed(stream, pick(house, "south", 1))
    assert [event["glimpse"] for each in again for event in each["events"]] == [1], "what was shown is not shown again"


@pytest.mark.parametrize("path", PATHS)
def test_a_page_that_is_opened_later_is_never_shown_it(house: Shown, path: str) -> None:
    seq = pick(house, "north", 3)
    assert passed(listen(house, path, "east").chunks, seq) == []


def test_each_role_is_shown_what_is_for_it(house: Shown) -> None:
    mine, guest = (listen(house, "/live?page=play", seat).chunks for seat in ("north", None))
    seq = house.table.course.seq
    heard(mine, seq), heard(guest, seq)
    seq = pick(house, "north", 2)
    assert passed(mine, seq) == [] and len(passed(guest, seq)) == 1


def test_it_is_in_no_state_history_or_page(house: Shown) -> None:
    pick(house, "north", 3)
    for seat in ("east", "north"):
        for path in ("/api/state", "/play", "/fragments?page=play", "/fragments?page=table", "/after"):
            assert "glimpse" not in house.seats[seat].get(path).text
    assert "glimpse" not in "".join(record.lines(house.table.game, house.table.course))


def test_what_was_taken_back_meanwhile_is_shown_to_nobody(house: Shown) -> None:
    seq = house.table.course.seq
    pick(house, "north", 3)
    body = {"seq": house.table.course.seq, "request": "u", "seat": "north"}
    house.seats["north"].post("/api/undo", json=body)
    for seat in ("east", "south"):
        ask = house.table.course.ask
        if ask is not None:
            house.seats[seat].post("/api/vote", json={"seat": seat, "ask": ask.id, "choice": "yes", "request": "v"})
    assert house.table.course.position.picks == {}
    assert passing(house.table.game, house.table.course, "east", seq) == ()


def test_a_game_that_says_nothing_of_it_shows_nothing(tmp_path: Path) -> None:
    table = Table(tmp_path, ToyGame(), {"seats": ["north", "east"]})
    house = Shown(table)
    stream = listen(house, "/live?page=play", "east").chunks
    heard(stream, table.course.seq)
    assert passed(stream, pick(house, "north", 3)) == []
    table.close()

"""Where a wizard is imprisoned reaches no page: positions that differ in prisoners alone are drawn the same."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games import Json
from companion.games.tuerme import encoding, twins
from companion.games.tuerme.game import GAME
from companion.games.tuerme.play import step
from companion.games.tuerme.players import next_action
from companion.games.tuerme.position import Position
from companion.web.games.tuerme import story
from companion.web.pages.seen import Seen
from tests.web.games.tuerme.evening import Evening

STEPS, EVERY = 120, 30


@pytest.fixture(params=["basic", "master"])
def evening(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """Three seats in both variants."""
    found = Evening(tmp_path / "twins", mode=request.param)
    yield found
    found.table.close()


def deep(start: Position) -> list[Position]:
    """Positions of a seeded game in which many are imprisoned."""
    draw, found = random.Random(4).randrange, list[Position]()
    for number in range(1, STEPS + 1):
        start, _ = step(start, next_action(start, draw))
        if number % EVERY == 0:
            found.append(start)
    return found


def sent(evening: Evening, position: Position) -> str:
    """All that any browser is sent of a position: parts with their hashes, state, pages, and reasons."""
    table = evening.table
    table.course = msgspec.structs.replace(table.course, position=position)
    table.touch()
    found: list[Any] = []
    for seat in (*evening.clients, None):
        for page in ("play", "table", "after"):
            found.append(evening.text(f"/fragments?page={page}", seat))
        found.append(evening.text("/api/state", seat))
        found += [re.sub(r"nonce-\S+", "", evening.text(path, seat)) for path in ("/after", "/rules")]
    found += [why(evening, seat, tower) for seat in evening.clients for tower in ("t1", "t5", "t9")]
    return json.dumps(found)


def why(evening: Evening, seat: str, tower: str) -> Json:
    """Why a tower does not move."""
    body = {"seat": seat, "action": {"type": "tower", "tower": tower}}
    told: Json = evening.clients[seat].post("/api/why", json=body).get_json()
    return told


def differing(evening: Evening) -> list[int]:
    """The positions that a twin with other prisoners can be told apart from."""
    found, draw = list[int](), random.Random(9).randrange
    for number, position in enumerate(deep(evening.table.course.position)):
        twin = twins.dealt_anew(position, draw)
        assert encoding.encode(twin) != encoding.encode(position), "dealt anew"
        if sent(evening, twin) != sent(evening, position):
            found.append(number)
    return found


def test_twins_with_other_prisoners_are_drawn_the_same(evening: Evening) -> None:
    assert differing(evening) == []


def test_a_page_that_leaks_is_found(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    def leaks(seen: Seen) -> str:
        return str(encoding.encode(evening.table.course.position)["columns"])

    monkeypatch.setattr(story, "banner", leaks)
    assert differing(evening) != []


def test_nobody_under_a_tower_is_drawn_on_any_page(evening: Evening) -> None:
    for position in deep(evening.table.course.position):
        sent(evening, position)
        seen = GAME.view(position, None)["spaces"]
        wanted = sum(sum(space["visible"].values()) for space in seen)
        for seat in evening.clients:
            drawn = re.findall(r'class="tw-wizard [^"]*"', evening.parts(seat)["stage"])
            assert len([each for each in drawn if "ghost" not in each]) == wanted

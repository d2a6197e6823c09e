"""Whatever is handed in, the border answers with a reason, a position or Invalid, and with nothing else."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from companion.games import Invalid, Json, Refused
from companion.games.tuerme import GAME, notation
from companion.games.tuerme.position import Position
from tests.games.tuerme.games import played
from tests.games.tuerme.test_border import some

ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 17, 300, 10**20, 1.5, "", "blue", "pink", "t1", "t99", "move", "free", [], ["blue"],
    [1, 2], {}, {"blue": 1}, {"blue": -1}, [[]], "b" * 500, "\ud800",
)  # fmt: skip


def spots(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Ways to every value of some JSON."""
    found = [path] if path else []
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        found += spots(value, (*path, key))
    return found


def spoilt(data: Json, rng: random.Random) -> Json:
    """The same with one value changed, taken out or put in."""
    other = copy.deepcopy(data)
    way = rng.choice([each for each in spots(other) if each[0] != "header" or rng.random() < 0.1])
    place: Any = other
    for key in way[:-1]:
        place = place[key]
    if rng.random() < 0.15:
        del place[way[-1]]
    else:
        place[way[-1]] = rng.choice(ODD)
    return other


def is_usable(position: Position) -> None:
    """Everything that is asked of a position has an answer."""
    json.dumps([GAME.view(position, role) for role in (None, position.setup.seats[0])])
    json.dumps([GAME.legal(position), GAME.may(position), GAME.lamps(position), GAME.pieces(position)])
    assert notation.to_line(position)


@pytest.mark.parametrize("seed", range(4))
def test_spoilt_positions(seed: int) -> None:
    rng, read = random.Random(seed), 0
    for position in some(games=2, most=150)[seed::12]:
        data = GAME.encode(position)
        for _ in range(12):
            try:
                found = GAME.decode(spoilt(data, rng))
            except Invalid as invalid:
                assert invalid.faults and all(fault.where and fault.text for fault in invalid.faults)
                continue
            is_usable(found)
            read += 1
            for action in (*GAME.legal(found), *GAME.may(found))[:40:7]:
                is_usable(GAME.apply(found, action)[0])
    assert read


@pytest.mark.parametrize("seed", range(4))
def test_spoilt_actions(seed: int) -> None:
    rng = random.Random(seed)
    for before, action, _, _ in played(f"fuzz-{seed}", mode="master", most=120):
        for _ in range(6):
            given = spoilt(action, rng)
            reason = GAME.why_not(before, given)
            try:
                GAME.apply(before, given)
            except (Invalid, Refused):
                assert reason is not None
            else:
                assert reason is None


@pytest.mark.parametrize("given", ODD)
def test_what_is_no_json_object_is_invalid(given: Any) -> None:
    with pytest.raises(Invalid):
        GAME.decode(given)
    with pytest.raises(Invalid):
        GAME.header(given if not isinstance(given, dict) or given else {"seats": given})

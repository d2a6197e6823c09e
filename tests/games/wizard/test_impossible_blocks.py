"""A block that cannot be is refused with the place of the fault; what can be is read again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from companion.games import Invalid, Json
from companion.games.wizard import GAME
from tests.games.wizard.table import Notes


def played() -> Json:
    """A round done with tapped cards, the second in play with a trick."""
    notes = Notes(dealer=2).bids(0, 0, 1).do("trick", winner=2, cards="B1 B2 B3").bids(1, 1, 0)
    found: Json = json.loads(json.dumps(GAME.encode(notes.do("trick", winner=1).block)))
    return found


def put(*path: Any) -> Callable[[Json], None]:
    """Alters what stands at the path."""

    def alter(data: Json) -> None:
        at: Any = data
        for key in path[:-2]:
            at = at[key]
        at[path[-2]] = path[-1]

    return alter


CANNOT_BE = [
    ("done.0.bids", put("done", 0, "bids", [0, 0])),
    ("done.0.bids", put("done", 0, "bids", [0, 0, 2])),
    ("done.0.bids", put("done", 0, "bids", [0, 0, -1])),
    ("done.0.tricks", put("done", 0, "tricks", [0, 0, 2])),
    ("done.0.tricks", put("done", 0, "tricks", [0, 0])),
    ("done.0.tricks", put("done", 0, "tricks", [1, 1, -1])),
    ("done.0.tricks", put("done", 0, "tricks", [0, 1])),
    ("done.0.tricks", put("done", 0, "tricks", [0, 0, 1, 0])),
    ("done.0.bids", put("done", 0, "bids", [0, 0, 1, 0])),
    ("done.0.turned", put("done", 0, "turned", "none")),
    ("done.0.turned", put("done", 0, "turned", "pink")),
    ("done.0.chosen", put("done", 0, "chosen", "red")),
    ("done.0.chosen", put("done", 0, "turned", "wizard")),
    ("done.0.dealer", put("done", 0, "dealer", 3)),
    ("done.0.dealer", put("done", 0, "dealer", -1)),
    ("done.0.tapped", put("done", 0, "tapped", 0, "leader", 3)),
    ("done.0.tapped", put("done", 0, "tapped", 0, "winner", 3)),
    ("done.0.tapped", put("done", 0, "tapped", 0, "cards", ["B1", "B2"])),
    ("done.0.tapped", put("done", 0, "tapped", 0, "cards", ["B1", "B2", "B3", "B4"])),
    ("done.0.tapped", put("done", 0, "tapped", 0, "cards", ["B1", "B2", "B14"])),
    ("playing.bids", put("playing", "bids", [1, 1])),
    ("playing.bids", put("playing", "bids", [1, 1, 0, 0])),
    ("playing.bids", put("playing", "bids", [1, 1, 3])),
    ("playing.bids", put("playing", "bids", [1, 1, -1])),
    ("playing.tricks", put("playing", "tricks", [1, 1, 0])),
    ("playing.tricks", put("playing", "tricks", [0, 1])),
    ("playing.tricks", put("playing", "tricks", [-1, 1, 1])),
    ("playing.tricks", put("playing", "bids", [1, 1, None])),
    ("playing.noted", put("playing", "noted", False)),
    ("playing.leader", put("playing", "leader", 3)),
    ("playing.leader", put("playing", "leader", -1)),
    ("playing.deal", put("playing", "deal", 0)),
    ("playing.dealer", put("playing", "dealer", 7)),
    ("playing.chosen", put("playing", "chosen", "red")),
    ("totals", put("totals", [[20, 20, 31]])),
    ("header", put("header", "settings", {})),
    ("position", put("done", 0, "bids", "many")),
]


@pytest.mark.parametrize(("where", "alter"), CANNOT_BE)
def test_what_cannot_be_is_refused_with_its_place(where: str, alter: Callable[[Json], None]) -> None:
    data = played()
    GAME.decode(played())
    alter(data)
    with pytest.raises(Invalid) as found:
        GAME.decode(data)
    assert where in [fault.where for fault in found.value.faults]


def test_more_or_fewer_rounds_than_are_played() -> None:
    data = played()
    data["done"], data["playing"] = [], None
    del data["totals"]
    with pytest.raises(Invalid) as found:
        GAME.decode(data)
    assert found.value.faults[0].where == "playing"
    notes = Notes(6)
    while notes.block.playing is not None:
        count = notes.view()["playing"]["count"]
        notes.round((0,) * 6, (count, 0, 0, 0, 0, 0))
    last = GAME.encode(notes.block)
    assert GAME.decode(last) == notes.block
    again = {**last, "playing": GAME.encode(Notes(6).block)["playing"]}
    with pytest.raises(Invalid) as found:
        GAME.decode(again)
    assert "done" in [fault.where for fault in found.value.faults]


@pytest.mark.parametrize("data", [None, [], "B7", 7, {}])
def test_what_is_no_block_at_all(data: Any) -> None:
    with pytest.raises(Invalid):
        GAME.decode(data)
    with pytest.raises(Invalid):
        GAME.header(data if data != {} else [])


@pytest.mark.parametrize(
    ("action", "where"),
    [
        ({"type": "bid", "seat": "owl", "bid": True}, "bid"),
        ({"type": "bid", "seat": "owl", "bid": 100}, "bid"),
        ({"type": "bid", "seat": "owl", "bid": -1}, "bid"),
        ({"type": "bid", "seat": "cat", "bid": 0}, "seat"),
        ({"type": "bid", "seat": "owl"}, "bid"),
        ({"type": "bid", "seat": "owl", "bid": 0, "card": "red"}, "card"),
        ({"type": "trick", "seat": "owl", "winner": "owl", "cards": ["B0"]}, "cards"),
        ({"type": "trick", "seat": "owl", "winner": "owl", "cards": "B1"}, "cards"),
        ({"type": "tricks", "seat": "owl", "tricks": {"cat": 1}}, "tricks"),
        ({"type": "tricks", "seat": "owl", "tricks": [1]}, "tricks"),
        ({"type": "turn", "seat": "owl", "card": "none"}, "card"),
        ({"type": "trump", "seat": "owl", "colour": "wizard"}, "colour"),
        ({"type": "ruling", "seat": "owl", "choice": "perhaps"}, "choice"),
        ({"type": "dance", "seat": "owl"}, "type"),
        ({"type": 7}, "type"),
        ("bid", "action"),
    ],
)
def test_what_is_no_action(action: Any, where: str) -> None:
    with pytest.raises(Invalid) as found:
        GAME.apply(Notes().block, action)
    assert where in [fault.where for fault in found.value.faults]


def test_a_tally_counts_rounds_exact_bids_and_points() -> None:
    assert GAME.tally(Notes().block, ()).seats["owl"] == {"rounds": 0, "exact": 0, "points": 0}
    notes = Notes().round((0, 1, 1), (0, 0, 1)).round((2, 0, 0), (1, 0, 1))
    counted = GAME.tally(notes.block, ()).seats
    assert counted["owl"] == {"rounds": 2, "exact": 1, "points": 10}
    assert counted["fox"] == {"rounds": 2, "exact": 1, "points": 10}
    assert counted["stag"] == {"rounds": 2, "exact": 1, "points": 20}

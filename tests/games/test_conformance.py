"""Every game of the house keeps the promises of ``companion.games.Game``."""

from __future__ import annotations

import pytest

from companion.games.dreimagier import GAME
from tests.games import conformance
from tests.games.toy import NAMES, TOY


@pytest.mark.parametrize("seed", range(5))
def test_toy_keeps_the_protocol(seed: int) -> None:
    final = conformance.run(TOY, {"seats": list(NAMES[: seed + 2])}, seed)
    assert TOY.asked(final) == ()


def test_toy_keeps_its_secret_from_other_roles() -> None:
    position, _ = TOY.apply(TOY.start(TOY.header({})), {"type": "pick", "seat": "south", "number": 2})
    assert TOY.view(position, "south")["picks"] == {"south": 2}
    assert TOY.view(position, "north")["picks"] == TOY.view(position, None)["picks"] == {}


def test_toy_asks_several_seats_at_once() -> None:
    assert [question.seat for question in TOY.asked(TOY.start(TOY.header({})))] == ["north", "east", "south", "west"]


@pytest.mark.parametrize("board", ["default", "forks", "tiny"])
@pytest.mark.parametrize("ruleset", ["noris-1985", "kurzregel", "noris-2010"])
def test_dreimagier_keeps_the_protocol(ruleset: str, board: str) -> None:
    options = {"ruleset": ruleset, "board": board, "seats": ["white", "red", "black"]}
    conformance.run(GAME, options, seed=len(ruleset) + len(board), deep_every=3)

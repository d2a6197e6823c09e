"""Ten thousand games over all allowed settings, with mendings and steps taken back: every check after every action, and
the naive second program's sheet at the end."""

from __future__ import annotations

import random

import pytest

from companion.games.wizard import GAME
from companion.games.wizard.block import totals
from companion.games.wizard.simulation import Tally, allowed_settings, any_header, play
from tests.games.wizard import naive

CHUNKS, GAMES = 20, 500


def many(seed: str, games: int) -> tuple[Tally, set[str]]:
    """So many games; what was played, and under which settings."""
    tally, seen = Tally(), set[str]()
    for number in range(games):
        rng = random.Random(f"{seed}-{number}")
        header = any_header(rng.randrange)
        block = GAME.start(header)
        for action in play(header, rng.randrange, tally):
            block, _ = GAME.apply(block, action)
        sheet = [(list(each.bids), list(each.tricks)) for each in block.done]
        assert [list(row) for row in totals(block)] == naive.sheet(sheet)
        seen.add(f"{len(header['seats'])} {header['settings']}")
    return tally, seen


def test_a_few_games_with_mendings_and_steps_taken_back() -> None:
    tally, _ = many("few", 15)
    assert tally.mendings > 15 and tally.undone > 15


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_ten_thousand_games(chunk: int) -> None:
    tally, seen = many(f"chunk-{chunk}", GAMES)
    every = sum(len(allowed_settings(seats)) for seats in (3, 4, 5, 6))
    assert tally.games == GAMES and tally.mendings > GAMES and len(seen) > every // 2

"""How strong the ghost is and whether its odds come true, over thousands of games; a small sample is in make test."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.commands.strength import Match, drawers, match
from companion.games.dreimagier.board import SHIPPED
from companion.games.dreimagier.ghost.arena import named
from companion.games.dreimagier.ghost.reliability import reliability
from companion.games.dreimagier.position import Position
from companion.games.dreimagier.rulesets import RULESETS
from tests.games.ghost.evenings import first

TABLES = [(board, ruleset) for board in sorted(SHIPPED) for ruleset in RULESETS]
EVEN = 1 / 3
SHY = 0.03
"""So far from what was told may come what came true, of thousands of positions of some games."""


def measured(player: str, other: str, games: int, board: str = "default", ruleset: str = "noris-1985") -> Match:
    found = match(first(board=board, ruleset=ruleset), named(player), named(other), games, "proof")
    print(f"{board} {ruleset}: {player} against two {other} {found}")
    return found


@pytest.mark.prove
@pytest.mark.parametrize(("other", "share", "low"), [("greedy", 0.45, 0.43), ("random", 0.95, 0.93)])
def test_the_strong_ghost_wins_so_many_of_three_thousand_games(other: str, share: float, low: float) -> None:
    found = measured("strong", other, 3000)
    assert found.won.share >= share and found.won.low > low
    assert found.median_ms < 50 and found.p99_ms < 400


@pytest.mark.prove
@pytest.mark.parametrize(("board", "ruleset"), TABLES)
def test_no_board_and_no_rule_set_is_below_even(board: str, ruleset: str) -> None:
    found = measured("strong", "greedy", 240, board, ruleset)
    assert found.won.share > EVEN
    assert found.median_ms < 50 and found.p99_ms < 400


@pytest.mark.prove
@pytest.mark.parametrize(("better", "other"), [("strong", "middle"), ("middle", "child")])
def test_every_level_beats_the_one_below(better: str, other: str) -> None:
    assert measured(better, other, 600).won.low > EVEN


def checked(firsts: Sequence[Position], games: int, enough: int, shy: float) -> None:
    table = reliability(firsts, named("strong"), drawers("told", games))
    print(*table, sep="\n")
    bins = [told for told in table if told.told >= enough]
    assert len(bins) >= 5
    for told in bins:
        assert told.low - shy <= told.share <= told.high + shy, told


@pytest.mark.prove
def test_what_is_told_comes_true_over_three_thousand_games() -> None:
    """On every board and rule set that is shipped; none of these seeds was fitted to."""
    checked([first(board=board, ruleset=ruleset) for board, ruleset in TABLES], 3000, 2000, SHY)


def test_what_is_told_comes_true_in_a_small_sample() -> None:
    checked([first(board="tiny")], 14, 60, 0.3)


def test_a_level_is_never_worse_than_chance_in_a_small_sample() -> None:
    assert measured("child", "random", 12, "tiny").won.share > EVEN

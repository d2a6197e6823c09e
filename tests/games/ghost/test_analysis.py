"""Luck and play: luck is nothing on average, decisions lose nothing where the best was taken."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dreimagier.actions import to_json
from companion.games.dreimagier.ghost.analysis import analyse
from companion.games.dreimagier.ghost.arena import named
from companion.games.dreimagier.ghost.expectation import Expectation
from companion.games.dreimagier.ghost.luck import cases, luck
from companion.games.dreimagier.ghost.value import fitted
from companion.games.dreimagier.play import step
from companion.games.dreimagier.position import PIP
from companion.games.dreimagier.wands import COLOURS
from tests.games.ghost.evenings import evening, first, recorded


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10_000), part=st.floats(0, 0.99))
def test_the_luck_of_all_throws_of_a_position_sums_to_nothing(seed: int, part: float) -> None:
    waiting = [position for position, _ in evening(first(), str(seed), most=200) if position.phase == PIP]
    position = waiting[int(part * len(waiting))]
    totals, mind = [0.0, 0.0, 0.0], Expectation(fitted())
    for tops in product(range(3), repeat=3):
        given_ = luck(mind, position, step(position, ("throw", (tops, (-1, -1, -1))))[0])
        assert sum(given_) == pytest.approx(0, abs=1e-9)
        totals = [total + each for total, each in zip(totals, given_, strict=True)]
    assert totals == pytest.approx([0, 0, 0], abs=1e-9)


def test_the_cases_of_a_pip_throw_are_all_27() -> None:
    for seat in range(3):
        assert sum(share for share, _ in cases(seat)) == pytest.approx(1)
        assert len(cases(seat)) == 16


def test_a_whole_game_adds_up() -> None:
    actions = recorded(first(), "whole")
    found = analyse(first().setup.header, actions)
    assert sum(player.luck for player in found.players.values()) == pytest.approx(0, abs=0.01)
    assert max(found.odds[-1]["odds"].values()) == 1.0
    assert all(sum(each["odds"].values()) == pytest.approx(1, abs=0.001) for each in found.odds)
    assert sum(player.duels for player in found.players.values()) == 2 * sum(
        player.duels_won for player in found.players.values()
    )
    assert all(moment.best is not None for moment in found.steps if moment.lost)
    assert {moment.seat for moment in found.steps} == set(COLOURS)


def test_the_best_player_loses_nothing() -> None:
    start = first()
    game = evening(start, "best", named("strong"))
    found = analyse(start.setup.header, [to_json(start.setup, action) for _, action in game])
    assert all(player.lost == 0 and player.decisions == player.best_decisions for player in found.players.values())


def test_three_moments_are_named_for_each() -> None:
    found = analyse(first().setup.header, recorded(first(), "moments"))
    steps = {moment.step for moment in found.steps}
    for player in found.players.values():
        assert len(player.moments) == 3 and steps.issuperset(player.moments)

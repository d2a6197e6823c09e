"""Duel odds: exact, consistent with themselves and with the rules."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from companion.games.dreimagier.odds import Solver, keepings, solve, throws
from companion.games.dreimagier.position import Position
from tests.games.situations import after, run, situation

ODDS = solve()


def test_throws_of_one_two_and_three_wands() -> None:
    assert [len(throws(count)) for count in range(4)] == [1, 3, 6, 10]
    assert all(sum(chance for _, chance in throws(count)) == 1 for count in range(4))


def test_what_may_be_kept() -> None:
    assert set(keepings((0, 1, 2))) == {(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2)}


def test_results_are_all_there_is() -> None:
    assert sum(ODDS.results.values()) == 1
    assert ODDS.round_won + ODDS.round_tied < 1


def test_the_chance_solves_its_own_equation() -> None:
    assert ODDS.leader == ODDS.round_won + ODDS.round_tied * (1 - ODDS.leader)
    assert Solver(ODDS.leader).whole() == ODDS.leader, "no other choice does better, for either side"


@pytest.mark.parametrize("off", [Fraction(1, 100), Fraction(-1, 100)])
def test_no_other_value_solves_it(off: Fraction) -> None:
    assert Solver(ODDS.leader + off).whole() != ODDS.leader + off


def test_the_challenger_has_the_better_end() -> None:
    assert ODDS.leader > Fraction(1, 2)
    assert ODDS.leader == Fraction(252707105, 454091867)


def test_a_follower_never_stops_while_behind() -> None:
    assert all(not choice.stop for choice in ODDS.following.values())
    assert all(sum(values) < lead[0] for lead, _, values in ODDS.following)


def test_six_at_once_is_never_thrown_again() -> None:
    assert ODDS.leading[1, (2, 2, 2)].stop and ODDS.leading[2, (2, 2, 2)].stop


def played(rng: random.Random) -> bool:
    """One duel through the rules under the best choices; True when the challenger wins."""
    position: Position = OPEN
    while True:
        duel = position.duel
        assert duel is not None
        if position.phase == "duel-throw":
            position, events = run(position, "throw " + "".join(str(rng.randrange(3)) for _ in duel.fly))
            won = [event["seat"] for event in events if event["type"] == "duel-won"]
            if won:
                return bool(won == ["red"])
            continue
        values = tuple(sorted(duel.tops))
        choice = (
            ODDS.leading[duel.throws, values] if duel.lead is None else ODDS.following[duel.lead, duel.throws, values]
        )
        if choice.stop:
            position = after(position, "stop")
            continue
        keep, fly = list(choice.keep), []
        for wand, colour in enumerate(("red", "black", "white")):
            if duel.tops[wand] in keep:
                keep.remove(duel.tops[wand])
            else:
                fly.append(colour)
        position = after(position, f"again {','.join(fly)}")


OPEN = after(situation(red=("castle", "life"), black=("forest", "sun")), "throw 100", "jump forest", "walk g2")


def test_duels_played_through_the_rules_agree() -> None:
    rng, number = random.Random(7), 3000
    wins = sum(played(rng) for _ in range(number))
    assert abs(wins / number - float(ODDS.leader)) < 0.03, "more than three standard deviations away"

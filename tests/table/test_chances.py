"""Intervals and verdicts: exact where it can be counted by hand, and never more sure than they may be."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb

import pytest

from companion.games.tally import Odds
from companion.table import chances

THIRD = 1 / 3


def tail(seen: int, count: int, chance: Fraction) -> Fraction:
    """The probability of so many or more, in whole numbers."""
    return sum(
        (comb(count, n) * chance**n * (1 - chance) ** (count - n) for n in range(seen, count + 1)), start=Fraction(0)
    )


def thing(*seen: int) -> Odds:
    return Odds("die", {str(n): THIRD for n in range(3)}, {str(n): each for n, each in enumerate(seen)})


@pytest.mark.parametrize(("seen", "count"), [(0, 5), (1, 5), (5, 5), (7, 20), (3, 300), (150, 300), (299, 300)])
@pytest.mark.parametrize("chance", [Fraction(1, 100), Fraction(1, 3), Fraction(1, 2), Fraction(97, 100)])
def test_tails_are_those_of_whole_numbers(seen: int, count: int, chance: Fraction) -> None:
    assert chances.at_least(seen, count, float(chance)) == pytest.approx(float(tail(seen, count, chance)), rel=1e-9)


def test_the_interval_is_that_of_the_books() -> None:
    """Clopper and Pearson, 95 %: none of ten is at most 30.85 %, seven of twenty 15.39 to 59.22 %."""
    assert chances.interval(0, 10, 0.05) == pytest.approx((0.0, 0.3085), abs=5e-5)
    assert chances.interval(10, 10, 0.05) == pytest.approx((0.6915, 1.0), abs=5e-5)
    assert chances.interval(7, 20, 0.05) == pytest.approx((0.1539, 0.5922), abs=5e-5)


def test_each_bound_is_as_rare_as_it_says() -> None:
    low, high = chances.interval(40, 100, 0.01)
    assert float(tail(40, 100, Fraction(low))) == pytest.approx(0.005, rel=1e-6)
    assert float(1 - tail(41, 100, Fraction(high))) == pytest.approx(0.005, rel=1e-6)


@pytest.mark.parametrize("seen", [(0, 0, 0), (1, 0, 0), (4, 2, 6), (5, 11, 4)])
def test_few_throws_say_nothing(seen: tuple[int, int, int]) -> None:
    (found,) = chances.judged([thing(*seen)])
    assert found.verdict == "early" and found.count == sum(seen) < found.wanted


def test_many_even_throws_are_fair_and_many_uneven_ones_are_not() -> None:
    even, uneven = chances.judged([thing(200, 190, 210), thing(300, 150, 150)])
    assert even.verdict == "fair" and all(not outcome.off for outcome in even.outcomes)
    assert uneven.verdict == "off" and uneven.outcomes[0].off and uneven.outcomes[0].low > THIRD


def test_a_loaded_thing_may_be_found_early() -> None:
    (found,) = chances.judged([thing(30, 0, 0)])
    assert found.count < found.wanted and found.verdict == "off"


def test_what_may_be_called_fair_is_off_by_less_than_a_tenth() -> None:
    (found,) = chances.judged([thing(*[chances.judged([thing(0, 0, 0)])[0].wanted // 3 + 1] * 3)])
    assert found.verdict == "fair"
    assert max(outcome.high - outcome.low for outcome in found.outcomes) < 2 * chances.NOTICED + 0.02


def test_fair_things_are_accused_in_less_than_one_table_of_a_hundred() -> None:
    rng = random.Random(5)
    tables = 400
    accused = 0
    for _ in range(tables):
        found = [thing(*[sum(1 for n in throws if n == top) for top in range(3)]) for throws in _evenings(rng)]
        accused += any(each.verdict == "off" for each in chances.judged(found))
    assert accused <= tables * (1 - chances.TOGETHER) * 2


def _evenings(rng: random.Random) -> list[list[int]]:
    return [[rng.randrange(3) for _ in range(120)] for _ in range(6)]


def test_nothing_at_all_is_judged() -> None:
    assert chances.judged([]) == []
    (found,) = chances.judged([Odds("none", {}, {})])
    assert found.outcomes == () and found.verdict == "early"

"""Notches of each guess against what is seen at the edges."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.evidence.bites import UNSEEN, Bites, Expected

U = np.arange(-30.0, 30.25, 0.5)
ONE, TWO, NONE = Bites((0.0,), ()), Bites((0.0,), (-8.0, 8.0)), Bites((), ())


def expected(*bites: Bites) -> Expected:
    return Expected(U, list(bites), np.ones((len(bites), 2, len(U)), bool))


def seen(left: list[float], right: list[float]) -> NDArray[np.float64]:
    """Heights with a notch, 1.5 mm wide, at these places."""
    return np.array([np.isin(U, [p + d for p in places for d in (-0.5, 0.0, 0.5)]) for places in (left, right)], float)


def test_the_guess_whose_notches_are_seen_fits() -> None:
    misfits, in_view, beyond = expected(NONE, ONE, TWO).misfits(seen([0.0], [-8.0, 8.0]))
    assert misfits == pytest.approx([1.0, 0.5, 0.0])
    assert in_view == pytest.approx([1.0, 1.0, 1.0])
    assert beyond == pytest.approx([2.0, 1.0, 0.0])


def test_each_notch_that_is_not_seen_costs_one() -> None:
    assert expected(NONE, ONE, TWO).misfits(seen([], []))[0] == pytest.approx([0.0, 1.0, 3.0])


def test_all_notches_may_be_off_along_the_wand_together() -> None:
    together, apart = seen([1.5], [-6.5, 9.5]), seen([2.5], [-10.5, 8.0])
    assert expected(TWO).misfits(together)[0][0] < 0.05
    assert expected(TWO).misfits(apart)[0][0] > 0.9


def test_the_wand_turned_round_has_them_on_the_other_edge() -> None:
    there = seen([-8.0, 8.0], [0.0])
    assert expected(TWO.turned()).misfits(there)[0] == pytest.approx([0.0])
    assert expected(TWO).misfits(there)[0][0] > 1.5


def test_a_hidden_notch_speaks_for_nobody() -> None:
    heights = seen([0.0], [-8.0])
    heights[1, U > 2.0] = np.nan
    misfits, in_view, beyond = expected(TWO).misfits(heights)
    assert misfits == pytest.approx([UNSEEN]) and in_view == pytest.approx([2 / 3]) and beyond == pytest.approx([0.0])


def test_what_was_uneven_in_the_teaching_is_no_notch() -> None:
    even = np.ones((1, 2, len(U)), bool)
    even[0, 0, np.abs(U - 15) < 2] = False
    assert Expected(U, [ONE], even).misfits(seen([0.0, 15.0], []))[0] == pytest.approx([0.0])
    assert expected(ONE).misfits(seen([0.0, 15.0], []))[0] == pytest.approx([0.5])


def test_a_wand_without_any_notches_can_be_asked() -> None:
    misfits, in_view, _ = expected(NONE, NONE).misfits(seen([], [5.0]))
    assert misfits == pytest.approx([0.5, 0.5]) and in_view == pytest.approx([1.0, 1.0])

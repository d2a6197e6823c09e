"""Curves through most of the values: what stands out moves them little, what is unknown not at all."""

from __future__ import annotations

import numpy as np
import pytest

from vision.numeric.robust import fitted, polynomial

X = np.linspace(-1.0, 1.0, 60)
LINE = np.stack([np.ones_like(X), X])
TRUE = np.array([[3.0, 2.0], [-1.0, 0.5], [0.0, 0.0]])
"""Constant and slope of three rows."""
ODD = np.random.default_rng(1).permutation(60)[:18]
"""Three values in ten."""


def of(values: np.ndarray, known: np.ndarray | None = None) -> np.ndarray:
    return fitted(LINE, values, rounds=8, spread=2.0, floor=0.03, known=known)


def test_the_share_of_each_term_comes_back() -> None:
    assert of(TRUE @ LINE) == pytest.approx(TRUE, abs=1e-3)


def test_what_stands_out_hardly_moves_the_line() -> None:
    values = TRUE @ LINE + np.random.default_rng(2).normal(0, 0.05, (3, 60))
    values[:, ODD] += 10.0
    assert of(values) == pytest.approx(TRUE, abs=0.06)
    assert np.abs(np.polyfit(X, values[0], 0) - TRUE[0, 0]) > 2.0


def test_unknown_values_count_not_at_all_even_when_they_are_most() -> None:
    known = np.tile(np.arange(60) % 3 == 0, (3, 1))
    known[2] = False
    values = np.where(known, TRUE @ LINE, 50.0)
    told = of(values, known)
    assert told == pytest.approx(TRUE, abs=1e-3)
    assert np.array_equal(told, of(np.where(known, values, -900.0), known))


@pytest.mark.parametrize("seen", [[1.0, 2.0, 9.0], [1.0, 2.0, 4.0, 9.0]])
def test_before_any_round_the_curve_is_the_median_of_what_is_known(seen: list[float]) -> None:
    values = np.array([[*seen, 70.0, 80.0, 90.0, 99.0]])
    known = np.arange(values.shape[1])[None] < len(seen)
    told = fitted(np.ones((1, values.shape[1])), values, 0, 2.0, 0.1, known)
    assert told == pytest.approx(np.array([[np.median(seen)]]))


def test_rows_know_nothing_of_each_other_and_a_shift_is_one_of_the_constant() -> None:
    values = TRUE @ LINE + np.random.default_rng(3).standard_t(2, (3, 60))
    whole = of(values)
    assert np.vstack([of(row[None]) for row in values]) == pytest.approx(whole)
    assert of(values + 7.0) == pytest.approx(whole + np.array([7.0, 0.0]), abs=2e-3)


def test_terms_that_cannot_be_told_apart_share_what_there_is() -> None:
    twice = np.ones((2, 60))
    assert fitted(twice, np.full((1, 60), 4.0), 4, 2.0, 0.1)[0] == pytest.approx([2, 2], abs=1e-3)


def test_a_polynomial_comes_back_highest_power_first_past_values_that_stand_out() -> None:
    x = np.arange(12.0)
    y = 0.5 * x**2 - 3 * x + 20
    assert polynomial(x, y, 2) == pytest.approx([0.5, -3, 20])
    assert polynomial(x, y + 4, 2) == pytest.approx([0.5, -3, 24])
    y[[3, 8]] += (90.0, -60.0)
    assert np.polyval(polynomial(x, y, 2), x) == pytest.approx(0.5 * x**2 - 3 * x + 20, abs=1.5)

"""Squares of steps: which steps may be sides, which of them make a square around a place."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.setup.squares import LARGEST_MM, SMALLEST_MM, VISIBLE, corners_of, pairs, singles, squares

SHAPE = (400, 420)
INNER = np.array([[180.0, 190], [240, 190], [240, 230], [180, 230]])


def steps(**places: float) -> NDArray[np.float64]:
    """How much shows at each place: ``at100=0.2``."""
    shown = np.zeros(SHAPE[1])
    for name, step in places.items():
        at = int(name.removeprefix("at"))
        shown[at - 1 : at + 2] = [step / 2, step, step / 2]
    return shown


def relief(left: int, right: int, top: int, bottom: int) -> NDArray[np.float32]:
    """A bright square between these cells."""
    values = np.full((*SHAPE, 3), 4.0, np.float32)
    values[top:bottom, left:right] = 4.2
    return values


def test_two_steps_as_far_apart_as_an_opening_are_a_pair() -> None:
    found = pairs(steps(at50=0.2, at100=0.1, at260=0.25))
    assert sorted((round(left), round(right)) for _, left, right in found) == [(50, 260), (100, 260)]
    assert max(found)[0] == pytest.approx(0.45, abs=0.01)
    assert all(SMALLEST_MM < right - left < LARGEST_MM for _, left, right in found)


def test_each_step_may_be_the_one_side_or_the_other() -> None:
    found = singles(steps(at50=0.2, at260=0.25))
    told = {
        (round(left) if left == left else None, round(right) if right == right else None) for _, left, right in found
    }
    assert told == {(50, None), (None, 50), (260, None), (None, 260)}


def test_what_hardly_shows_is_no_step() -> None:
    assert pairs(steps(at50=0.9 * VISIBLE, at260=0.9 * VISIBLE)) == singles(steps(at50=0.9 * VISIBLE)) == []


def test_a_square_around_a_place_is_found_with_its_score() -> None:
    (best, *_) = sorted(squares(relief(100, 300, 90, 290), 0.0, INNER, pairs, pairs), reverse=True)
    assert best.sides == pytest.approx((99.5, 299.5, 89.5, 289.5), abs=0.6)
    assert best.score == pytest.approx(4 * 0.2, abs=0.03)
    corners = corners_of(SHAPE, best.angle, best.sides)
    assert corners == pytest.approx(np.array([[99.5, 89.5], [299.5, 89.5], [299.5, 289.5], [99.5, 289.5]]), abs=0.6)


def test_one_that_does_not_lie_around_the_place_is_none() -> None:
    assert squares(relief(100, 300, 90, 290), 0.0, INNER + 80, pairs, pairs) == []


def test_sides_that_are_uneven_make_none() -> None:
    assert squares(relief(100, 300, 90, 270), 0.0, INNER, pairs, pairs) == []


@pytest.mark.parametrize("missing", ["left", "right", "top", "bottom"])
def test_a_side_that_does_not_show_is_where_the_others_say(missing: str) -> None:
    values = relief(100, 300, 90, 290)
    ramp = {"left": np.s_[:, :110], "right": np.s_[:, 290:], "top": np.s_[:100], "bottom": np.s_[280:]}[missing]
    values[ramp] = values[150:250, 150:250].mean() if missing in ("left", "right") else 4.2
    ways = (singles, pairs) if missing in ("left", "right") else (pairs, singles)
    assert squares(values, 0.0, INNER, pairs, pairs) == []
    best = max(squares(values, 0.0, INNER, *ways))
    assert best.sides == pytest.approx((99.5, 299.5, 89.5, 289.5), abs=0.8)

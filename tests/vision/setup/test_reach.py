"""How exact a pane is at its corners: what a fit leaves open, worked out by hand for a camera straight below."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.errors import PaneError
from vision.geometry.pane import Pane
from vision.setup.lens import FREE, Fit
from vision.setup.reach import CORNERS, HONEST, corner_errors, told
from vision.setup.upright import upright

SIZE, FOCAL, DEPTH = (1280, 960), 840.0, 300.0
LENS = np.array([FOCAL, 640.0, 480.0, 0, 0, 0, 0, 0])
POSE = np.array([0, 0, 0, 0, 0, DEPTH])
FOCUS, K1, TILT, TURN, RIGHT, DOWN, AWAY = 0, 3, FREE, FREE + 2, FREE + 3, FREE + 4, FREE + 5
"""Places of some unknowns in the spread."""


@pytest.fixture(scope="module")
def below() -> Pane:
    """Seen straight from below through air: a millimetre is 2.8 px, everywhere."""
    return upright(SIZE, LENS, POSE, (0.0, 1.49), 0.0)


def fit(*loose: dict[int, float]) -> Fit:
    """A fit that leaves some things open, each by how far its unknowns go together (standard deviations)."""
    spread = np.zeros((FREE + 6, FREE + 6))
    for way in loose:
        direction = np.zeros(FREE + 6)
        direction[list(way)] = list(way.values())
        spread += np.outer(direction, direction)
    return Fit(LENS, POSE[None], 0, 0.1, np.array([0.1]), spread)


def test_a_fit_that_leaves_nothing_open_is_exact(below: Pane) -> None:
    assert corner_errors(below, fit()).tolist() == [0, 0, 0, 0]


@pytest.mark.parametrize(("unknown", "whole"), [(FOCUS, FOCAL), (AWAY, DEPTH)])
@pytest.mark.parametrize("share", [0.001, 0.01])
def test_a_scale_that_is_open_moves_each_corner_by_as_much_of_its_distance(
    below: Pane, unknown: int, whole: float, share: float
) -> None:
    far = np.hypot(150, 150)
    errors = corner_errors(below, fit({unknown: share * whole}))
    assert errors == pytest.approx([HONEST * share * far] * 4, rel=0.01)


def test_what_an_open_tilt_does_to_all_of_an_opening_aside_is_no_error(below: Pane) -> None:
    """Places grow by ``a y``: with the opening 60 mm aside that also shifts and turns all of it, which is taken out."""
    loose, a = fit({TILT: 0.001}), 0.001 / DEPTH
    corners = [(18000, 12600), (-27000, 21600), (27000, 21600), (-18000, 12600)]
    errors = corner_errors(replace(below, opening=below.opening + np.array([60.0, 0])), loose)
    assert errors == pytest.approx([HONEST * a * np.hypot(*c) for c in corners], rel=0.01)


def test_what_is_open_in_two_ways_adds_up_in_squares_and_what_cancels_is_no_error(below: Pane) -> None:
    one, other = {FOCUS: 0.003 * FOCAL}, {AWAY: 0.004 * DEPTH}
    far = HONEST * np.hypot(150, 150)
    assert corner_errors(below, fit(one, other)) == pytest.approx([0.005 * far] * 4, rel=0.01)
    assert corner_errors(below, fit({**one, AWAY: 0.003 * DEPTH})) == pytest.approx([0] * 4, abs=0.01)


@pytest.mark.parametrize(("unknown", "size"), [(TURN, 0.02), (RIGHT, 3.0), (DOWN, 3.0)])
def test_a_turn_or_shift_of_all_the_pane_is_no_error(below: Pane, unknown: int, size: float) -> None:
    assert corner_errors(below, fit({unknown: size})) == pytest.approx([0] * 4, abs=0.01)
    assert corner_errors(below, fit({TILT: 0.02})).min() > 0.5


def test_the_farthest_corner_is_the_least_exact_wherever_the_opening_begins(below: Pane) -> None:
    corners = np.array([[-170.0, -160], [110, -160], [110, 120], [-170, 120]])
    loose = fit({K1: 0.01})
    errors = [corner_errors(replace(below, opening=np.roll(corners, n, axis=0)), loose) for n in range(4)]
    assert all(e == pytest.approx(errors[0]) for e in errors)
    assert [int(errors[0].argmax()), int(errors[0].argmin())] == [CORNERS.index("upper left"), 2]


def test_a_pane_as_exact_as_is_needed_is_not_spoken_of_and_one_far_off_is_refused() -> None:
    assert told(np.full(4, 1.0)) == []
    (line,) = told(np.array([4.0, 1.1, 0.9, 2.5]))
    assert line.startswith("no board near the upper left and the lower left corner: places there may be 4.0 mm off")
    with pytest.raises(PaneError, match=r"^no board near the upper right corner: places there may be 4\.1 mm off"):
        told(np.array([0.2, 4.1, 0.2, 0.2]))

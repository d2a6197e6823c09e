"""What lies behind the boards, from above, and steps of brightness in it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.setup.test_opening import LIGHT, PANE, hole, square
from vision.geometry.grid import Grid
from vision.picture import Picture
from vision.setup.above import REACH_MM, crossing, relief_of, uncovered
from vision.setup.squares import SCALE


def test_where_the_picture_ends_nothing_shows() -> None:
    half = replace(PANE, size=(500, 900))
    even = relief_of(half, [np.full((900, 500, 3), LIGHT, np.uint8)], [np.zeros((900, 500, 3), np.uint8)])
    assert np.ptp(even.values) < 0.01


def boarded(picture: Picture, size: float, x: float, grey: int) -> Picture:
    """The picture with an even board lying on it."""
    corners = np.round(PANE.to_px(square(size, 0, x))).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(picture.copy(), corners, (grey, grey, grey)), np.uint8)


def test_a_board_that_lies_elsewhere_each_time_does_not_hide_what_is_behind_it() -> None:
    grid, picture = Grid(PANE, SCALE, margin=REACH_MM), hole(square(200, 0))
    pictures = [boarded(picture, 70, x, 255) for x in (-40.0, 40.0)]
    # Said a little larger: half covered cells are no one's.
    covered = [boarded(np.zeros_like(picture), 74, x, 1) for x in (-40.0, 40.0)]
    assert np.array_equal(uncovered(grid, pictures, covered), grid.rectify(picture))
    always = uncovered(grid, pictures[:1], covered[:1])
    assert (always == 255).all(axis=2).sum() == pytest.approx(70 * 70, rel=0.05)


def test_what_lies_beyond_the_picture_is_not_seen_and_as_what_is_nearest_in_it() -> None:
    half = replace(PANE, size=(500, 900))
    cut = relief_of(half, [hole(square(200, 0))[:, :500]], [np.zeros((900, 500, 3), np.uint8)])
    last = int(cut.grid.to_cells(half.to_mm(np.array([[499.0, 449.0]])))[0, 0])
    assert (cut.seen[:, last + 1 :] == 0).all()
    assert (cut.seen[3:-3, 3 : last - 3] == 1).all()
    assert np.ptp(cut.values[:, last + 3 :], axis=1).max() == 0


def test_lines_meet_where_they_cross_though_their_ends_do_not_reach() -> None:
    one = np.array([0.0, 1]), np.array([1.0, 1])
    two = np.array([5.0, 7]), np.array([5.0, 9])
    assert crossing(one, two) == pytest.approx([5, 1])
    assert crossing(two, one) == pytest.approx([5, 1])
    assert crossing((np.array([0.0, 0]), np.array([2.0, 1])), two) == pytest.approx([5, 2.5])
    with pytest.raises(np.linalg.LinAlgError):
        crossing(one, (one[0] + 1, one[1] + 1))

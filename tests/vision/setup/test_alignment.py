"""All sides of the opening turn together, and none follows what runs along it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.setup.test_opening import DARK, LIGHT, PANE, hole, relief, square
from vision.geometry.pane import Points
from vision.picture import Picture
from vision.setup.above import Relief
from vision.setup.alignment import MOVED, aligned, eye_of, line_shown
from vision.setup.ledge import Rim, lower
from vision.setup.squares import corners_of, turn_of

WOOD = 15.0


def sides_at(shown: Relief, corners: Points, angle: float) -> tuple[float, float, float, float]:
    """Left, right, upper and lower side (turned cells) of a square that is turned by that angle."""
    cells = np.column_stack([shown.grid.to_cells(corners), np.ones(4)]) @ turn_of(shown.values.shape, angle).T
    (left, top), (right, bottom) = cells.min(axis=0).tolist(), cells.max(axis=0).tolist()
    return left, right, top, bottom


def off(shown: Relief, found: tuple[float, tuple[float, ...]], corners: Points) -> float:
    """By how many cells the worst corner is missed."""
    there = corners_of(shown.values.shape, *found)
    return float(np.linalg.norm(there - shown.grid.to_cells(corners), axis=1).max())


@pytest.mark.parametrize(("inside", "wood"), [(LIGHT, DARK), (200, 60), (250, 30), (40, 220)])
@pytest.mark.parametrize("degrees", [-0.9, 0.3, 0.9])
@pytest.mark.parametrize("moved", [(0.0, 0.0, 0.0, 0.0), (2.0, -1.5, 1.0, 2.0)])
def test_a_square_that_was_seen_askew_and_aside_is_brought_into_line(
    inside: int, wood: int, degrees: float, moved: tuple[float, ...]
) -> None:
    corners = square(190, 5.0 + degrees)
    shown = relief(hole(corners, inside, wood))
    a, b, c, d = (s + m for s, m in zip(sides_at(shown, square(190, 5.0), 5.0), moved, strict=True))
    found = aligned(PANE, shown, 5.0, Rim((a, b, c, d), 0.0, 1.0))
    assert found[0] == pytest.approx(5.0 + degrees, abs=0.31)
    assert off(shown, found, corners) < 1.5


def test_a_square_that_was_seen_right_is_left_as_it_is() -> None:
    corners = square(190, 5.0)
    shown = relief(hole(corners))
    sides = sides_at(shown, corners, 5.0)
    angle, found = aligned(PANE, shown, 5.0, Rim(sides, 0.0, 1.0))
    assert angle == pytest.approx(5.0, abs=0.21) and found == pytest.approx(sides, abs=1.0)


def walled(corners: Points, faint: int, beam: bool) -> Picture:
    """A bright opening with its wall, whose lower edge is the same square nearer to the camera, and grey wood beyond.

    One side's wall is as bright as the opening (``faint``: which); with ``beam`` a dark beam runs into another one.
    """
    picture, eye = np.full((900, 900, 3), DARK + 25, np.uint8), PANE.eye
    lowers = eye[:2] + (corners - eye[:2]) * abs(eye[2]) / (abs(eye[2]) - WOOD)
    for k, (a, b) in enumerate(((3, 0), (1, 2), (0, 1), (2, 3))):
        wall = np.array([corners[a], corners[b], lowers[b], lowers[a]])
        fill(picture, wall, LIGHT if k == faint else DARK - 30)
    fill(picture, corners, LIGHT)
    if beam:
        a, b, inward = corners[2], corners[3], (corners[0] - corners[3]) / np.linalg.norm(corners[0] - corners[3])
        fill(picture, np.array([a, a + 6 * inward, b + 1 * inward, b]), DARK - 30)
    return picture


def fill(picture: Picture, corners: Points, grey: int) -> None:
    cells = np.round(PANE.to_px(corners) * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, cells, (grey, grey, grey), cv2.LINE_AA, 4)


@pytest.mark.parametrize("faint", range(3))
def test_a_side_that_does_not_show_is_told_by_its_lower_edge_and_the_others(faint: int) -> None:
    corners = square(190, 3.4)
    shown = relief(walled(corners, faint, beam=True))
    begun = tuple(s + m for s, m in zip(sides_at(shown, square(190, 2.4), 2.4), (1.5, -1.5, 1.5, -1.5), strict=True))
    rim = Rim((begun[0], begun[1], begun[2], begun[3]), WOOD, 1.0)
    assert off(shown, (2.4, rim.sides), corners) > 2.5
    assert off(shown, aligned(PANE, shown, 2.4, rim), corners) < 2.0


def test_of_a_border_and_its_lower_edge_each_counts() -> None:
    corners = square(190, 0.0)
    shown = relief(walled(corners, faint=-1, beam=False))
    eye = eye_of(PANE, shown, 0.0)
    left = sides_at(shown, corners, 0.0)[0]
    for place, beside in ((left, 3.0), (lower(left, eye.foot[0], WOOD, eye.depth), -3.0)):
        ends = np.array([[place, 80.0], [place, 160.0]])
        assert line_shown(shown.values, *ends) > 0.2
        assert line_shown(shown.values, *(ends + np.array([beside, 0.0]))) < 0.1


def test_a_side_is_not_moved_farther_than_it_may_be_off() -> None:
    corners = square(190, 0.0)
    shown = relief(hole(corners))
    left, right, top, bottom = sides_at(shown, corners, 0.0)
    _, sides = aligned(PANE, shown, 0.0, Rim((left - 9.0, right, top, bottom), 0.0, 1.0))
    assert abs(sides[0] - (left - 9.0)) <= MOVED.max()

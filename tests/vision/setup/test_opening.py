"""The square hole in the table is found by its four borders, wherever it lies and however it is turned."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.errors import PaneError
from vision.geometry.pane import Pane, Points
from vision.picture import Picture
from vision.setup.above import Relief, relief_of
from vision.setup.opening import SIDES, find_opening, refined

BOARD = np.array([[-60.0, -60], [60, -60], [60, 60], [-60, 60]])
PANE = Pane(
    (900, 900), 660.0, (449.5, 449.5), (0, 0, 0, 0, 0), np.eye(3), np.array([0, 0, 300.0]), BOARD, thickness=0.0
)
"""Seen from straight above; its opening is not known yet, only where the board lay."""
DARK, LIGHT = 80, 110
"""Steps between them are just not so strong that they count no more."""


def square(size: float, degrees: float, x: float = 0.0, y: float = 0.0) -> Points:
    """Corners (mm), clockwise in the picture."""
    turn = np.radians(degrees)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(size / 2 * np.sign(BOARD) @ axes + (x, y))


def hole(corners: Points, inside: int = LIGHT, wood: int = DARK) -> Picture:
    """A picture of a bright opening in dark wood."""
    picture = np.full((900, 900, 3), wood, np.uint8)
    cells = np.round(PANE.to_px(corners) * 16).astype(np.int32)
    cv2.fillConvexPoly(picture, cells, (inside, inside, inside), cv2.LINE_AA, 4)
    return picture


def relief(picture: Picture) -> Relief:
    return relief_of(PANE, [picture], [np.zeros_like(picture)])


def off(found: Pane, corners: Points) -> float:
    """By how much (mm) the worst corner is missed."""
    return float(np.linalg.norm(found.opening - corners, axis=1).max())


@pytest.mark.parametrize(
    ("size", "degrees", "x", "y", "inside", "wood"),
    [(180, 7, -10, 5, LIGHT, DARK), (220, -13, 4, -3, DARK, LIGHT), (190, 5, 0, 0, 200, 60), (190, 2, 3, 3, 30, 250)],
)
def test_a_square_hole_brighter_or_darker_than_its_wood_is_found_to_about_a_millimetre(
    size: float, degrees: float, x: float, y: float, inside: int, wood: int
) -> None:
    corners = square(size, degrees, x, y)
    found = find_opening(PANE, relief(hole(corners, inside, wood)), BOARD).pane
    assert off(found, corners) < 1.3
    assert found.size == PANE.size and np.array_equal(found.translation, PANE.translation)


def test_a_hole_that_hardly_differs_from_its_wood_is_refused_with_the_cure() -> None:
    with pytest.raises(PaneError, match="border is not to be seen; light the wood"):
        find_opening(PANE, relief(hole(square(200, 0), DARK + 1)), BOARD)


@pytest.mark.parametrize(("side", "name"), list(enumerate(SIDES)))
def test_the_one_side_that_is_not_seen_is_named(side: int, name: str) -> None:
    corners = square(200, 0)
    picture = hole(corners)
    low, high = 449 - 220, 450 + 220
    ranges = [(slice(None), slice(None, low + 50)), (slice(None), slice(high - 50, None))]
    rows, columns = (ranges + [r[::-1] for r in ranges])[side]
    picture[rows, columns] = DARK
    shown = relief(picture)
    with pytest.raises(PaneError, match=f"the pane's {name} border is not to be seen"):
        refined(PANE, shown, shown.grid.to_cells(corners))


def beside_a_beam(corners: Points, side: int, share: float) -> Picture:
    """The hole with something as dark as the wood behind that share of one side, in its middle."""
    picture, middle = hole(corners), corners.mean(axis=0)
    a, b = (corners[side - 1], corners[side])
    ends = np.array([a + (b - a) * (0.5 - share / 2), a + (b - a) * (0.5 + share / 2)])
    beam = np.concatenate([ends, (ends + 0.35 * (middle - (a + b) / 2))[::-1]])
    cells = np.round(PANE.to_px(beam) * 16).astype(np.int32)
    return np.asarray(cv2.fillConvexPoly(picture, cells, (DARK,) * 3, cv2.LINE_AA, 4), np.uint8)


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("degrees", [0.0, 2.0, 4.0])
def test_a_side_that_shows_by_half_is_told_by_the_three_others(side: int, degrees: float) -> None:
    corners = square(200, degrees)
    found = find_opening(PANE, relief(beside_a_beam(corners, side, 0.55)), BOARD).pane
    assert off(found, corners) < 2.5


@pytest.mark.parametrize("side", range(4))
def test_a_side_that_does_not_show_at_all_is_refused(side: int) -> None:
    # Which one it is would be a guess.
    with pytest.raises(PaneError, match="the pane's border is not to be seen; light the wood"):
        find_opening(PANE, relief(beside_a_beam(square(200, 0), side, 1.0)), BOARD)


def test_three_sides_and_a_fourth_that_makes_no_square_are_refused() -> None:
    corners = square(200, 0)
    corners[[0, 3], 0] -= 9.0
    with pytest.raises(PaneError, match="border is not to be seen"):
        find_opening(PANE, relief(hole(corners)), BOARD)

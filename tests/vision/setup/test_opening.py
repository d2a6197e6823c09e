"""The square hole in the table is found by its four borders, wherever it lies and however it is turned."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.errors import PaneError
from vision.geometry.grid import Grid
from vision.geometry.pane import Pane, Points
from vision.picture import Picture
from vision.setup.opening import REACH_MM, SIDES, Relief, crossing, find_opening, refined, relief_of, uncovered
from vision.setup.squares import SCALE

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
    ("size", "degrees", "x", "y", "inside", "wood"), [(180, 7, -10, 5, LIGHT, DARK), (220, -13, 4, -3, DARK, LIGHT)]
)
def test_a_square_hole_brighter_or_darker_than_its_wood_is_found_to_about_a_millimetre(
    size: float, degrees: float, x: float, y: float, inside: int, wood: int
) -> None:
    corners = square(size, degrees, x, y)
    found = find_opening(PANE, relief(hole(corners, inside, wood)), BOARD)
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
    found = find_opening(PANE, relief(beside_a_beam(corners, side, 0.55)), BOARD)
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

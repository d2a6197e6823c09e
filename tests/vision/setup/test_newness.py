"""A lone wand of unknown size is found by how it differs from the empty pane, be it fainter than any beam."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.geometry.pose import Pose, same_place
from vision.picture import Picture
from vision.setup.newness import HALF, Newness, edges_of


@pytest.fixture(scope="module")
def grid(pane: Pane) -> Grid:
    """One cell a millimetre."""
    return Grid(pane, 1.0)


@pytest.fixture(scope="module")
def newness(pane: Pane, grid: Grid) -> Newness:
    """For the pane of the set."""
    return Newness(grid, grid.opening_mask(pane))


def room(grid: Grid, seed: int) -> Picture:
    """Beams of a ceiling, far stronger than any wand here, and the noise of a camera."""
    flat = np.full((*grid.shape, 3), 90.0)
    flat[:, 60:73], flat[200:212] = 170, 150
    return np.rint(flat + np.random.default_rng(seed).normal(0, 1, flat.shape)).astype(np.uint8)


def laid(grid: Grid, flat: Picture, pose: Pose, size: tuple[float, float], levels: int) -> Picture:
    """The same with a thing on it that is so many grey levels brighter."""
    spot, cells = np.zeros(grid.shape, np.uint8), grid.to_cells(pose.corners(*size))
    cv2.fillConvexPoly(spot, np.rint(16 * cells).astype(np.int32), (255,), cv2.LINE_AA, 4)
    return np.asarray(np.rint(flat + levels * (spot / 255.0)[..., None]), dtype=np.uint8)


@pytest.mark.parametrize("pose", [Pose(0, 10, 0.05), Pose(-60, -50, 0.8), Pose(70, 30, 1.5)])
@pytest.mark.parametrize("size", [(85.0, 10.0), (105.0, 13.0), (125.0, 17.0)])
@pytest.mark.parametrize("levels", [8, -8, 60])
def test_a_wand_of_any_size_is_proposed_first(
    grid: Grid, newness: Newness, pose: Pose, size: tuple[float, float], levels: int
) -> None:
    found = newness.candidates(laid(grid, room(grid, 1), pose, size, levels), room(grid, 2), 5)
    # A longer or shorter one fits anywhere along itself.
    assert same_place(found[0].pose, pose, 4.0 + abs(size[0] - 105) / 2, 5.0)
    assert abs((found[0].pose.middle - pose.middle) @ pose.right) < 3.0


def test_candidates_come_best_first_and_no_more_than_are_asked_for(grid: Grid, newness: Newness) -> None:
    flat = laid(grid, room(grid, 1), Pose(0, 10, 0.5), (105.0, 13.0), 30)
    many = newness.candidates(flat, room(grid, 2), 12)
    assert [c.score for c in many] == sorted((c.score for c in many), reverse=True)
    assert newness.candidates(flat, room(grid, 2), 3) == many[:3]


def test_the_empty_pane_proposes_nothing(grid: Grid, newness: Newness) -> None:
    assert newness.candidates(room(grid, 1), room(grid, 1), 5) == []
    assert all(c.score < 0.2 for c in newness.candidates(room(grid, 1), room(grid, 2), 5))


def test_what_lies_beside_the_opening_is_no_wand(pane: Pane, grid: Grid) -> None:
    small = Newness(grid, grid.opening_mask(pane, 60.0))
    outside = laid(grid, room(grid, 1), Pose(0, -120, 0.0), (105.0, 13.0), 60)
    assert all(c.score < 0.2 for c in small.candidates(outside, room(grid, 1), 5))
    border = laid(grid, room(grid, 1), Pose(0, 0, 0.0), (400.0, 400.0), 60)
    assert small.candidates(border, room(grid, 1), 5) == []


@pytest.mark.parametrize(("way", "direction"), [((1, 0), 0), ((0, 1), 64), ((-1, 0), 128), ((0, -1), 192)])
@pytest.mark.parametrize("slope", [HALF, 1.0, 20.0])
def test_an_edge_counts_by_its_slope_and_points_to_what_is_brighter(
    way: tuple[int, int], direction: int, slope: float
) -> None:
    rows, columns = np.mgrid[0:20, 0:20]
    new = np.zeros((20, 20, 3), np.float32)
    new[..., 1] = slope * (way[0] * columns + way[1] * rows)
    strength, found = edges_of(new)
    assert strength[5:15, 5:15] == pytest.approx(np.full((10, 10), slope / (slope + HALF)))
    assert (found[5:15, 5:15] == direction).all()


def test_all_channels_make_an_edge_and_the_strongest_its_direction() -> None:
    rows, columns = np.mgrid[0:20, 0:20].astype(np.float32)
    strength, found = edges_of(np.stack([3 * columns, 6 * rows, 2 * columns], axis=2))
    assert strength[5:15, 5:15] == pytest.approx(np.full((10, 10), 7 / (7 + HALF)))
    assert (found[5:15, 5:15] == 64).all()
    strength, _ = edges_of(np.zeros((20, 20, 3), np.float32))
    assert not strength.any()

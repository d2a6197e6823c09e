"""What is new on the pane: which differences count, and how much of a footprint they fill."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.geometry.pose import Pose
from vision.scene.foreground import Foreground, foreground_of, without_noise

LENGTH, SIDE = 105.0, 13.0
POSES = [Pose(0, 0, 0), Pose(30, -45, 0.6), Pose(-50, 40, 2.2)]


@pytest.fixture(scope="module")
def grid(pane: Pane) -> Grid:
    """One cell a millimetre."""
    return Grid(pane, 1.0)


def lying(grid: Grid, *poses: Pose) -> Foreground:
    """The foreground of wands at some poses, a little wider than they are."""
    mask = np.zeros(grid.shape, np.uint8)
    for pose in poses:
        cv2.fillConvexPoly(mask, np.rint(grid.to_cells(pose.corners(LENGTH + 2, SIDE + 2))).astype(np.int32), (1,))
    return Foreground(mask, grid)


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("share", [1.0, 0.75, 0.5, 0.0])
def test_a_wand_fills_as_much_of_a_footprint_as_it_shares_with_it(grid: Grid, pose: Pose, share: float) -> None:
    beside = pose.moved((1 - share) * (LENGTH + 4), 0.0)
    assert lying(grid, beside).share(pose, LENGTH, SIDE) == pytest.approx(share, abs=0.03)


def test_footprints_looked_at_together_are_told_as_each_alone(grid: Grid) -> None:
    new = lying(grid, POSES[0], POSES[1])
    alone = [new.share(pose, LENGTH, SIDE) for pose in POSES]
    assert new.shares(POSES, LENGTH, SIDE).tolist() == alone
    assert alone[:2] == [1.0, 1.0] and alone[2] < 0.5
    assert new.shares([], LENGTH, SIDE).shape == (0,)


def test_nothing_is_new_beyond_the_picture_from_above(grid: Grid) -> None:
    everything = Foreground(np.ones(grid.shape, np.uint8), grid)
    left, top = grid.to_mm(np.array([0.0, 0.0]))
    right, bottom = grid.to_mm(np.array(grid.shape[::-1]) - 1.0)
    middle = (top + bottom) / 2
    assert everything.at(np.array([[left, top], [right, bottom], [left, bottom]])).tolist() == [1, 1, 1]
    beyond = [[left - 1, middle], [right + 1, middle], [0, top - 1], [0, bottom + 1], [-1e6, 1e6]]
    assert not everything.at(np.array(beyond)).any()
    assert everything.share(Pose(right, middle, 0.0), LENGTH, SIDE) == pytest.approx(0.5, abs=0.02)


def test_a_wand_that_is_taken_away_leaves_the_others(grid: Grid) -> None:
    both = lying(grid, POSES[0], POSES[1])
    before = both.mask.copy()
    rest = both.without([POSES[0]], LENGTH + 4, SIDE + 4)
    assert (rest.mask == lying(grid, POSES[1]).mask).all()
    assert (both.mask == before).all()
    assert (both.without([], LENGTH, SIDE).mask == before).all()


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("far", [-55.0, 0.0, 30.0])
def test_a_footprint_slides_along_itself_to_its_wand(grid: Grid, pose: Pose, far: float) -> None:
    found = lying(grid, pose).slid(pose.moved(far, 0.0), LENGTH, SIDE)
    assert found.middle == pytest.approx(pose.middle, abs=1.5)
    assert found.angle == pose.angle


def test_where_nothing_is_new_a_footprint_stays(grid: Grid) -> None:
    assert lying(grid).slid(POSES[1], LENGTH, SIDE).middle == pytest.approx(POSES[1].middle, abs=1.0)


def new_at(grid: Grid, sample: NDArray[np.uint8], light: float, noise: int, levels: int) -> Foreground:
    """A pane that is brighter all over by ``noise``; one channel of one square by ``levels``."""
    bare = np.full((*grid.shape, 3), 100, np.uint8)
    now = bare + np.uint8(noise)
    now[50:60, 70:80, 1] = 100 + levels
    return foreground_of(now, bare, light, sample, grid)


@pytest.mark.parametrize(
    ("light", "noise", "least"),
    [(1.0, 0, 6), (3.0, 0, 6), (0.5, 0, 3), (0.01, 0, 2), (1.0, 2, 11), (0.01, 2, 7)],
)
def test_a_difference_counts_from_so_many_levels_on(grid: Grid, light: float, noise: int, least: int) -> None:
    sample = np.ones_like(np.empty(grid.shape)[::3, ::3], np.uint8)
    assert not new_at(grid, sample, light, noise, least).mask.any()
    mask = new_at(grid, sample, light, noise, least + 1).mask
    assert mask.sum() == 100 and mask[50:60, 70:80].all()


def test_the_usual_difference_is_taken_from_the_opening_only(grid: Grid) -> None:
    bare = np.full((*grid.shape, 3), 100, np.uint8)
    now, sample = bare.copy(), np.zeros_like(np.empty(grid.shape)[::3, ::3], np.uint8)
    now[:, 90:], sample[:, :30] = 140, 1
    assert foreground_of(now, bare, 1.0, sample, grid).mask[:, 90:].all()
    assert not foreground_of(now, bare, 1.0, 1 - sample, grid).mask.any()
    assert foreground_of(now, bare, 1.0, 0 * sample, grid).mask[:, 90:].all()


def test_a_lone_cell_is_evened_out_and_a_wands_width_is_not(grid: Grid) -> None:
    flat = np.full((*grid.shape, 3), 100, np.uint8)
    flat[40, 40], flat[100:113, 60:165] = 200, 200
    even = without_noise(flat, grid)
    assert even[38:43, 38:43].max() == 104 and even[43, 43].max() == 100
    assert (even[102:111, 62:163] == 200).all()

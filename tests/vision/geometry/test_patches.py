"""Straightened patches: each sample shows what lies at its place of the wand."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.geometry.panes import PLAIN, SLANTED, ramps
from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler, within
from vision.geometry.pose import Pose

POSE = Pose(4.0, -6.0, 0.7)
HALF = (30.0, 8.0)


def places(sampler: Sampler, pose: Pose) -> NDArray[np.float64]:
    """Where on the pane each sample lies: (rows, columns, 2)."""
    us, vs = sampler.axes(*HALF)
    uv = np.stack(np.meshgrid(us, vs), axis=-1)
    return pose.places(uv.reshape(-1, 2)).reshape(uv.shape)


def test_the_axes_run_in_millimetres_and_cannot_be_spoilt_by_who_uses_them() -> None:
    us, vs = Sampler(PLAIN, ramps(), 4.0).axes(10.0, 2.1)
    assert len(us) == 81 and us[[0, 40, 41, 80]] == pytest.approx([-10, 0, 0.25, 10])
    assert vs[[0, 8, 16]] == pytest.approx([-2, 0, 2])
    with pytest.raises(ValueError, match="read-only"):
        us[0] = 5.0


def test_a_patch_along_the_picture_is_a_part_of_it() -> None:
    patch = Sampler(PLAIN, ramps(), 2.0).patch(Pose(10.0, 5.0, 0.0), 16.0, 8.0)
    assert patch.dtype == np.float32 and patch.shape == (33, 65, 3)
    assert np.array_equal(patch, ramps()[114:147, 108:173])


@pytest.mark.parametrize("pane", [PLAIN, SLANTED], ids=["plain", "slanted"])
@pytest.mark.parametrize("angle", [0.1, 0.7, 2.0, -1.2])
def test_each_sample_shows_the_pixel_of_its_place(pane: Pane, angle: float) -> None:
    sampler, pose = Sampler(pane, ramps(), 3.0), replace(POSE, angle=angle)
    cut, there = sampler.cut(pose, *HALF), places(sampler, pose)
    pixels = pane.to_px(there.reshape(-1, 2)).reshape(there.shape)
    # A 64th of the way between two nodes, which are at most 8 mm or 17 px apart, and half a grey level.
    assert np.abs(cut[..., :2] - pixels).max() < 0.9
    assert np.abs((cut[..., :2] - pixels).mean(axis=(0, 1))).max() < 0.1
    assert (cut[..., 2] == 77).all()


def test_a_wand_turned_round_shows_the_same_turned_round() -> None:
    sampler = Sampler(SLANTED, ramps(), 3.0)
    one, two = sampler.patch(POSE, *HALF), sampler.patch(POSE.moved(0, 0, math.pi), *HALF)
    assert np.abs(two[::-1, ::-1] - one).max() <= 1.0


def test_what_lies_outside_the_picture_is_black() -> None:
    sampler = Sampler(PLAIN, np.full((241, 241, 3), 200, np.uint8), 2.0)
    cut = sampler.cut(Pose(50.0, 0.0, 0.0), 16.0, 8.0)
    # The last column of pixels is at x = 60 mm, u = 10 mm.
    assert (cut[:, :53] == 200).all()
    assert not cut[:, 53:].any()


@pytest.mark.parametrize("angle", [0.0, 0.7, 2.5])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_layer_shows_the_part_of_a_grid_at_the_pose(angle: float, scale: float) -> None:
    grid, pose = Grid(PLAIN, scale), replace(POSE, angle=angle)
    mask = np.zeros(grid.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(grid.to_cells(pose.moved(10.0, 3.0).corners(20.0, 6.0))).astype(np.int32), 255)
    sampler = Sampler(PLAIN, ramps(), 3.0)
    layer, (us, vs) = sampler.layer(mask, grid, pose, *HALF), sampler.axes(*HALF)
    # How far each sample lies within the rectangle; a cell's border may be off by its diagonal.
    deep = np.minimum(10 - np.abs(us - 10), 3 - np.abs(vs[:, None] - 3))
    assert layer.shape == deep.shape
    assert (layer[deep > 1.5 / scale] == 255).all()
    assert not layer[deep < -1.5 / scale].any()


@pytest.mark.parametrize(
    ("reach", "inside"), [(0.0, [0.0]), (0.9, [-0.5, 0.0, 0.5]), (1.0, [-1.0, -0.5, 0.0, 0.5, 1.0])]
)
def test_samples_within_a_reach_lie_alike_on_both_sides_of_the_middle(reach: float, inside: list[float]) -> None:
    axis = np.arange(-4, 5) / 2
    assert axis[within(axis, reach)].tolist() == inside
    assert len(axis[within(axis, 9.0)]) == len(axis)

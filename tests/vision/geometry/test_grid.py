"""The top-down picture of the pane: each cell shows what lies at its place, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.geometry.panes import PLAIN, SLANTED, ramps
from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.geometry.pose import Pose

OPENING = PLAIN.opening


def test_the_first_cell_lies_a_margin_beyond_the_openings_corner() -> None:
    wide = replace(PLAIN, opening=OPENING * (1.0, 0.5))
    grid = Grid(wide, 2.0, margin=6.0)
    assert grid.shape == (2 * 52 + 1, 2 * 92 + 1)
    assert grid.to_mm(np.array([[0.0, 0.0], [184.0, 104.0]])) == pytest.approx(np.array([[-46, -26], [46, 26]]))


def test_places_come_back_through_cells() -> None:
    grid = Grid(PLAIN, 1.7)
    places = np.random.default_rng(1).uniform(-50, 50, (30, 2))
    assert grid.to_mm(grid.to_cells(places)) == pytest.approx(places)
    assert grid.to_cells(places[:1] + 10) - grid.to_cells(places[:1]) == pytest.approx(np.array([[17, 17]]))


@pytest.mark.parametrize("pane", [PLAIN, SLANTED], ids=["plain", "slanted"])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_cell_shows_the_pixel_of_its_place(pane: Pane, scale: float) -> None:
    grid = Grid(pane, scale)
    flat = grid.rectify(ramps())
    assert flat.shape == (*grid.shape, 3)
    rows, columns = (v.ravel() for v in np.mgrid[0 : grid.shape[0], 0 : grid.shape[1]])
    pixels = pane.to_px(grid.to_mm(np.column_stack([columns, rows])))
    inside = ((pixels > 2) & (pixels < 238)).all(axis=1)
    assert np.mean(inside) > 0.9
    assert np.abs(flat[rows, columns, :2] - pixels)[inside].max() < 1.1
    assert (flat[rows, columns, 2][inside] == 77).all()


def test_what_lies_outside_the_picture_is_black() -> None:
    cut = replace(PLAIN, size=(160, 241))  # What lies right of x = (159 - 120) / 2 mm is not in the picture.
    grid = Grid(cut, 2.0)
    flat = grid.rectify(np.full((241, 160, 3), 200, np.uint8))
    xs = grid.to_mm(np.column_stack([np.arange(grid.shape[1]), np.zeros(grid.shape[1])]))[:, 0]
    assert (flat[:, xs <= 19.5] == 200).all()
    assert not flat[:, xs >= 20].any()


def test_what_is_finer_than_a_cell_is_evened_out() -> None:
    rows, columns = np.mgrid[0:241, 0:241]
    chequered = np.repeat(((rows + columns) % 2 * 200).astype(np.uint8)[..., None], 3, axis=2)
    assert np.abs(Grid(PLAIN, 1.0).rectify(chequered)[5:-5, 5:-5].astype(float) - 100).max() < 15
    assert set(np.unique(Grid(PLAIN, 2.0).rectify(chequered))) == {0, 200}


@pytest.mark.parametrize(("inset", "side"), [(0.0, 81), (5.0, 71), (30.0, 21)])
def test_the_mask_shows_the_opening_less_an_inset_on_each_side(inset: float, side: int) -> None:
    grid = Grid(PLAIN, 1.0)
    mask = grid.opening_mask(PLAIN, inset)
    shown = np.argwhere(mask == 255)
    assert mask.shape == grid.shape and np.count_nonzero(mask) == len(shown) == side**2
    assert grid.to_mm(shown.mean(axis=0)) == pytest.approx([0, 0])


@pytest.mark.parametrize("angle", [0.0, 0.7, -2.0])
def test_a_layer_is_straightened_by_its_place(angle: float) -> None:
    grid, pose = Grid(PLAIN, 1.0), Pose(6.0, -4.0, angle)
    cells = np.mgrid[0 : grid.shape[0], 0 : grid.shape[1]][::-1].astype(np.uint8)
    us, vs = np.arange(-12.0, 13.0), np.arange(-5.0, 6.0)
    places = pose.places(np.stack(np.meshgrid(us, vs), axis=-1).reshape(-1, 2))
    expected = grid.to_cells(places).T.reshape(2, len(vs), len(us))
    for layer, there in zip(cells, expected, strict=True):
        seen = grid.straightened(np.ascontiguousarray(layer), pose, us, vs, cv2.INTER_LINEAR)
        assert seen == pytest.approx(there, abs=0.6)

"""The opening's sides, which tell the lens what it does far from the boards: the inner border, not the outer one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.setup.above import ENDS, REACH_MM, Relief
from vision.setup.opening import Opening, refined
from vision.setup.plumb import enclosed, plumb_lines
from vision.setup.squares import SCALE

LEDGE_MM = 3.5
"""A thin ledge: its outer border runs just beside the inner one."""


def framed(pane: Pane, wood: tuple[float, float]) -> Relief:
    """An opening in a dark ledge, the wood beyond (logarithm) from left to right; brighter than what is above."""
    grid = Grid(pane, SCALE, margin=REACH_MM)
    values = np.tile(np.linspace(*wood, grid.shape[1], dtype=np.float32), (grid.shape[0], 1))
    values[grid.opening_mask(pane, -LEDGE_MM) > 0] = 3.7
    values[grid.opening_mask(pane) > 0] = 4.0
    return Relief(np.repeat(values[..., None], 3, axis=2), np.ones(grid.shape, np.float32), grid)


@pytest.mark.parametrize("wood", [(5.0, 3.75), (3.75, 5.0), (5.0, 5.0), (3.75, 3.75)])
def test_the_outer_border_is_not_taken_for_the_inner_one_however_strong(pane: Pane, wood: tuple[float, float]) -> None:
    lines = plumb_lines(Opening(pane, 0.0), framed(pane, wood))
    assert len(lines) == 4
    assert enclosed(pane, lines) == pytest.approx(pane.opening, abs=1.0)


def test_a_border_that_bows_is_followed(pane: Pane) -> None:
    relief = framed(pane, (5.0, 5.0))
    rows, columns = np.mgrid[0 : relief.grid.shape[0], 0 : relief.grid.shape[1]].astype(float)
    places = relief.grid.to_mm(np.stack([columns.ravel(), rows.ravel()], axis=1)).reshape(*rows.shape, 2)
    middle, half = pane.opening.mean(axis=0), np.abs(pane.opening - pane.opening.mean(axis=0)).mean()
    right = pane.opening[1] - pane.opening[0]
    right /= np.linalg.norm(right)
    along, down = np.moveaxis((places - middle) @ np.array([right, [-right[1], right[0]]]).T / half, 2, 0)
    bowed = down < -1 + 2.0 / half * (1 - along**2)
    relief.values[bowed & (np.abs(along) < 1)] = 3.4
    upper = plumb_lines(Opening(pane, 0.0), relief)[2]
    places = pane.to_mm(upper.places)
    off, deep = (places - middle) @ right, (places - middle) @ [-right[1], right[0]]
    assert deep[np.abs(off) < 20.0].mean() - deep[np.abs(off) > 110.0].mean() > 1.0


def faint(pane: Pane) -> Relief:
    """The ledge's wall is hardly brighter than what is above the pane, on half of its length; the wood beyond it is."""
    relief = framed(pane, (5.0, 5.0))
    inside = relief.values == np.float32(4.0)
    columns = np.arange(relief.grid.shape[1])[None, :, None]
    relief.values[inside] = np.broadcast_to(np.where((columns // 20) % 2, 3.57, 3.66), relief.values.shape)[inside]
    return relief


def test_an_inner_border_that_shows_by_half_is_not_left_for_the_outer_one(pane: Pane) -> None:
    relief = faint(pane)
    lines = plumb_lines(Opening(pane, 0.0), relief)
    assert len(lines) == 4
    for line, (start, end) in zip(lines, ENDS, strict=True):
        places = pane.to_mm(line.places)
        along = pane.opening[end] - pane.opening[start]
        across = np.array([along[1], -along[0]]) / np.linalg.norm(along)
        assert np.abs((places - pane.opening[start]) @ across).max() < 1.6


def test_a_side_that_is_straight_is_not_turned_to_a_steeper_border_that_runs_off(pane: Pane) -> None:
    """The wall of the upper side grows from nothing on the left to 3 mm on the right, where the wood beyond begins."""
    relief = framed(pane, (4.5, 4.5))
    relief.values[relief.values < 3.9] = 4.5
    rows, columns = np.mgrid[0 : relief.grid.shape[0], 0 : relief.grid.shape[1]].astype(float)
    x, y = relief.grid.to_mm(np.stack([columns.ravel(), rows.ravel()], axis=1)).T.reshape(2, *rows.shape)
    (left, top), (right, _) = pane.opening[:2]
    wall = (y < top) & (y > top - 3.0 * (x - left) / (right - left)) & (x > left) & (x < right)
    relief.values[(y < top) & (x > left) & (x < right)] = 4.9
    relief.values[wall] = 3.65
    found = refined(pane, relief, relief.grid.to_cells(pane.opening)).opening
    assert abs(float(np.diff((found - pane.opening)[:2, 1])[0])) < 1.0

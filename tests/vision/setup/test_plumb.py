"""The opening's sides, which tell the lens what it does far from the boards: the inner border, not the outer one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.setup.above import ENDS, REACH_MM, Relief
from vision.setup.opening import Opening, refined
from vision.setup.plumb import Line, enclosed, plumb_lines
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


def upper_off(pane: Pane, lines: list[Line]) -> float:
    """By how much (mm) the upper side's places are off it, outwards, at most."""
    start, end = pane.opening[:2]
    along = (end - start) / np.linalg.norm(end - start)
    return float(((pane.to_mm(lines[2].places) - start) @ [along[1], -along[0]]).max())


def beyond_upper(pane: Pane, relief: Relief) -> tuple[np.ndarray, np.ndarray]:
    """Of each cell how far (shares) it is along the upper side, and how far (mm) outwards of it."""
    rows, columns = np.mgrid[0 : relief.grid.shape[0], 0 : relief.grid.shape[1]].astype(float)
    places = relief.grid.to_mm(np.stack([columns.ravel(), rows.ravel()], axis=1)).reshape(*rows.shape, 2)
    start, end = pane.opening[:2]
    along = (end - start) / np.linalg.norm(end - start) ** 2
    return (places - start) @ along, (places - start) @ [along[1], -along[0]] / np.linalg.norm(along)


def test_a_side_whose_middle_does_not_show_is_not_followed_to_the_lower_edge_of_the_wood(pane: Pane) -> None:
    relief = framed(pane, (3.7, 3.7))
    share, out = beyond_upper(pane, relief)
    edge = LEDGE_MM * 4 * share * (1 - share)
    relief.values[(out < edge) & (out > -20)] = 4.0
    relief.values[(out >= edge) & (out < 20)] = 3.7
    away = np.linalg.norm(pane.opening[0] - pane.opening[1]) / 2
    wood = abs(float(pane.eye[2])) * LEDGE_MM / (away + LEDGE_MM)
    assert upper_off(pane, plumb_lines(Opening(pane, 0.0), relief)) > 2.5, "the lens may bow a side so"
    assert upper_off(pane, plumb_lines(Opening(pane, float(wood)), relief)) < 2.0


def test_a_side_of_which_nothing_shows_stays_straight_and_tells_the_lens_nothing(pane: Pane) -> None:
    relief = framed(pane, (3.7, 3.7))
    relief.values[:] = 3.7
    lines = plumb_lines(Opening(pane, 0.0), relief)
    assert enclosed(pane, lines) == pytest.approx(pane.opening, abs=0.05)
    shown = plumb_lines(Opening(pane, 0.0), framed(pane, (5.0, 5.0)))
    assert min(line.loose for line in lines) > 5 * max(line.loose for line in shown)


def test_a_border_that_runs_off_at_one_end_is_another_line(pane: Pane) -> None:
    """What shows leaves the upper side by 3.5 mm at its right end."""
    relief = framed(pane, (3.7, 3.7))
    share, out = beyond_upper(pane, relief)
    relief.values[(out < 3.5 * share) & (out > -20)] = 4.0
    relief.values[(out >= 3.5 * share) & (out < 20)] = 3.7
    assert upper_off(pane, plumb_lines(Opening(pane, 0.0), relief)) < 0.5

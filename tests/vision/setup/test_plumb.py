"""The opening's sides, which tell the lens what it does far from the boards: the inner border, not the outer one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane
from vision.setup.opening import REACH_MM, SCALE, Relief
from vision.setup.plumb import enclosed, plumb_lines

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
    lines = plumb_lines(pane, framed(pane, wood))
    assert len(lines) == 4
    assert enclosed(pane, lines) == pytest.approx(pane.opening, abs=1.0)


def test_a_border_that_bows_is_followed(pane: Pane) -> None:
    relief = framed(pane, (5.0, 5.0))
    rows, columns = np.mgrid[0 : relief.grid.shape[0], 0 : relief.grid.shape[1]].astype(float)
    places = relief.grid.to_mm(np.stack([columns.ravel(), rows.ravel()], axis=1)).reshape(*rows.shape, 2)
    middle, half = pane.opening.mean(axis=0), np.abs(pane.opening - pane.opening.mean(axis=0)).mean()
    along, down = np.moveaxis((places - middle) / half, 2, 0)
    bowed = down < -1 + 2.0 / half * (1 - along**2)
    relief.values[bowed & (np.abs(along) < 1)] = 3.4
    upper = plumb_lines(pane, relief)[2]
    places = pane.to_mm(upper.places)
    middle_of_side = places[np.abs(places[:, 0] - middle[0]) < 20.0]
    assert middle_of_side[:, 1].mean() - places[np.abs(places[:, 0] - middle[0]) > 110.0][:, 1].mean() > 1.0

"""What the calibration sees from above: the picture behind the boards, and steps of brightness across lines in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane, Points
from vision.picture import Picture
from vision.setup.squares import SCALE, STRONG

REACH_MM = 60.0
"""How far around the board's place the picture from above reaches."""
DARK = 8.0
"""Grey levels added before logarithms, as at the border's stations (`vision.scene.border`)."""
SLIGHTLY = 0.01
"""What a step beyond `STRONG` counts: of a border's blurred places the sharpest is chosen."""
ENDS = ((3, 0), (1, 2), (0, 1), (2, 3))
"""First and last corner of each side (left, right, upper, lower), clockwise."""


@dataclass(frozen=True)
class Relief:
    """The picture from above as logarithms (rows, columns, 3), and 1 where the camera sees at all."""

    values: NDArray[np.float32]
    seen: NDArray[np.float32]
    grid: Grid


def uncovered(grid: Grid, pictures: list[Picture], covered: list[Picture]) -> Picture:
    """What is behind the board, from above: the median of some pictures in which it lies elsewhere each time; where not
    all of them are ``covered`` (1, else 0, as large as they are) by it, of those that are not.
    """
    flats = np.array([grid.rectify(p) for p in pictures], dtype=np.float32)
    hidden = np.array([grid.rectify(c) for c in covered]) > 0
    flats[hidden & ~hidden.all(axis=0)] = np.nan
    return np.asarray(np.nanmedian(flats, axis=0).round(), dtype=np.uint8)


def relief_of(pane: Pane, pictures: list[Picture], covered: list[Picture]) -> Relief:
    """The relief of what is `uncovered` behind the boards in some pictures."""
    grid = Grid(pane, SCALE, margin=REACH_MM)
    flat = cv2.GaussianBlur(uncovered(grid, pictures, covered), (3, 3), 0).astype(np.float32)
    values = np.log(flat + np.float32(DARK))
    seen = (grid.rectify(np.full((*pane.size[::-1], 3), 255, np.uint8))[..., 0] == 255).astype(np.uint8)
    within = cv2.erode(seen, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    # What is next to the picture's end is blurred with the dark beyond it.
    return Relief(_continued(values, within > 0), within.astype(np.float32), grid)


def _continued(values: NDArray[np.float32], seen: NDArray[np.bool_]) -> NDArray[np.float32]:
    """What lies beyond the picture is as what is nearest in it: the picture's end is no border."""
    if seen.all():
        return values
    beyond = (~seen).astype(np.uint8)
    _, labels = cv2.distanceTransformWithLabels(beyond, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    nearest = np.zeros(int(labels.max()) + 1, np.intp)
    nearest[labels[seen]] = np.flatnonzero(seen.ravel())
    return np.asarray(values.reshape(-1, 3)[nearest[labels]], dtype=np.float32)


def outwards_of(start: Points, end: Points) -> Points:
    """Across a side, away from the middle of the square; length 1."""
    along = (end - start) / np.linalg.norm(end - start)
    return np.array([along[1], -along[0]])


def steps_across(
    relief: Relief, start: Points, end: Points, shares: Points, reach: Points
) -> tuple[Points, Points, NDArray[np.float64]]:
    """Places (n, 2) along a side, the unit vector outwards, and the step at each place moved outwards by each of
    ``reach`` cells (n, len(reach)).
    """
    places, outwards = start + shares[:, None] * (end - start), outwards_of(start, end)
    return places, outwards, steps_near(relief.values, places, reach, outwards).astype(np.float64)


def steps_near(relief: NDArray[np.float32], places: Points, reach: Points, outwards: Points) -> NDArray[np.float32]:
    """The step of brightness (of the channel in which it is largest) across each place (n, 2) moved outwards by each of
    ``reach``: (n, len(reach)).
    """
    cells = places[:, None] + reach[None, :, None] * outwards
    return np.asarray(np.abs(values_at(relief, cells + outwards) - values_at(relief, cells - outwards)).max(axis=-1))


def plainly(steps: NDArray[np.floating[Any]]) -> Points:
    """Steps of which a strong one counts hardly more than a fair one, but still the more the stronger it is."""
    return np.asarray(np.minimum(steps, STRONG) + SLIGHTLY * steps, dtype=np.float64)


def values_at(relief: NDArray[np.float32], cells: Points) -> NDArray[np.float32]:
    """A layer (rows, columns, ...) at ``cells`` (..., 2)."""
    columns, rows = (np.ascontiguousarray(cells[..., i], dtype=np.float32) for i in (0, 1))
    return np.asarray(
        cv2.remap(relief, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.float32
    )


def crossing(one: tuple[Points, Points], two: tuple[Points, Points]) -> Points:
    """Where two lines meet."""
    (a, b), (c, d) = one, two
    shift = np.linalg.solve(np.column_stack([b - a, c - d]), c - a)
    return np.asarray(a + shift[0] * (b - a), dtype=np.float64)

"""Where a lone wand may lie: edges of what differs from the empty pane, however faint."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.locate.proposals import CELL, DIRECTIONS, FULL, Candidate, Map, Search
from vision.picture import Picture

HALF = 5.0
"""Grey levels a cell at which an edge counts half: noise (about 1) hardly counts, a black wand before a dark hood
(6 to 12 levels) counts half as much as any other."""
LENGTH_MM, SIDES_MM = 104.0, (12.0, 14.0)
"""With these sizes wands of 85 to 125 x 10 to 17 mm are found as well; the fit measures them."""
RIM_CELLS = 1
"""The outermost cells of the opening are its border, which moves with the light."""


class Newness:
    """Looks for a wand of unknown size in what is new on one pane; ``grid`` has the pane, ``opening`` its mask."""

    def __init__(self, grid: Grid, opening: NDArray[np.uint8]) -> None:
        self.searches = [_FaintSearch(grid, LENGTH_MM, side) for side in SIDES_MM]
        small = cv2.resize(opening, None, fx=1 / CELL, fy=1 / CELL, interpolation=cv2.INTER_AREA)
        inner = cv2.erode((small > FULL // 2).astype(np.uint8), np.ones((2 * RIM_CELLS + 1,) * 2, np.uint8))
        self.opening = np.asarray(inner, dtype=np.float32)

    def candidates(self, flat: Picture, empty: Picture, most: int) -> list[Candidate]:
        """The best places, best first, at most ``most``: ``flat`` is seen from above, ``empty`` the bare pane."""
        new = _small(flat) - _small(empty)
        found = [c for search in self.searches for c in search.among(new, self.opening, most)]
        return sorted(found, key=lambda c: -c.score)[:most]


class _FaintSearch(Search):
    """The search for pairs of parallel lines, run on differences."""

    def among(self, new: Map, where: Map, most: int) -> list[Candidate]:
        """The best places in a difference (rows, columns, 3; grey levels), only ``where`` that is 1."""
        strength, direction = edges_of(new)
        counts = np.asarray(cv2.convertScaleAbs(strength * where, alpha=FULL), dtype=np.uint8)
        return self._best(counts, direction, most)


def _small(flat: Picture) -> NDArray[np.float32]:
    """Every `CELL` cells of the grid averaged into one, with the fractions that faint edges need."""
    small = cv2.resize(flat.astype(np.float32), None, fx=1 / CELL, fy=1 / CELL, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def edges_of(new: Map) -> tuple[Map, Picture]:
    """How much of an edge each cell is (0 to 1, all channels together), and its direction in the strongest channel."""
    channels = cv2.split(new)
    slopes = np.stack([[cv2.Sobel(c, cv2.CV_32F, *d, scale=1 / 8) for c in channels] for d in ((1, 0), (0, 1))])
    power = (slopes**2).sum(axis=0)
    size = np.sqrt(power.sum(axis=0))
    x, y = np.take_along_axis(slopes, power.argmax(axis=0)[None, None], axis=1)[:, 0]
    direction = cv2.convertScaleAbs(cv2.phase(x, y), alpha=DIRECTIONS / (2 * np.pi))
    return size / (size + HALF), np.asarray(direction, dtype=np.uint8)

"""The foreground: where the pane differs from the empty pane, and how wands may lie in that."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.geometry.pane import Points
from vision.geometry.pose import Pose
from vision.numeric.colour import brightest
from vision.numeric.medians import byte_median
from vision.picture import Picture

EVEN_MM = 5.0
"""Noise is evened out over so much: less than half of a wand's width."""
NEW_LEVELS, LEAST_LEVELS = 6.0, 2.0
"""Grey levels by which a cell differs at least: in the light of the teaching, and in the dark."""
ALONG, ACROSS = 45, 6
"""Places looked at for a footprint."""


@dataclass(frozen=True)
class Foreground:
    """1 in each cell of the grid that differs from the empty pane, else 0."""

    mask: NDArray[np.uint8]
    grid: Grid

    def share(self, pose: Pose, length: float, side: float) -> float:
        """Share of a footprint that is new."""
        return float(self.shares([pose], length, side)[0])

    def shares(self, poses: list[Pose], length: float, side: float) -> NDArray[np.float64]:
        """Share of each footprint that is new."""
        u, v = _lattice(length, side)
        x, y, angle = np.array([(p.x, p.y, p.angle) for p in poses]).reshape(-1, 3, 1).swapaxes(0, 1)
        across, down = np.cos(angle), np.sin(angle)
        seen = self._seen(x + across * u - down * v, y + down * u + across * v)
        return np.asarray(np.add.reduce(seen, axis=1, dtype=np.intp) / len(u), dtype=np.float64)

    def without(self, poses: list[Pose], length: float, side: float) -> Foreground:
        """The rest when some footprints are taken away."""
        rest = self.mask.copy()
        for pose in poses:
            cv2.fillConvexPoly(rest, np.round(self.grid.to_cells(pose.corners(length, side))).astype(np.int32), 0)
        return Foreground(rest, self.grid)

    def slid(self, pose: Pose, length: float, side: float) -> Pose:
        """Moved along itself, by up to its length, to where it covers most that is new (the middle of such places)."""
        us = np.arange(-1.1 * length, 1.1 * length, 1.0)
        vs = np.linspace(-side / 3, side / 3, 5)
        covered = self._lattice_at(pose, us, vs).mean(axis=0)
        reach = round(length)
        sums = np.convolve(covered, np.ones(reach), mode="valid")
        shifts = us[: len(sums)] + (reach - 1) / 2
        return pose.moved(float(np.median(shifts[sums >= sums.max() - 0.5])), 0.0)

    def _lattice_at(self, pose: Pose, us: Points, vs: Points) -> NDArray[np.uint8]:
        """The mask at a lattice of wand coordinates, 0 outside the grid: (len(vs), len(us))."""
        places = pose.places(np.column_stack([np.tile(us, len(vs)), np.repeat(vs, len(us))]))
        return self.at(places).reshape(len(vs), len(us))

    def at(self, places: Points) -> NDArray[np.uint8]:
        """The mask at places (n, 2), 0 outside the grid."""
        return self._seen(*places.T)

    def _seen(self, x: Points, y: Points) -> NDArray[np.uint8]:
        """The mask at places given apart."""
        mask, (left, top), scale = self._bordered, self.grid.origin, self.grid.scale
        columns, rows = np.rint((x - left) * scale), np.rint((y - top) * scale)
        for cells, end in ((columns, mask.shape[1]), (rows, mask.shape[0])):
            np.minimum(np.maximum(cells, -1, out=cells), end - 2, out=cells)
        return np.asarray(mask[rows.astype(np.intp) + 1, columns.astype(np.intp) + 1])

    @cached_property
    def _bordered(self) -> NDArray[np.uint8]:
        """The mask with a border of nothing, one cell wide: what lies outside the grid."""
        return np.asarray(cv2.copyMakeBorder(self.mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0), dtype=np.uint8)


def without_noise(flat: Picture, grid: Grid) -> Picture:
    """A top-down picture of which noise, worst in the dark, is evened out."""
    return np.asarray(cv2.blur(flat, (round(EVEN_MM * grid.scale) | 1,) * 2), dtype=np.uint8)


def foreground_of(now: Picture, bare: Picture, light: float, sample: NDArray[np.uint8], grid: Grid) -> Foreground:
    """Where a top-down picture differs from the empty pane in this light, both `without_noise`.

    ``sample`` is not 0 in those of every third cell that lie in the opening.
    """
    off = brightest(cv2.absdiff(now, bare))
    usual = byte_median(off[::3, ::3], sample)
    least = max(LEAST_LEVELS, NEW_LEVELS * min(1.0, light))
    return Foreground(np.asarray(off > least + 2.5 * usual, dtype=np.uint8), grid)


@lru_cache(maxsize=16)
def _lattice(length: float, side: float) -> Points:
    """Wand coordinates (2, ALONG * ACROSS) all over a footprint."""
    us, vs = np.linspace(-length / 2, length / 2, ALONG), np.linspace(-side / 2, side / 2, ACROSS)
    return np.stack([np.tile(us, ACROSS), np.repeat(vs, ALONG)])

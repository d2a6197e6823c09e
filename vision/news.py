"""What is new on the pane: where it differs from the empty pane, and how wands may lie in that."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pane import Grid
from vision.patches import Pose


@dataclass(frozen=True)
class News:
    """1 in each cell of the grid that differs from the empty pane, else 0."""

    mask: NDArray[np.uint8]
    grid: Grid

    def share(self, pose: Pose, length: float, side: float) -> float:
        """Share of a footprint that is new."""
        corners = np.round(self.grid.to_cells(pose.corners(length, side))).astype(np.int32)
        low = np.maximum(corners.min(axis=0), 0)
        part = self.mask[low[1] : max(corners[:, 1].max() + 1, 0), low[0] : max(corners[:, 0].max() + 1, 0)]
        if part.size == 0:
            return 0.0
        inside = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(inside, corners - low, 1)
        return float(cv2.mean(part, inside)[0])

    def without(self, poses: list[Pose], length: float, side: float) -> News:
        """The rest when some footprints are taken away."""
        rest = self.mask.copy()
        for pose in poses:
            cv2.fillConvexPoly(rest, np.round(self.grid.to_cells(pose.corners(length, side))).astype(np.int32), 0)
        return News(rest, self.grid)

    def slid(self, pose: Pose, length: float, side: float) -> Pose:
        """Moved along itself, by up to its length, to where it covers most that is new (the middle of such places)."""
        us = np.arange(-1.1 * length, 1.1 * length, 1.0)
        vs = np.linspace(-side / 3, side / 3, 5)
        places = np.stack(np.meshgrid(us, vs), axis=-1).reshape(-1, 2)
        cells = np.round(self.grid.to_cells(pose.places(places))).astype(int)
        size = np.array(self.mask.shape[::-1])
        inside = ((cells >= 0) & (cells < size)).all(axis=1)
        columns, rows = cells.clip(0, size - 1).T
        covered = (self.mask[rows, columns] * inside).reshape(len(vs), len(us)).mean(axis=0)
        reach = round(length)
        sums = np.convolve(covered, np.ones(reach), mode="valid")
        shifts = us[: len(sums)] + (reach - 1) / 2
        return pose.moved(float(np.median(shifts[sums >= sums.max() - 0.5])), 0.0)

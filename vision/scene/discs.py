"""Small round things that lie at a wand: a coin that was pushed under its side or its end, the base of a pawn.

Whatever a wand lies on lifts it by too little to be seen on the outline.  But the camera looks from below, so what is
under a wand lies before it: the whole rim of the disc shows, on the pane and across the wand, and one colour within.
A lamp's image is round, too, but has the wand's and the pane's colour added to its own or is too bright for the camera;
a fingertip behind a wand shows no rim on it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pose import Pose
from vision.numeric.colour import brightest
from vision.numeric.medians import byte_median
from vision.scene.rims import REACH_MM, Size, Surroundings
from vision.scene.view import EmptyPane, View

Mask = NDArray[np.uint8]

NEW_LEVELS = 5.0
"""Grey levels by which a disc differs from the empty pane, beyond twice what noise does."""
BORDER_MM, NEAR_MM, FEWEST = 1.5, 4.5, 4
"""What is nearer than the first to a wand is its border; so many cells (mm2) within the second must be new before a
closer look is worth it: a disc of which 6 places of the rim show beside a wand has 4."""


class Discs:
    """Looks for coins and bases at wands on one pane."""

    def __init__(self, empty: EmptyPane) -> None:
        self.empty = empty
        self._clear = np.ascontiguousarray(empty.inside & (empty.mirrors == 0), np.uint8)

    def touched(self, view: View, poses: list[Pose], size: Size) -> list[bool]:
        """For each wand of that length and side (mm): does a small round thing hold it?"""
        off = brightest(cv2.absdiff(cv2.blur(view.flat, (3, 3)), cv2.blur(view.lit, (3, 3))))
        noise = 2 * byte_median(off[::3, ::3], np.ascontiguousarray(self._clear[::3, ::3]))
        new = np.asarray(off > NEW_LEVELS + noise, np.uint8) & self._clear
        for pose in poses:
            new &= 1 - self._filled(pose, size, BORDER_MM)
        around = [new & self._filled(pose, size, NEAR_MM) for pose in poses]
        return [cv2.countNonZero(a) >= FEWEST and self._held(view, p, size) for a, p in zip(around, poses, strict=True)]

    def _filled(self, pose: Pose, size: Size, around: float) -> Mask:
        """1 in a footprint and so far around it."""
        mask = np.zeros(self.empty.grid.shape, np.uint8)
        corners = self.empty.grid.to_cells(pose.corners(size[0] + 2 * around, size[1] + 2 * around))
        cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
        return mask

    def _held(self, view: View, pose: Pose, size: Size) -> bool:
        """Whether the rim of a disc shows at a wand."""
        surroundings = self._surroundings(view, pose, size)
        return any(surroundings.is_disc(*spot) for spot in surroundings.spots())

    def _surroundings(self, view: View, pose: Pose, size: Size) -> Surroundings:
        u, v = (round(mm / 2 + REACH_MM) for mm in size)
        at = pose, np.arange(-u, u + 1.0), np.arange(-v, v + 1.0)
        now, bare = (self.empty.grid.straightened(p, *at, cv2.INTER_LINEAR) for p in (view.flat, view.lit))
        clear = self.empty.grid.straightened(self._clear, *at, cv2.INTER_NEAREST)
        pictures = now.astype(np.float32), bare.astype(np.float32)
        return Surroundings(*pictures, clear.astype(np.float32), size)

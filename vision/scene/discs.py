"""Small round things that touch a wand: a coin that was pushed under its long side, the base of a pawn.

What lies under a wand's long side lifts it by too little to be seen on the outline, and a pale coin under a pale wand
hides no more of it than a shadow.  But the rest of the coin lies beside the wand: sharp, round, and of a coin's size.
Where hands or heads are over the pane wands cut them into pieces of any shape; nothing is said then.
"""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import GRID_SCALE
from vision.geometry.pane import Points
from vision.geometry.pose import Pose
from vision.numeric.colour import brightest
from vision.numeric.masks import Piece, pieces
from vision.numeric.medians import byte_median
from vision.scene.foreground import Foreground
from vision.scene.view import EmptyPane, View

Mask = NDArray[np.uint8]

LEVELS = (3.0, 5.0, 9.0, 16.0)
"""Grey levels by which it differs from the empty pane (beyond twice what noise does): a pale coin by few, and what a
bright one casts around it must not belong to it."""
SHARP = 0.85
"""At the next of these levels so much of it is left: what has no sharp border shrinks more."""
WIDE_MM = (15.5, 29.0)
"""Coins are 16 to 26 mm wide, with the border that a picture draws around them up to 29."""
ROUND, WHOLE = (0.6, 0.86), 0.88
"""Shares of the smallest circle around it, and of its convex hull, that it fills: of a coin that lies a quarter under a
wand 0.62 of the circle is left beside the wand's border, of one that hardly does 0.82; a whole one lies beside it."""
OPPOSITE_MM, OPPOSITE = 4.0, 0.3
"""Where so much of what is near the wand goes on beyond its other side, it is a hand or a head."""
BORDER_MM, TOUCHES_MM = 1.5, 3.0
"""What is nearer than the first to a wand is its border; what is within the second of its long side touches it."""
FEWEST = 10
"""Cells (mm2) beside wands that must differ before a closer look is worth it: a coin touches one along 10 mm."""
GAP_MM, THIN_MM = 4.0, 4.0
"""Strokes of a coin's picture are closed over so much; what is thinner is a shadow line or a border."""


class Discs:
    """Looks for coins and bases at wands on one pane."""

    def __init__(self, empty: EmptyPane) -> None:
        self.empty = empty
        self._clear = empty.inside & (cv2.dilate(empty.mirrors, _spot(GAP_MM)) == 0)

    def touched(self, view: View, poses: list[Pose], size: tuple[float, float]) -> list[bool]:
        """For each wand of that length and side (mm): does a small round thing touch it?"""
        off = brightest(cv2.absdiff(cv2.blur(view.flat, (3, 3)), cv2.blur(view.lit, (3, 3))))
        noise = 2 * byte_median(off[::3, ::3], np.ascontiguousarray(self._clear[::3, ::3], np.uint8))
        free = self._clear.astype(np.uint8) & ~self._covered(poses, size, BORDER_MM)
        beside = free & self._covered(poses, size, TOUCHES_MM)
        if cv2.countNonZero(np.asarray(off > LEVELS[1] + noise, np.uint8) & beside) < FEWEST:
            return [False] * len(poses)
        masks = [np.asarray(off > level + noise, np.uint8) & free for level in LEVELS]
        layers = [(self._round(mask), mask) for mask in masks]
        sharp = [(t, mask) for (own, mask), (less, _) in pairwise(layers) for t in own if _stays(t, less)]
        return [
            any(_touches(t, pose, size) and not self._goes_on(t, m, pose, size) for t, m in sharp) for pose in poses
        ]

    def _goes_on(self, places: Points, mask: Mask, pose: Pose, size: tuple[float, float]) -> bool:
        """Whether a thing at one side of a wand goes on beyond the other."""
        uv = (places - pose.middle) @ np.stack([pose.along, pose.right], axis=1)
        near = uv[(np.abs(uv[:, 0]) <= size[0] / 2) & (np.abs(uv[:, 1]) <= size[1] / 2 + OPPOSITE_MM)]
        return float(Foreground(mask, self.empty.grid).at(pose.places(near * [1, -1])).mean()) > OPPOSITE

    def _covered(self, poses: list[Pose], size: tuple[float, float], around: float) -> Mask:
        """1 where wands lie and so far (mm) around them, else 0."""
        mask = np.zeros(self.empty.grid.shape, np.uint8)
        for pose in poses:
            corners = self.empty.grid.to_cells(pose.corners(size[0] + 2 * around, size[1] + 2 * around))
            cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
        return mask

    def _round(self, mask: Mask) -> list[Points]:
        """Places (mm) of each round thing of a coin's size."""
        whole = cv2.morphologyEx(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _spot(GAP_MM)), cv2.MORPH_OPEN, _spot(THIN_MM))
        found = [p for p in pieces(np.asarray(whole, np.uint8)) if may_be_round(p.width, p.height, p.area)]
        places = [self.empty.grid.to_mm(cells_of(piece)) for piece in found]
        return [p for p in places if _is_round(p)]


def may_be_round(width: int, height: int, area: int) -> bool:
    """Whether so many cells in such a rectangle may be a coin's: no wider than one, and wide enough from corner to
    corner.
    """
    low, high = (mm * GRID_SCALE for mm in WIDE_MM)
    return FEWEST <= area <= high**2 and max(width, height) <= high and np.hypot(width, height) + 1 >= low


def cells_of(piece: Piece) -> Points:
    """The cells (x, y) of one connected thing."""
    rows, columns = np.nonzero(piece.cells)
    return np.stack([columns + piece.left, rows + piece.top], axis=1).astype(np.float64)


def _spot(width_mm: float) -> Mask:
    wide = round(width_mm * GRID_SCALE) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)), np.uint8)


def _is_round(places: Points) -> bool:
    """Whether places (mm) make a whole piece of a disc of a coin's size."""
    outline, rim, area = places.astype(np.float32), 0.5 / GRID_SCALE, len(places) / GRID_SCALE**2
    (_, radius), hull = cv2.minEnclosingCircle(outline), cv2.convexHull(outline)
    around = cv2.contourArea(hull) + rim * cv2.arcLength(hull, True)
    share, wide = area / (np.pi * (radius + rim) ** 2), 2 * (radius + rim)
    return bool(WIDE_MM[0] <= wide <= WIDE_MM[1] and ROUND[0] <= share <= ROUND[1] and area >= WHOLE * around)


def _stays(places: Points, less: list[Points]) -> bool:
    """Whether a thing is nearly as large at the next level."""
    middle = places.mean(axis=0)
    near = [len(t) for t in less if np.linalg.norm(t.mean(axis=0) - middle) < THIN_MM]
    return max(near, default=0) >= SHARP * len(places)


def _touches(places: Points, pose: Pose, size: tuple[float, float]) -> bool:
    """Whether something comes near a long side of a wand."""
    u, v = ((places - pose.middle) @ np.stack([pose.along, pose.right], axis=1)).T
    return bool(((np.abs(u) <= size[0] / 2) & (np.abs(v) <= size[1] / 2 + TOUCHES_MM)).any())

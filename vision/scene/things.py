"""What else is to be seen on or above the pane when the wands are taken away: arms, heads, hands, pawns, cards.

Seen from below, a hand over a wand hides nothing of it, and a head far above looks like one on the pane.  They are told
apart by where and how widely they cross the border of the opening: an arm is narrow and reaches far in, a body leaning
over the pane is wider than any arm, and what was laid down crosses no border.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import GRID_SCALE
from vision.geometry.pose import Pose
from vision.numeric.colour import brightest, darkest
from vision.numeric.masks import Piece, pieces
from vision.numeric.medians import median
from vision.scene.foreground import Foreground
from vision.scene.view import EmptyPane, View

LEAST_MM2 = 300.0
"""Smaller things (a fifth of a wand) are specks and rests of a wand's border."""
THIN_MM = 7
"""What is thinner is a border or a shadow line."""
STRONG_LEVELS = 40.0
"""So much a thing differs from the empty pane (grey levels in the light of the teaching).  Hands and sleeves of eleven
tables differ by 62 to 168, soft shadows and lamps that are brighter than before by up to 36.
"""
WHITE, HALO_MM = 235, 9
"""Around a place so white in the empty pane, light that has changed looks like a thing."""
EDGE_MM = 14.0
"""What comes so near to the border crosses it: the ledge may hide the outermost centimetre of the opening."""
ARM_MM = (20.0, 95.0)
"""Widths at the border.  Arms and sleeves of 27 pictures: 35 to 82; shoulders of 40: 103 to 184; a wand's end or the
corner of a card: up to 17.
"""
REACH_MM = 45.0
"""An arm reaches in so far at least; shorter are fingers on the table's border."""
HAND_MM2 = 3000.0
"""A hand that touches a wand without an arm is as large as this; pawns, coins (700) and unread wands (1500) are not."""


@dataclass(frozen=True)
class Thing:
    """One connected thing: area (mm2), how far in it reaches and how wide it is at the border of the opening (mm), and
    its cells (rows, columns of the grid; 1 or 0).
    """

    area: float
    reach: float
    width: float
    cells: NDArray[np.uint8]

    @property
    def behind(self) -> bool:
        """Whether it is wider at the border than any arm: somebody who leans over the pane, far above the wands."""
        return self.width > ARM_MM[1]

    @property
    def arm(self) -> bool:
        """Whether it reaches in from the border as an arm does."""
        return ARM_MM[0] <= self.width <= ARM_MM[1] and self.reach >= REACH_MM


class Beside:
    """Looks for things beside the wands on and above one pane."""

    def __init__(self, empty: EmptyPane) -> None:
        self.empty = empty
        self._inwards = _inwards(empty)
        self._clear = (empty.inside & (_white(empty) == 0)).astype(np.uint8)

    def things(self, view: View, rest: Foreground) -> tuple[Thing, ...]:
        """What of the foreground without the wands (``rest``) is a thing, largest first."""
        mask = rest.mask & self._clear
        if cv2.countNonZero(mask) < LEAST_MM2 * GRID_SCALE**2:
            return ()
        mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((THIN_MM, THIN_MM), np.uint8))
        if cv2.countNonZero(mask) < LEAST_MM2 * GRID_SCALE**2:
            return ()
        large = [p for p in pieces(mask) if p.area / GRID_SCALE**2 >= LEAST_MM2]
        found = [_thing(p, self._inwards) for p in large if _off(view, p) >= STRONG_LEVELS * min(1.0, view.light)]
        return tuple(sorted(found, key=lambda thing: -thing.area))


def at_wand(things: tuple[Thing, ...], poses: list[Pose], length: float, side: float, empty: EmptyPane) -> bool:
    """Whether an arm reaches in, or a thing of a hand's size lies at one of the wands; not when somebody leans over the
    pane, whose head and shoulders the wands may cut into pieces.
    """
    if any(t.arm for t in things):
        return True
    if any(t.behind for t in things):
        return False
    near = np.zeros(empty.grid.shape, np.uint8)
    for pose in poses:
        corners = empty.grid.to_cells(pose.corners(length + 2 * THIN_MM, side + 2 * THIN_MM))
        cv2.fillConvexPoly(near, np.round(corners).astype(np.int32), 1)
    return any(t.area >= HAND_MM2 and bool((t.cells & near).any()) for t in things)


def _off(view: View, piece: Piece) -> float:
    """By how much (grey levels) a piece usually differs from the empty pane."""
    off = brightest(cv2.absdiff(*(np.ascontiguousarray(p[piece.box]) for p in (view.flat, view.lit))))
    return median(off[piece.cells])


def _thing(piece: Piece, inwards: NDArray[np.float32]) -> Thing:
    cells = np.zeros(inwards.shape, np.uint8)
    cells[piece.box] = piece.cells
    depth = inwards[piece.box][piece.cells]
    crossing = (depth >= EDGE_MM - 2) & (depth < EDGE_MM)
    return Thing(len(depth) / GRID_SCALE**2, float(depth.max()), float(crossing.sum()) / (2 * GRID_SCALE), cells)


def _inwards(empty: EmptyPane) -> NDArray[np.float32]:
    """How far (mm) each cell of the grid lies inside the opening."""
    inside = np.pad(empty.inside.astype(np.uint8), 1)
    return np.asarray(cv2.distanceTransform(inside, cv2.DIST_L2, 3)[1:-1, 1:-1] / GRID_SCALE, dtype=np.float32)


def _white(empty: EmptyPane) -> NDArray[np.uint8]:
    """1 where the empty pane is white with light, and a little around, else 0."""
    white = (darkest(empty.picture) > WHITE).astype(np.uint8)
    return np.asarray(cv2.dilate(white, np.ones((HALO_MM, HALO_MM), np.uint8)), dtype=np.uint8)

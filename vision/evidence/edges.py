"""The two edges of the bottom face: where a small network sees notches in them, place by place.

It knows no wand: it was shown edges of many other wands, lights and faults of the glass, with the places of their
notches.  `tests.hardframes.learn_notches` trains it anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.bites import STEP_MM
from vision.evidence.network import Network
from vision.geometry.patches import Patch

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

OUTSIDE_MM, INSIDE_MM = 2.0, 5.0
"""What the network sees of each edge, from its taught place; the deepest notch is 3 mm."""
ACROSS, REACH_MM = 20, 36.0
"""Cells of that, and how far it sees along the wand from its middle."""
OF_WOOD = 9
"""Cells from this one on are mostly wood: their usual colour is that of the wood."""
LITTLE, MOST = 8.0, 2.5
"""Grey levels added before logarithms, and how far from its wood a cell may be (logarithm)."""
CUT_MM = 0.3, 2.0
"""Where light lies over this part of an edge, inwards of it, nothing is told."""
COVERED = 0.8
EVERY = 2
"""The network tells the odds of every so manieth place; between them they run straight."""
END_MM, SHARE = 2.5, 0.28
"""Notches lie within this share of the length, less its ends, from the middle."""
FULL, UNTOLD = 4.0, 1.0
"""Logarithms of odds from which on a notch is seen, or seen to be lacking; nearer to even odds nothing is told.  Of
4,849 flat wands of 31 tables that were not learnt from the notches spoke for a wrong value by a whole notch 2 times,
both where something lay over the outline, and for the true one by 0.8 of a notch 3,200 times.
"""


@dataclass(frozen=True)
class Edges:
    """What the left and right edge show: ``odds`` (2, n), logarithms, that a notch is at each ``u`` (n,), nan where
    light hides it; ``where`` (n,) notches may be.
    """

    u: Array
    odds: Array
    where: Mask

    @property
    def even(self) -> Mask:
        """Where notches may be and none is likely, nor 1 mm beside it: (2, n)."""
        return ~_widened(~(self.odds < 0)) & self.where

    @property
    def heights(self) -> Array:
        """How much each place looks like a notch, 0 to 1; nan where that cannot be told: (2, n)."""
        heights = np.clip(0.5 + self.odds / (2 * FULL), 0, 1)
        return np.where(np.abs(self.odds) < UNTOLD, np.nan, heights)

    def turned(self) -> Edges:
        """As seen when the wand is turned round."""
        return Edges(self.u, self.odds[::-1, ::-1], self.where)


class EdgeGauge:
    """Looks at the two edges of a wand's patch."""

    def __init__(self, length: float, side: float, us: Array, vs: Array) -> None:
        self.u = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
        self.where = np.abs(self.u) <= SHARE * (length - 2 * END_MM)
        cells = (np.arange(ACROSS) + 0.5) * (OUTSIDE_MM + INSIDE_MM) / ACROSS - OUTSIDE_MM
        columns, rows = _cells(self.u, us), _cells(cells - side / 2, vs)
        self._columns = np.tile(columns, (ACROSS, 1))
        self._rows = [np.repeat(r[:, None], len(columns), axis=1) for r in (rows, len(vs) - 1 - rows)]
        self._cut = (cells >= CUT_MM[0]) & (cells <= CUT_MM[1])

    def measure(self, patch: Patch, clear: Mask) -> Edges:
        """Both edges; ``clear`` is False where glare hides the patch."""
        told = NETWORK.answer(beside_wood(self.strips(patch))).reshape(2, -1)
        odds = np.stack([np.interp(self.u, self.u[::EVERY], row) for row in told])
        if not clear.all():
            seen = self.strips(clear.astype(np.float32)[..., None])[:, 0, self._cut].mean(axis=1)
            odds = np.where(seen < COVERED, np.nan, odds)
        return Edges(self.u, odds, self.where)

    def strips(self, patch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Both edges of a patch (rows, columns, channels), inwards downwards: (2, channels, `ACROSS`, n)."""
        soft = cv2.blur(patch, (3, 1))
        strips = [
            cv2.remap(soft, self._columns, rows, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE) for rows in self._rows
        ]
        return np.asarray(np.stack(strips).reshape(2, ACROSS, len(self.u), -1).transpose(0, 3, 1, 2), dtype=np.float32)


def beside_wood(strips: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much brighter than its wood each cell is (logarithms), of the same shape."""
    wood = np.median(strips[:, :, OF_WOOD:].reshape(*strips.shape[:2], -1), axis=2)[..., None, None]
    told = np.log((strips + np.float32(LITTLE)) / (wood + np.float32(LITTLE)))
    return np.asarray(np.clip(told, -MOST, MOST), dtype=np.float32)


def _cells(at: Array, axis: Array) -> NDArray[np.float32]:
    """Numbers of the cells of an even axis that lie there."""
    return np.asarray((at - axis[0]) * (len(axis) - 1) / (axis[-1] - axis[0]), dtype=np.float32)


def _widened(mask: Mask) -> Mask:
    wide = 2 * round(1.0 / STEP_MM) + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((1, wide), np.uint8)) > 0)


NETWORK = Network("notches.onnx")

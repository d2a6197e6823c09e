"""The third witness: a small network that compares a face as a whole, edges and all, with each taught one.

It knows no wand: it was shown pairs of straightened faces, seen and taught, of many other wands, lights and faults of
the glass, and says how much both are one face.  `tests.hardframes.learn` trains it anew.  By itself it says nothing
for sure: it settles a doubt for the value that marks and notches favour, or makes one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.network import Network
from vision.geometry.patches import Patch, within

if TYPE_CHECKING:
    from vision.evidence.model import WandModel

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

WIDE, HIGH = 128, 24
"""Cells along and across the wand: a notch is four of them wide."""
AROUND_MM = 2.0
"""What is so far beside the face is compared, too: notches open there."""
LITTLE, MOST = 8.0, 2.0
"""Grey levels added before logarithms, and how far from its wood a cell may be (logarithm)."""
HALF = 0.5
"""A cell of a seen face is in view where so much of it is."""
SAME, OTHER = 5.0, 3.0
"""So much more likely (logarithm) than any other a value must be to settle a doubt for it, or another one to make a
doubt of it: on 55 tables that were not learnt from the likeliest of 10 wrong values in doubt had 1.9 (of 37 wrong ones
of an earlier network, in changed pictures, 2.1), and of 1,704 weak readings that were right 1,603 had more than 5."""
DENIED = 2 * SAME
"""Where mark or notches by themselves favour another value it takes so much to settle a doubt: two wrong values of 220
tables had 5.1 and 5.6 against their notches, on wands that were taught and lay under a lamp's glow."""
THERE = 1.0
"""So much more likely than none at all."""


def cells_of(layer: Patch, us: Array, vs: Array, size: tuple[float, float]) -> Patch:
    """What of a layer (rows, columns, ...) at ``vs`` and ``us`` (mm) is on a face of that length and side, or beside it
    by `AROUND_MM`, on `HIGH` by `WIDE` cells.
    """
    length, side = size
    on = within(vs, side / 2 + AROUND_MM), within(us, length / 2 + AROUND_MM)
    part = np.ascontiguousarray(layer[on], np.float32)
    return np.asarray(cv2.resize(part, (WIDE, HIGH), interpolation=cv2.INTER_AREA), dtype=np.float32)


def beside_wood(cells: Patch, wood: Array) -> Patch:
    """How much brighter than its ``wood`` (3,) each cell is (logarithms)."""
    return np.asarray(np.log((cells + np.float32(LITTLE)) / (wood + LITTLE).astype(np.float32)), dtype=np.float32)


def in_one_light(off: Patch) -> Patch:
    """The same with what all cells have in common, a light on all of the face, taken out."""
    return np.asarray(off - np.median(off.reshape(-1, 3), axis=0).mean(), dtype=np.float32)


def odds_of(cells: Patch, clear: Mask, wood: Array, layers: Patch, tops: NDArray[np.integer[Any]]) -> Array:
    """How much more likely (logarithms) the ``cells`` of a face, where light leaves them ``clear``, are one of each
    value (3,) than none of a wand of that ``wood``, with such taught ``layers`` of values ``tops``.
    """
    seen = _stacked(in_one_light(beside_wood(cells, wood)), clear)
    pairs = np.concatenate([np.broadcast_to(seen, layers.shape), layers], axis=1, dtype=np.float32)
    alike = NETWORK.answer(pairs).ravel()
    return np.array([np.logaddexp.reduce(alike[tops == value]) for value in range(3)])


class Taught:
    """The taught faces of a wand, made ready for comparing: ``layers`` (guesses, 4, `HIGH`, `WIDE`)."""

    def __init__(self, model: WandModel) -> None:
        self.wood, self.tops = model.base, np.array(model.tops)
        self._at = model.us, model.vs, (model.wand.length, model.wand.side)
        faces = zip(model.pictures, model.clears, strict=True)
        self.layers = np.stack([_stacked(beside_wood(self.cells(p), self.wood), self.shown(c)) for p, c in faces])

    def cells(self, layer: Patch) -> Patch:
        """The cells of a straightened layer of this wand."""
        return cells_of(layer, *self._at)

    def shown(self, clear: Mask) -> Patch:
        """What share of each cell is in view."""
        return self.cells(clear.astype(np.float32))

    def odds(self, patch: Patch, clear: Mask) -> Array:
        """How much more likely (logarithms) a straightened face (rows, columns, 3), where light leaves it ``clear``, is
        one of each value (3,) than none of this wand at all.
        """
        return odds_of(self.cells(patch), self.shown(clear) > HALF, self.wood, self.layers, self.tops)

    def wands_odds(self, patch: Patch, clear: Mask) -> float:
        """How much more likely (logarithm) that is any face of this wand than none."""
        return float(np.logaddexp.reduce(self.odds(patch, clear)))


def margin(odds: Array, top: int) -> float:
    """How much more likely a value is than the likeliest other one."""
    return float(odds[top] - np.delete(odds, top).max())


def _stacked(off: Patch, clear: NDArray[np.generic]) -> Patch:
    """Colours and what is in view as layers: (4, rows, columns)."""
    return np.concatenate([np.clip(off, -MOST, MOST), clear[..., None]], axis=2).transpose(2, 0, 1).astype(np.float32)


NETWORK = Network("faces.onnx")

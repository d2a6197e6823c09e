"""The third witness: a small network that compares a face as a whole, edges and all, with each taught one.

It knows no wand: it was shown pairs of straightened faces, seen and taught, of many other wands, lights and faults of
the glass, and says how much both are one face.  `tests.hardframes.learn` trains it anew.  By itself it says nothing
for sure: it settles a doubt for the value that marks and notches favour, or makes one.
"""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from threading import Lock
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Patch

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
SAME, OTHER = 5.0, 3.0
"""So much more likely (logarithm) than all others a value must be to settle a doubt for it, or another one, or none, to
make a doubt: on 30 tables that were not learnt from the likeliest of 37 wrong values in doubt had 2.1, of 164 right
ones 90 more than 5; of 765 weak readings that were right one had less than -3."""
THERE = 1.0
"""So much more likely than none at all."""


def cells_of(layer: Patch, us: Array, vs: Array, size: tuple[float, float]) -> Patch:
    """What of a layer (rows, columns, ...) at ``vs`` and ``us`` (mm) is on a face of that length and side, or beside it
    by `AROUND_MM`, on `HIGH` by `WIDE` cells.
    """
    length, side = size
    rows, columns = (np.flatnonzero(np.abs(at) <= mm / 2 + AROUND_MM) for at, mm in ((vs, side), (us, length)))
    part = np.ascontiguousarray(layer[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], np.float32)
    return np.asarray(cv2.resize(part, (WIDE, HIGH), interpolation=cv2.INTER_AREA), dtype=np.float32)


def beside_wood(cells: Patch, wood: Array) -> Patch:
    """How much brighter than its ``wood`` (3,) each cell is (logarithms), one light on all of it taken out."""
    off = np.log((cells + np.float32(LITTLE)) / (wood + LITTLE).astype(np.float32))
    return np.asarray(off - np.median(off.reshape(-1, 3), axis=0).mean(), dtype=np.float32)


class Taught:
    """The taught faces of a wand, made ready for comparing: ``layers`` (guesses, 4, `HIGH`, `WIDE`)."""

    def __init__(self, model: WandModel) -> None:
        wood = (model.base + LITTLE).astype(np.float32)
        self.wood, self.tops = model.base, np.array(model.tops)
        self._at = model.us, model.vs, (model.wand.length, model.wand.side)
        layers = []
        for picture, clear in zip(model.pictures, model.clears, strict=True):
            off = np.log((self.cells(picture) + np.float32(LITTLE)) / wood)
            layers.append(_stacked(off, self.cells(clear.astype(np.float32))))
        self.layers = np.stack(layers)

    def cells(self, layer: Patch) -> Patch:
        """The cells of a straightened layer of this wand."""
        return cells_of(layer, *self._at)

    def odds(self, patch: Patch, clear: Mask) -> Array:
        """How much more likely (logarithms) a straightened face (rows, columns, 3), where light leaves it ``clear``, is
        one of each value (3,) than none of this wand at all.
        """
        seen = _stacked(beside_wood(self.cells(patch), self.wood), self.cells(clear.astype(np.float32)) > 0.5)
        pairs = np.concatenate([np.broadcast_to(seen, self.layers.shape), self.layers], axis=1)
        alike = NETWORK.alike(np.ascontiguousarray(pairs))
        return np.array([np.logaddexp.reduce(alike[self.tops == value]) for value in range(3)])

    def wands_odds(self, patch: Patch, clear: Mask) -> float:
        """How much more likely (logarithm) that is any face of this wand than none."""
        return float(np.logaddexp.reduce(self.odds(patch, clear)))


def margin(odds: Array, top: int) -> float:
    """How much more likely a value is than the likeliest other one."""
    return float(odds[top] - np.delete(odds, top).max())


def _stacked(off: Patch, clear: NDArray[np.generic]) -> Patch:
    """Colours and what is in view as layers: (4, rows, columns)."""
    return np.concatenate([np.clip(off, -MOST, MOST), clear[..., None]], axis=2).transpose(2, 0, 1).astype(np.float32)


class Network:
    """The network; OpenCV runs it, in one thread at a time."""

    def __init__(self) -> None:
        self._turn = Lock()

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        stored = files("vision.evidence").joinpath("faces.onnx").read_bytes()
        return cv2.dnn.readNetFromONNX(np.frombuffer(stored, np.uint8))

    def alike(self, pairs: Patch) -> Array:
        """How much each pair is one face (logarithm of odds); ``pairs`` are the six guesses' layers, seen and taught:
        (6, 8, `HIGH`, `WIDE`).
        """
        with self._turn:
            self._net.setInput(pairs)
            return np.asarray(self._net.forward(), dtype=np.float64).ravel()


NETWORK = Network()

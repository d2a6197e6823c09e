"""The grain of a wand's own wood: where a face shows it as fine as it was taught, nothing blurs or washes that face.

Grain is finer across the wand than any mark's stroke, and runs along it for centimetres.  So the mean of a stretch of a
face, without the noise of single pixels, is a fingerprint of it; a blur of 1 mm leaves a seventh of that, a veil makes
it fainter.  Wood without grain tells nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Patch

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

STRETCH_MM, FINE_MM = 8.0, 0.8
"""Length of a stretch; what is smoother than so much (sigma) across is no grain."""
RIM = 2
"""Rows left out at both sides: they have neighbours on one side only."""
SHOWN, LIKE = 0.5, 0.5
"""A stretch shows its taught grain with this share of its strength, and this correlation, at least: plain ones of nine
throws 0.65 to 1.05 in the median, the same under a blur of 1 mm 0.04 to 0.19."""
IN_VIEW = 0.7
"""Share of a row of a stretch that must be in view."""


@dataclass(frozen=True)
class Grain:
    """The grain of the faces without a mark, in both directions: (stretches, rows) each."""

    taught: list[Array]
    density: float

    def shown(self, face: Patch, weight: Patch) -> Mask:
        """Which columns of a face, given along the marks' colour direction with the cells in view (1, 0), show it."""
        seen = grain_of(face, weight, self.density)
        known = [_alike(np.roll(seen, rows, axis=1), grain) for grain in self.taught for rows in (-1, 0, 1)]
        best = max(known, key=lambda shown: int(shown.sum()), default=np.zeros(len(seen), np.bool_))
        cuts = _cuts(face.shape[1], self.density)
        return np.repeat(best, np.diff(cuts))


def grain_of(face: Patch, weight: Patch, density: float) -> Array:
    """What is finer across than `FINE_MM` in each stretch along a face: (stretches, rows)."""
    cuts = _cuts(face.shape[1], density)[:-1]
    known = np.add.reduceat(weight, cuts, axis=1)
    usual = np.add.reduceat(face * weight, cuts, axis=1) / (known + 1e-3)
    smooth = cv2.GaussianBlur(usual, (0, 0), sigmaX=1e-3, sigmaY=FINE_MM * density)
    wide = np.add.reduceat(np.ones_like(weight), cuts, axis=1)
    grain = np.where(known >= IN_VIEW * wide, usual - smooth, 0.0)
    return np.asarray(grain[RIM:-RIM].T, dtype=np.float64)


def _cuts(columns: int, density: float) -> NDArray[np.intp]:
    """The first column of each stretch, and the end of the last."""
    count = max(1, int(columns / density / STRETCH_MM))
    return np.linspace(0, columns, count + 1).astype(np.intp)


def _alike(seen: Array, taught: Array) -> Mask:
    """Which stretches are alike and as strong."""
    both, own, other = (seen * taught).sum(axis=1), (taught**2).sum(axis=1), (seen**2).sum(axis=1)
    return np.asarray((both >= SHOWN * own) & (both >= LIKE * np.sqrt(own * other)) & (own > 0))

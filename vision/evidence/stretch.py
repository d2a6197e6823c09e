"""Is the mark of a face as long as it was taught?  One end up makes it longer or shorter, as it does the whole wand.

Of a mark that reaches over most of a face, three signs say, both halves are looked for by themselves.  Only their
borders across the wand are compared, so that grain, which runs along it, counts nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Patch
from vision.numeric.peaks import vertex

Array = NDArray[np.float64]

RISE = np.array([[-1, -1, 0, 1, 1]], np.float32) / 4
"""Takes the slope along the wand."""
HALVES = 0.35, 0.65
"""Shares of a mark's energy up to which its first half reaches, and from which on its second one does."""
ALONG_MM, ACROSS_MM = 2.5, 1.0
"""How far a half may be off."""
APART_MM = 40.0
"""Halves that are nearer to each other tell too little."""
SHOWN = 0.6
"""Each half must show by so much, as a share of what was taught: grain that passes for a mark shows by 0.15 to 0.4."""


@dataclass(frozen=True)
class Stretch:
    """By how much (mm) the halves of a mark are farther apart than taught, and how far apart (mm) they are."""

    longer: float
    apart: float


def stretch_of(pattern: Patch, face: Patch, density: float) -> Stretch | None:
    """Compare a face, levelled, with the pattern of its mark; None where that does not tell."""
    mark, seen = (cv2.filter2D(layer, -1, RISE).astype(np.float32) for layer in (pattern, face))
    energy = (mark**2).sum(axis=0)
    share = energy.cumsum() / max(float(energy.sum()), 1e-6)
    first, second = np.searchsorted(share, HALVES)
    halves = [_half(mark, seen, part, density) for part in (slice(0, int(first)), slice(int(second), None))]
    (near, a, shown), (far, b, too) = halves
    apart = far - near
    return Stretch(b - a, apart) if min(shown, too) >= SHOWN and apart >= APART_MM else None


def _half(mark: Patch, seen: Patch, part: slice, density: float) -> tuple[float, float, float]:
    """Where a half's middle is (mm), by how much (mm) it is off along the wand, and how much of it shows."""
    half = np.zeros_like(mark)
    half[:, part] = mark[:, part]
    energy = float((half**2).sum())
    if energy <= 0:
        return 0.0, 0.0, 0.0
    middle = float((np.arange(mark.shape[1]) * (half**2).sum(axis=0)).sum()) / energy / density
    down, along = round(ACROSS_MM * density), round(ALONG_MM * density)
    wide = cv2.copyMakeBorder(seen, down, down, along, along, cv2.BORDER_CONSTANT, value=0)
    match = cv2.matchTemplate(np.asarray(wide, dtype=np.float32), half, cv2.TM_CCORR)
    _, most, _, (column, row) = cv2.minMaxLoc(match)
    return middle, (_peak(match[row], column) - along) / density, most / energy


def _peak(row: Patch, top: int) -> float:
    """Top of the parabola through the highest value and its neighbours."""
    if not 0 < top < len(row) - 1:
        return float(top)
    return top + vertex(*row[top - 1 : top + 2].tolist())

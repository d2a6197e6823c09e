"""Things of another hue over a face: a token under an end, a finger, another wand.

Light and shadow change how bright a face is, and a lamp's mirrored light makes it paler; neither gives it a hue of its
own.  So what is neither wood nor mark in hue, nor paler than they are, is another thing.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Patch
from vision.numeric.colour import CEILING, DARK
from vision.numeric.medians import row_medians

RIM_CELLS = 2, 3
"""Cells of 1 mm left out at sides and ends: what is beside the wand mixes in."""
SLACK = np.ones((5, 5), np.uint8)
"""Marks may be off by so many cells."""
CAST = 0.25
"""Light of another colour changes the whole wand by at most this (logarithm)."""
STRANGE = 0.35
"""Hues farther from the taught ones (logarithm) are strange: of 854 wands on plain photoreal pictures none had 9 mm2
of that, at 0.25 four had 26 to 82."""
PALE_MM2 = 100.0
"""A face with so much that is paler than its wood is not blank for certain: that may be no wood.  Of 282 blank faces
one had 81 under a lamp's glow, the others none; half a wand is 500."""
KNOWN, FEWEST = 0.6, 50
"""Share of a cell in view, and cells that must be."""
SPECK = np.ones((3, 3), np.uint8)
"""Smaller spots are dirt."""


def coarse(layer: NDArray[Any], density: float) -> Patch:
    """On cells of 1 mm."""
    size = [max(1, round(n / density)) for n in layer.shape[1::-1]]
    return np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def strange_area(seen: Patch, taught: Patch, clear: Patch, *, paler: bool, grain: float = 1.0) -> float:
    """The largest strange spot (mm2) of a face, all on cells of 1 mm; ``taught`` is how it should look in this light.

    With ``paler`` that of what is paler counts as well, be it mirrored light.  ``grain`` is how many levels one of the
    camera's has become: the hue of what is dark is known to within noise that has grown as much.
    """
    rows, columns = RIM_CELLS
    known = clear > KNOWN
    known[:rows] = known[-rows:] = known[:, :columns] = known[:, -columns:] = False
    if known.sum() < FEWEST:
        return 0.0
    now, usual = _hue(seen, grain), _hue(np.minimum(taught, CEILING), grain)
    away = now - usual
    cast = np.clip(row_medians(away[known].T), -CAST, CAST).astype(np.float32)
    if np.count_nonzero((np.abs(away - cast) > STRANGE).any(axis=2) & known) < SPECK.size:
        return 0.0
    low, high = cv2.erode(usual, SLACK), cv2.dilate(usual, SLACK)
    if not paler:
        low, high = np.minimum(low, 0), np.maximum(high, 0)
    beyond = np.maximum(low + cast - now, now - high - cast).max(axis=2)
    spots = cv2.morphologyEx(((beyond > STRANGE) & known).astype(np.uint8), cv2.MORPH_OPEN, SPECK)
    sizes = cv2.connectedComponentsWithStats(spots)[2][1:, cv2.CC_STAT_AREA]
    return float(sizes.max(initial=0))


def _hue(colours: Patch, grain: float) -> Patch:
    ratio = cv2.log(colours + np.float32(DARK * grain))
    blue, green, red = cv2.split(ratio)
    return np.asarray(ratio - ((blue + green + red) / 3)[..., None], dtype=np.float32)

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
from vision.numeric.colour import CEILING, DARK, brightest
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
DULL, DIMMED = 0.25, 0.75
"""Hues farther off are strange, paler ones too, where the strongest channel has lost a quarter and more: a lamp's light
takes from none, and a shadow leaves the hue.  Of some 1,800 wands that lay free on 61 tables none had more than 21 mm2
of that; of those that a token, fingers or another wand lay at 59 had 25 and more.
"""
PALE_MM2 = 100.0
"""A face with so much that is paler than its wood is not blank for certain: that may be no wood.  Of 282 blank faces
one had 81 under a lamp's glow, the others none; half a wand is 500."""
KNOWN, FEWEST = 0.6, 50
"""Share of a cell in view, and cells that must be."""
SPECK = np.ones((3, 3), np.uint8)
"""Smaller spots are dirt."""
THIRD = np.full((1, 3), 1 / 3, np.float32)
"""Makes the mean of three channels."""


def coarse(layer: NDArray[Any], density: float) -> Patch:
    """On cells of 1 mm."""
    size = [max(1, round(n / density)) for n in layer.shape[1::-1]]
    return np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def strange_areas(seen: Patch, taught: Patch, wood: Patch, clear: Patch, grain: float = 1.0) -> tuple[float, float]:
    """The largest strange spot (mm2) of a face, and that when what is paler counts as well, be it mirrored light.

    All are on cells of 1 mm; ``taught`` is how the face should look in this light, ``wood`` (1, 1, 3) how its wood does
    where no lamp was mirrored in it.  ``grain`` is how many levels one of
    the camera's has become: the hue of what is dark is known to within noise that has grown as much.
    """
    rows, columns = RIM_CELLS
    known = clear > KNOWN
    known[:rows] = known[-rows:] = known[:, :columns] = known[:, -columns:] = False
    if np.count_nonzero(known) < FEWEST:
        return 0.0, 0.0
    now, usual = _hue(seen, grain), _hue(np.minimum(taught, np.float32(CEILING)), grain)
    away = now - usual
    cast = np.clip(row_medians(away[known].T), -CAST, CAST).astype(np.float32)
    if np.count_nonzero(brightest(np.abs(away - cast))[known] > DULL) < SPECK.size:
        return 0.0, 0.0
    low, high = _reach(usual, _hue(wood, grain))
    own = _largest(now - cast, np.minimum(low, 0), np.maximum(high, 0), known)
    return max(own, _dulled(seen, taught, wood, cast, known, grain)), _largest(now - cast, low, high, known)


def _dulled(seen: Patch, taught: Patch, wood: Patch, cast: Patch, known: NDArray[np.bool_], grain: float) -> float:
    """The largest spot (mm2) that is darker than wood and mark and of another hue than these are in so little light, be
    there a cast over the whole face or a veil over the rest of it.
    """
    usual = np.minimum(brightest(np.maximum(taught, wood)), np.float32(CEILING))
    light = np.minimum(brightest(seen) / np.maximum(usual, 1), 1)[..., None]
    low, high = _reach(_hue(taught * light, grain), _hue(wood * light, grain))
    hue, dimmed = _hue(seen, grain), known & (light[..., 0] < DIMMED)
    return min(_largest(each, low, high, dimmed, DULL) for each in (hue, hue - cast))


def _reach(usual: Patch, plain: Patch) -> tuple[Patch, Patch]:
    """The lowest and highest hue of a face and its plain wood around each cell."""
    low, high = (np.asarray(reach(usual, SLACK), dtype=np.float32) for reach in (cv2.erode, cv2.dilate))
    return np.minimum(low, plain), np.maximum(high, plain)


def _largest(hue: Patch, low: Patch, high: Patch, known: NDArray[np.bool_], least: float = STRANGE) -> float:
    """The largest spot (mm2) of known cells whose hue is beyond these limits by more than the ``least``."""
    beyond = brightest(np.maximum(low - hue, hue - high))
    spots = cv2.morphologyEx(((beyond > least) & known).astype(np.uint8), cv2.MORPH_OPEN, SPECK)
    sizes = cv2.connectedComponentsWithStats(spots)[2][1:, cv2.CC_STAT_AREA]
    return float(sizes.max(initial=0))


def _hue(colours: Patch, grain: float) -> Patch:
    ratio = cv2.log(colours + np.float32(DARK * grain))
    return np.asarray(ratio - cv2.transform(ratio, THIRD)[..., None], dtype=np.float32)

"""Is an end of a face of another hue than it was taught, stretch by stretch?  A coin or a finger there is."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.model import WandModel
from vision.geometry.patches import Patch

Array = NDArray[np.float64]

REACH_MM, STRETCHES = 25, 5
"""Looked at from an end so far inwards, in so many parts of equal length."""
RIM_MM, ACROSS = 0.5, 10
"""Left out at the end and twice that at the sides, where what is beside mixes in; and cells across."""
LITTLE = 8.0
"""Grey levels added before logarithms."""


def tinges(model: WandModel, patch: Patch, guess: int, gain: Array) -> Array:
    """How far the hue of each stretch of both ends of a straightened face is from that of its taught ``guess`` in this
    light (logarithm), from the middle outwards: (2, `STRETCHES`).  What all of an end has in common counts nothing.
    """
    now = _ends(model, patch)
    taught = np.minimum(_ends(model, model.pictures[guess]) * gain.astype(np.float32), 255)
    ratio = np.log((now + np.float32(LITTLE)) / (taught + np.float32(LITTLE)))
    hue = ratio - ratio.mean(axis=3, keepdims=True)
    hue -= np.median(hue.reshape(2, -1, 3), axis=1)[:, None, None]
    off = np.abs(hue).max(axis=3)
    return np.asarray(off.reshape(2, ACROSS, STRETCHES, -1).mean(axis=(1, 3)), dtype=np.float64)


def _ends(model: WandModel, layer: Patch) -> Patch:
    """Both ends of a layer of that wand, outwards to the right, a cell for each mm along: (2, rows, columns, 3)."""
    half, side = model.wand.length / 2 - RIM_MM, model.wand.side / 2 - 2 * RIM_MM
    columns = np.searchsorted(model.us, (half - REACH_MM, half))
    rows = slice(*np.searchsorted(model.vs, (-side, side)))
    parts = layer[rows, slice(*columns)], layer[::-1, ::-1][rows, slice(*columns)]
    ends = [cv2.resize(part, (REACH_MM, ACROSS), interpolation=cv2.INTER_AREA) for part in (parts[1], parts[0])]
    return np.asarray(np.stack(ends), dtype=np.float32)

"""A face without its base colour and the slow change of light along it, so that its mark is left."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from vision.geometry.patches import Patch
from vision.numeric.medians import median
from vision.numeric.robust import polynomial

STRETCHES = 9


def levelled(flat: Patch, weight: Patch) -> Patch:
    """Without base colour and slow change along the wand (median of each stretch, so that marks stay)."""
    columns, whole = flat.shape[1], bool(weight.all())
    cuts = np.linspace(0, columns, STRETCHES + 1).astype(int)
    middles, levels = [], []
    for start, end in pairwise(cuts.tolist()):
        cells = flat[:, start:end]
        cells = cells if whole else cells[weight[:, start:end] > 0]
        if cells.size > 20:
            middles.append((start + end - 1) / 2 / columns)
            levels.append(median(cells))
    if not levels:
        return flat * 0
    curve = polynomial(np.array(middles), np.array(levels), min(2, len(levels) - 1))
    level = np.polyval(curve, np.arange(columns) / columns)
    return np.asarray((flat - level) * weight, dtype=np.float32)

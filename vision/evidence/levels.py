"""A face without its base colour and the slow change of light upon it, so that its mark is left."""

from __future__ import annotations

import cv2
import numpy as np

from vision.geometry.patches import Patch

SLOW_MM = 8.0
"""What changes over more than this is light (a lamp's glow, a shadow's border), not a mark's stroke."""

GRAIN_MM = 0.35
"""Noise is evened out over so much (sigma): a pixel is 0.25 to 0.45 mm, a mark's stroke 0.8 mm and more."""


def levelled(flat: Patch, weight: Patch, density: float) -> Patch:
    """Less the mean of its surroundings (twice over `SLOW_MM`) over the cells of ``weight`` 1; 0 elsewhere."""
    size = (round(SLOW_MM * density) | 1,) * 2
    total, known = (cv2.blur(cv2.blur(p, size), size) for p in (flat * weight, weight))
    return np.asarray((flat - total / (known + 1e-3)) * weight, dtype=np.float32)


def without_grain(layer: Patch, weight: Patch, density: float) -> Patch:
    """A levelled face without the noise of single pixels: each cell with its surroundings, over the cells of ``weight``
    1; 0 elsewhere.
    """
    sigma = GRAIN_MM * density
    total, known = (cv2.GaussianBlur(p, (0, 0), sigma) for p in (layer, weight))
    return np.asarray(total / (known + 1e-3) * weight, dtype=np.float32)

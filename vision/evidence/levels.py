"""A face without its base colour and the slow change of light upon it, so that its mark is left."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.patches import Patch

SLOW_MM = 8.0
"""What changes over more than this is light (a lamp's glow, a shadow's border), not a mark's stroke."""

NOTHING = np.float32(1e-3)
"""Added to the share of cells that are known before something is divided by it."""

GRAIN_MM = 0.35
"""Noise is evened out over so much (sigma): a pixel is 0.25 to 0.45 mm, a mark's stroke 0.8 mm and more."""


def levelled(flat: Patch, weight: Patch, density: float) -> Patch:
    """Less the mean of its surroundings (twice over `SLOW_MM`) over the cells of ``weight`` 1; 0 elsewhere."""
    wide = round(SLOW_MM * density) | 1
    if weight.all():
        return flat - _slow(flat, wide) / _all_known(weight.shape, wide, 0.0)
    return np.asarray((flat - _slow(flat * weight, wide) / (_slow(weight, wide) + NOTHING)) * weight, dtype=np.float32)


def without_grain(layer: Patch, weight: Patch, density: float) -> Patch:
    """A levelled face without the noise of single pixels: each cell with its surroundings, over the cells of ``weight``
    1; 0 elsewhere.
    """
    sigma = GRAIN_MM * density
    if weight.all():
        return _soft(layer, sigma) / _all_known(weight.shape, 0, sigma)
    return np.asarray(_soft(layer, sigma) / (_soft(weight, sigma) + NOTHING) * weight, dtype=np.float32)


def _slow(layer: Patch, wide: int) -> Patch:
    """Mean of the surroundings of each cell, twice over so many cells."""
    return np.asarray(cv2.blur(cv2.blur(layer, (wide, wide)), (wide, wide)), dtype=np.float32)


def _soft(layer: Patch, sigma: float) -> Patch:
    return np.asarray(cv2.GaussianBlur(layer, (0, 0), sigma), dtype=np.float32)


@lru_cache(maxsize=32)
def _all_known(shape: tuple[int, int], wide: int, sigma: float) -> Patch:
    """What a face of that shape is divided by where light hides none of it, as most are."""
    known = np.ones(shape, np.float32)
    return (_slow(known, wide) if wide else _soft(known, sigma)) + NOTHING

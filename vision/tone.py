"""How a colour that is seen differs from a known one: in shade (one light more or less) and in hue (another thing)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

DARK = 12.0
"""Grey levels added before colours are compared as ratios: noise and veils matter most in the dark."""
CEILING = 252.0
"""No colour is seen brighter than this, whatever the light."""


def shade_and_hue(seen: Array, known: Array) -> tuple[Array, Array]:
    """Colours (..., 3) against known ones in this light: logarithms of how much brighter, and of the rest's largest."""
    ratio = np.log((seen + DARK) / (np.minimum(known, CEILING) + DARK))
    shade = ratio.mean(axis=-1)
    return shade, np.abs(ratio - shade[..., None]).max(axis=-1)

"""Colours: their strongest and weakest channel, and how one that is seen differs from a known one."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

DARK = 12.0
"""Grey levels added before colours are compared as ratios: noise and veils matter most in the dark."""
CEILING = 252.0
"""No colour is seen brighter than this, whatever the light."""


def shade_and_hue(seen: Array, known: Array) -> tuple[Array, Array]:
    """Colours (..., 3) against known ones in this light: logarithms of how much brighter (one light more or less), and
    of the rest's largest (another thing).
    """
    ratio = np.log((seen + DARK) / (np.minimum(known, CEILING) + DARK))
    shade = ratio.mean(axis=-1)
    return shade, np.abs(ratio - shade[..., None]).max(axis=-1)


def brightest(picture: NDArray[Any]) -> NDArray[Any]:
    """Largest of the three channels (OpenCV is several times faster at it than numpy)."""
    blue, green, red = cv2.split(picture)
    return cv2.max(cv2.max(blue, green), red)


def darkest(picture: NDArray[Any]) -> NDArray[Any]:
    """Smallest of the three channels."""
    blue, green, red = cv2.split(picture)
    return cv2.min(cv2.min(blue, green), red)

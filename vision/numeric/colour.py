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
VEILS = (0.0, 0.3, 0.6, 0.8, 0.9)
"""Shares of a colour's darkest channel that may be light mirrored by the wand."""
VEIL_COSTS, HUE_COSTS, SHADE_COSTS, UNEVEN = 0.25, 1.1, 0.6, 0.2
"""What a whole veil, a hue off by 1 and a brightness off by 1 (logarithms) cost; light on one pane is uneven by the
last."""


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


def distance(one: Array, two: Array) -> float:
    """How unlike two colours are, whatever the light: 0 for one wood, about 0.7 for black and white."""
    shade, hue = shade_and_hue(one, two)
    return HUE_COSTS * float(hue) + SHADE_COSTS * max(0.0, abs(float(shade)) - UNEVEN)


def unlike(colour: Array, wood: Array) -> float:
    """How much a colour differs from a wand's, when as much of it is mirrored light as suits best."""
    return min(distance(colour - veil * colour.min(), wood) + VEIL_COSTS * veil for veil in VEILS)

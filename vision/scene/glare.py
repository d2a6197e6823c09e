"""Glare: cells so white with light that they tell nothing of what lies there."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.numeric.colour import brightest, darkest
from vision.numeric.masks import widened
from vision.numeric.medians import byte_median

WASHED_OUT = 250
WHITE, BEYOND = (WASHED_OUT,) * 3, (256,) * 3
HALO_MM, FARTHEST_MM, RING_MM = 1.0, 4.0, 0.5
"""Glow around white places is left out, at least and at most so far, measured in rings of so much."""
GLOWS = 8.0
"""Glow ends where the next ring is darker by no more grey levels than these; more looks like a notch.  That of a lamp's
image reached 1 mm, that of light mirrored by the wands themselves 2 to 3.5 mm."""


def unwashed(patch: NDArray[Any], density: float, expected: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
    """Cells that glare has not washed out; a wand that is itself as bright as the sensor can tell hides nothing.

    ``expected`` are cells where a mark of this wand may itself be white in this light.
    """
    rows, columns = patch.shape[:2]
    light = darkest(patch)
    middle = light[rows // 3 : rows - rows // 3, columns // 10 : columns - columns // 10]
    if byte_median(middle[::2, ::2].astype(np.uint8)) >= 235:
        return np.ones((rows, columns), dtype=bool)
    bright = (light >= WASHED_OUT).astype(np.uint8)
    if not bright.any():
        return np.ones((rows, columns), dtype=bool)
    wide = 2 * round(HALO_MM * density) + 1
    if expected is not None:
        bright = _strange_light(bright, expected, wide)
    return ~widened(bright, glow(patch, bright, density), density)


def glow(patch: NDArray[Any], bright: NDArray[np.uint8], density: float) -> float:
    """How far (mm) light glows around the places that are ``bright`` (1, 0)."""
    away = cv2.distanceTransform(1 - bright, cv2.DIST_L2, 3) / (RING_MM * density)
    number = round(FARTHEST_MM / RING_MM) + 1
    near = (away > 0) & (away < number)
    ring, light = away[near].astype(np.intp), brightest(patch)[near]
    levels = np.bincount(ring, light, number) / np.maximum(np.bincount(ring, minlength=number), 1)
    calm = np.flatnonzero(np.diff(levels) >= -GLOWS)
    return max(HALO_MM, RING_MM * int(calm[0])) if len(calm) else FARTHEST_MM


def _strange_light(bright: NDArray[np.uint8], expected: NDArray[np.bool_], wide: int) -> NDArray[np.uint8]:
    """Only the white places that are not mostly where a mark of this wand may be white."""
    near = cv2.dilate(expected.astype(np.uint8), np.ones((wide, wide), np.uint8))
    count, labels = cv2.connectedComponents(bright)
    for number in range(1, count):
        place = labels == number
        if float(near[place].mean()) > 0.8:
            bright = np.where(place, 0, bright).astype(np.uint8)
    return bright

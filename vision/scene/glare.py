"""Glare: cells so white with light that they tell nothing of what lies there."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.numeric.colour import darkest
from vision.numeric.masks import widened
from vision.numeric.medians import byte_median

WASHED_OUT = 250
HALO_MM = 1.0


def unwashed(patch: NDArray[Any], density: float, expected: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
    """Cells that glare has not washed out; a wand that is itself as bright as the sensor can tell hides nothing.

    ``expected`` are cells where a mark of this wand may itself be white in this light.
    """
    rows, columns = patch.shape[:2]
    middle = patch[rows // 3 : rows - rows // 3, columns // 10 : columns - columns // 10]
    if byte_median(darkest(middle)[::2, ::2].astype(np.uint8)) >= 235:
        return np.ones((rows, columns), dtype=bool)
    bright = (darkest(patch) >= WASHED_OUT).astype(np.uint8)
    if not bright.any():
        return np.ones((rows, columns), dtype=bool)
    wide = 2 * round(HALO_MM * density) + 1
    if expected is not None:
        bright = _strange_light(bright, expected, wide)
    return ~widened(bright, HALO_MM, density)


def _strange_light(bright: NDArray[np.uint8], expected: NDArray[np.bool_], wide: int) -> NDArray[np.uint8]:
    """Only the white places that are not mostly where a mark of this wand may be white."""
    near = cv2.dilate(expected.astype(np.uint8), np.ones((wide, wide), np.uint8))
    count, labels = cv2.connectedComponents(bright)
    for number in range(1, count):
        place = labels == number
        if float(near[place].mean()) > 0.8:
            bright = np.where(place, 0, bright).astype(np.uint8)
    return bright

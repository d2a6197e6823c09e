"""Masks: which cells of a picture are meant."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def widened(mask: NDArray[Any], reach_mm: float, density: float) -> NDArray[np.bool_]:
    """Cells of a mask and so far around them."""
    wide = 2 * round(reach_mm * density) + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((wide, wide), np.uint8)) > 0)

"""The word SIMULATED in a corner outside the pane, so that no picture of this camera is ever taken for a real one."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.cameras.simulated.optics import Array

TEXT = "SIMULATED"
_COLOUR = (40, 160, 255)


@lru_cache(maxsize=2)
def stamp(width: int) -> Array:
    """The lettering for a picture of a width, 0 to 255, (rows, columns) uint8."""
    scale = width / 1280
    size, thick = 0.85 * scale, max(1, round(2 * scale))
    (wide, high), base = cv2.getTextSize(TEXT, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    sheet = np.zeros((high + base + 4, wide + 4), np.uint8)
    cv2.putText(sheet, TEXT, (2, high + 2), cv2.FONT_HERSHEY_SIMPLEX, size, 255, thick, cv2.LINE_AA)
    return sheet


def corner(width: int, height: int) -> tuple[int, int, int, int]:
    """Where the lettering stands: x0, y0, x1, y1 in the bottom left corner."""
    rows, columns = stamp(width).shape
    edge = round(14 * width / 1280)
    return edge, height - edge - rows, edge + columns, height - edge


def watermark(picture: Array) -> None:
    """Write the word into a picture (height, width, 3) uint8."""
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = corner(width, height)
    cover = stamp(width)[..., None].astype(np.float32) / 255
    part = picture[y0:y1, x0:x1]
    part[:] = (part * (1 - cover) + np.array(_COLOUR, np.float32) * cover).astype(np.uint8)

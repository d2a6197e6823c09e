"""How a board is held, from one picture and a guess of the lens: enough to say how to hold it next."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.setup.board import View
from vision.setup.corners import FOCAL_WIDTHS

Array = NDArray[np.float64]


def normal(view: View, size: tuple[int, int]) -> Array:
    """Unit vector across the board, away from the camera."""
    focal = FOCAL_WIDTHS * size[0]
    matrix = np.array([[focal, 0, (size[0] - 1) / 2], [0, focal, (size[1] - 1) / 2], [0, 0, 1.0]])
    _, turn, shift = cv2.solvePnP(view.board, view.pixels, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    across = cv2.Rodrigues(turn)[0][:, 2]
    return np.asarray(across * np.sign(across @ np.ravel(shift)), dtype=np.float64)


def between(one: Array, other: Array) -> float:
    """Degrees between two unit vectors."""
    return float(np.degrees(np.arccos(np.clip(one @ other, -1, 1))))


def outline(view: View, size: tuple[int, int]) -> list[tuple[float, float]]:
    """The hull of the corners seen, as shares of the picture."""
    hull = cv2.convexHull(view.pixels.astype(np.float32)).reshape(-1, 2)
    return [(round(float(x) / size[0], 4), round(float(y) / size[1], 4)) for x, y in hull]

"""A top-down picture of the pane in equal cells."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Numbers, Pane, Points
from vision.geometry.pose import Pose
from vision.picture import Picture

GRID_SCALE = 1.0
"""Cells a millimetre of the grid on which the eye teaches, looks for wands and keeps the empty pane."""


class Grid:
    """A top-down picture of the pane: ``side`` px at ``scale`` px/mm, the opening's middle in its middle."""

    def __init__(self, pane: Pane, scale: float, margin: float = 8.0) -> None:
        low, high = pane.opening.min(axis=0) - margin, pane.opening.max(axis=0) + margin
        self.scale = scale
        self.origin = low
        self.shape = (int((high[1] - low[1]) * scale) + 1, int((high[0] - low[0]) * scale) + 1)
        rows, columns = np.mgrid[0 : self.shape[0], 0 : self.shape[1]]
        places = np.column_stack([columns.ravel(), rows.ravel()]) / scale + low
        pixels = pane.to_px(places).astype(np.float32).reshape(*self.shape, 2)
        self.part = _part(pixels, pane.size)
        pixels -= np.array([self.part[1].start, self.part[0].start], dtype=np.float32)
        self.map, self.weights = cv2.convertMaps(pixels, None, cv2.CV_16SC2)  # type: ignore[call-overload]
        self.area = pane.scale / scale

    def rectify(self, picture: Picture) -> Picture:
        """The top-down picture, (rows, columns, 3)."""
        part = picture[self.part]
        source = cv2.blur(part, (3, 3)) if self.area > 1.8 else part
        flat = cv2.remap(source, self.map, self.weights, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
        return np.asarray(flat, dtype=np.uint8)

    def to_mm(self, cells: Points) -> Points:
        """Cells (x, y) of the grid to millimetres."""
        places: Points = np.asarray(cells, dtype=np.float64) / self.scale + self.origin
        return places

    def to_cells(self, places: Points) -> Points:
        """Millimetres to cells (x, y)."""
        cells: Points = (np.asarray(places, dtype=np.float64) - self.origin) * self.scale
        return cells

    def straightened(self, layer: Picture, pose: Pose, us: Numbers, vs: Numbers, flags: int) -> Picture:
        """What a layer on this grid shows at each u and v (mm, evenly apart) of a pose: (vs, us)."""
        corners = np.array([[us[0], vs[0]], [us[-1], vs[0]], [us[0], vs[-1]]])
        source = self.to_cells(pose.places(corners)).astype(np.float32)
        target = np.array([[0, 0], [len(us) - 1, 0], [0, len(vs) - 1]], dtype=np.float32)
        turn = cv2.getAffineTransform(source, target)
        return np.asarray(cv2.warpAffine(layer, turn, (len(us), len(vs)), flags=flags), dtype=np.uint8)

    def opening_mask(self, pane: Pane, inset: float = 0.0) -> NDArray[np.uint8]:
        """255 inside the opening shrunk by ``inset`` mm, else 0."""
        mask = np.zeros(self.shape, np.uint8)
        middle = pane.opening.mean(axis=0)
        out = pane.opening - middle
        corners = middle + out * (1 - inset * np.sqrt(2) / np.linalg.norm(out, axis=1, keepdims=True))
        cv2.fillConvexPoly(mask, np.round(self.to_cells(corners)).astype(np.int32), 255)
        return mask


def _part(pixels: NDArray[np.float32], size: tuple[int, int]) -> tuple[slice, slice]:
    """Rows and columns of the picture that some pixels (..., 2) need, and a little more."""
    low = np.maximum(np.floor(pixels.min(axis=(0, 1))).astype(int) - 3, 0)
    high = np.minimum(np.ceil(pixels.max(axis=(0, 1))).astype(int) + 4, size)
    return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

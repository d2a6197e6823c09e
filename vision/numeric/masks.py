"""Masks: which cells of a picture are meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def widened(mask: NDArray[Any], reach_mm: float, density: float) -> NDArray[np.bool_]:
    """Cells of a mask and so far around them."""
    wide = 2 * round(reach_mm * density) + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((wide, wide), np.uint8)) > 0)


@dataclass(frozen=True)
class Piece:
    """One connected piece of a mask: the rectangle that it fills from side to side, and which of its cells are its own
    (rows, columns); ``area`` is their number.
    """

    left: int
    top: int
    width: int
    height: int
    area: int
    labels: NDArray[Any]
    number: int

    @property
    def box(self) -> tuple[slice, slice]:
        """Rows and columns of the rectangle."""
        return slice(self.top, self.top + self.height), slice(self.left, self.left + self.width)

    @property
    def cells(self) -> NDArray[np.bool_]:
        """Its cells of the rectangle."""
        return np.asarray(self.labels == self.number)


def pieces(mask: NDArray[Any]) -> list[Piece]:
    """The connected pieces (corners join as well) of a mask, 0 elsewhere; only the part that holds them is searched."""
    left, top, width, height = cv2.boundingRect(mask)
    if not width:
        return []
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask[top : top + height, left : left + width])
    own = [(x, y, w, h, area, labels[y : y + h, x : x + w]) for x, y, w, h, area in stats.tolist()]
    return [Piece(x + left, y + top, w, h, area, part, n) for n, (x, y, w, h, area, part) in enumerate(own) if n]

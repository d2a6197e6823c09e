"""Medians of what comes in small portions, several times as quick as numpy's own."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def median(values: NDArray[Any]) -> float:
    """Median of all numbers of an array that is not empty and holds no nan."""
    flat = values.ravel()
    half = len(flat) // 2
    if len(flat) % 2:
        return float(np.partition(flat, half)[half])
    low, high = np.partition(flat, (half - 1, half))[half - 1 : half + 1]
    return (float(low) + float(high)) / 2


def row_medians(rows: NDArray[Any]) -> Array:
    """Median of each row of (n, m): (n,)."""
    low, high = (rows.shape[1] - 1) // 2, rows.shape[1] // 2
    ordered = np.partition(np.ascontiguousarray(rows), (low, high), axis=1)
    return np.asarray((ordered[:, high] + ordered[:, low]) / 2, dtype=np.float64)


def byte_median(layer: NDArray[Any], mask: NDArray[np.uint8] | None = None) -> float:
    """Median of a layer of bytes, where ``mask`` is not 0; 0 where there is nothing."""
    counts = cv2.calcHist([np.ascontiguousarray(layer)], [0], mask, [256], [0, 256]).ravel().cumsum()
    number = int(counts[-1])
    low, high = (int(counts.searchsorted(n)) for n in ((number + 1) // 2, number // 2 + 1))
    return (low + high) / 2 if number else 0.0


def colour_median(picture: NDArray[np.uint8], mask: NDArray[np.uint8] | None = None) -> Array:
    """Median of each channel, where ``mask`` is not 0: (channels,)."""
    return np.array([byte_median(layer, mask) for layer in cv2.split(np.ascontiguousarray(picture))])

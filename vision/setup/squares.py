"""Squares of three or four straight steps of brightness: where the opening may be in the picture from above."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Points
from vision.numeric.peaks import vertex

SMALLEST_MM, LARGEST_MM = 150.0, 330.0
"""Sides of the opening that are looked for."""
SCALE = 1.0
"""Cells a millimetre of the picture from above."""
UNEVEN_MM, UNEVEN_COST = 6.0, 0.03
"""The sides of a square differ by less; each millimetre of it costs so much of a step's logarithm (half of what is
`VISIBLE`), so that of two squares that show alike the evener one is chosen."""
MOST_PEAKS = 10
"""Steps of each direction that may be a side: both borders of the wood on both sides are four."""
STRONG = 0.3
"""A step of brightness beyond this factor (natural logarithm) counts no more: the ceiling has strong edges too."""
VISIBLE = 0.06
"""A step of this (natural logarithm) is seen; noise in the dark reaches half of it."""

Ways = Callable[[NDArray[np.float64]], list[tuple[float, float, float]]]
"""From how much shows at each place to pairs of sides: how much both show, and where each is."""


class Square(NamedTuple):
    """A square of steps at one angle; sides are left, right, top, bottom in turned cells."""

    score: float
    angle: float
    sides: tuple[float, float, float, float]


def squares(
    relief: NDArray[np.float32], angle: float, inner: Points, ways_across: Ways, ways_down: Ways
) -> list[Square]:
    """The squares around some cells (n, 2) at one angle (degrees): those of which both sides of both directions are
    told by ``ways_across`` and ``ways_down`` (`pairs`), or all but one (`singles`).
    """
    rows, columns = relief.shape[:2]
    turn = turn_of(relief.shape, angle)
    flat = np.asarray(cv2.warpAffine(relief, turn, (columns, rows), borderMode=cv2.BORDER_REPLICATE), np.float32)
    across = ways_across(_steps(flat))
    down = ways_down(_steps(np.ascontiguousarray(flat.swapaxes(0, 1))))
    first, last, high, low = around_of(angle, relief.shape, inner)
    found = []
    for (a, left, right), (b, top, bottom) in product(across, down):
        left, right, top, bottom = _completed(left, right, top, bottom)
        uneven = abs((right - left) - (bottom - top)) / SCALE
        around = left < first and right > last and top < high and bottom > low
        if around and uneven < UNEVEN_MM:
            found.append(Square(a + b - UNEVEN_COST * uneven, angle, (left, right, top, bottom)))
    return found


def _completed(left: float, right: float, top: float, bottom: float) -> tuple[float, float, float, float]:
    """A square of which one side may be missing (nan)."""
    width, height = right - left, bottom - top
    if np.isnan(width):
        left, right = (right - height, right) if np.isnan(left) else (left, left + height)
    if np.isnan(height):
        top, bottom = (bottom - width, bottom) if np.isnan(top) else (top, top + width)
    return left, right, top, bottom


def _steps(flat: NDArray[np.float32]) -> NDArray[np.float64]:
    """Median step over the middle of each column, in the channel in which it is largest."""
    band = flat[flat.shape[0] // 4 : -flat.shape[0] // 4 : 2]
    step = np.zeros(flat.shape[1])
    step[2:-2] = np.abs(np.median(band[:, 3:-1] + band[:, 4:] - band[:, :-4] - band[:, 1:-3], axis=0)).max(axis=-1) / 2
    return step


def pairs(step: NDArray[np.float64]) -> list[tuple[float, float, float]]:
    """Any two steps that are as far apart as an opening is wide."""
    peaks = _peaks(step)
    every = [(a + b, left, right) for a, left in peaks for b, right in peaks]
    return [p for p in every if SMALLEST_MM < (p[2] - p[1]) / SCALE < LARGEST_MM]


def singles(step: NDArray[np.float64]) -> list[tuple[float, float, float]]:
    """Single sides; where the other one is nobody knows (nan)."""
    return [way for a, place in _peaks(step) for way in ((a, place, np.nan), (a, np.nan, place))]


def _peaks(step: NDArray[np.float64]) -> list[tuple[float, float]]:
    middle = step[1:-1]
    tops = np.flatnonzero((middle > step[:-2]) & (middle >= step[2:]) & (middle > VISIBLE)) + 1
    tops = tops[np.argsort(-step[tops])][:MOST_PEAKS]
    found = []
    for i in tops:
        found.append((min(float(step[i]), STRONG), float(i + vertex(*step[i - 1 : i + 2]))))
    return found


def turn_of(shape: tuple[int, ...], angle: float) -> NDArray[np.float64]:
    """From cells to turned cells, about the picture's middle (2, 3)."""
    return np.asarray(cv2.getRotationMatrix2D(((shape[1] - 1) / 2, (shape[0] - 1) / 2), angle, 1), dtype=np.float64)


def corners_of(shape: tuple[int, ...], angle: float, sides: tuple[float, ...]) -> Points:
    """Corners (4, 2) in cells, clockwise from the upper left, of turned sides."""
    left, right, top, bottom = sides
    back = cv2.invertAffineTransform(turn_of(shape, angle))
    turned = np.array([[left, top, 1], [right, top, 1], [right, bottom, 1], [left, bottom, 1]])
    return np.asarray(turned @ back.T, dtype=np.float64)


def around_of(angle: float, shape: tuple[int, ...], inner: Points) -> tuple[float, float, float, float]:
    """The sides of what lies around some cells (n, 2), turned by ``angle``."""
    turned = np.column_stack([inner, np.ones(len(inner))]) @ turn_of(shape, angle).T
    (left, top), (right, bottom) = turned.min(axis=0).tolist(), turned.max(axis=0).tolist()
    return left, right, top, bottom

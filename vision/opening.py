"""What is visible of the pane: the square hole in the table, found by its four straight edges."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.base import Picture
from vision.pane import Grid, Pane, Points

SMALLEST_MM, LARGEST_MM = 150.0, 330.0
REACH_MM = 60.0
SCALE = 1.0
STRONG = 0.5
"""A step of brightness beyond this factor (natural logarithm) counts no more: the ceiling has strong edges too."""


def find_opening(pane: Pane, pictures: list[Picture]) -> Pane:
    """Return the pane with its opening; where no edges are found the opening stays a guess.

    Each side must be a straight step from a darker ledge to a brighter pane; among pairs of sides the squarest wins, so
    that a beam of the ceiling beside an edge does not.
    """
    grid = Grid(pane, SCALE, margin=REACH_MM)
    logs = [np.log(cv2.GaussianBlur(grid.rectify(p), (3, 3), 0).max(axis=2) + 8.0) for p in pictures]
    relief = np.median(np.array(logs), axis=0).astype(np.float32)
    angles = np.arange(-20, 20.1, 1.0)
    best = max((_rectangle(relief, a) for a in angles), key=lambda r: r[0])
    near = np.arange(best[1] - 1.2, best[1] + 1.21, 0.2)
    score, angle, sides = max((_rectangle(relief, a) for a in near), key=lambda r: r[0])
    if score <= 0:
        return pane
    return replace(pane, opening=grid.to_mm(_corners(relief.shape, angle, sides)))


def _rectangle(relief: NDArray[np.float32], angle: float) -> tuple[float, float, tuple[float, ...]]:
    """Best square at one angle: score, angle, (left, right, top, bottom) in turned cells."""
    rows, columns = relief.shape
    turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), angle, 1)
    flat = cv2.warpAffine(relief, turn, (columns, rows), borderMode=cv2.BORDER_REPLICATE)
    across = _pairs(_steps(flat))
    down = _pairs(_steps(np.ascontiguousarray(flat.T)))
    score, sides = -1.0, (0.0, 0.0, 0.0, 0.0)
    for (a, left, right), (b, top, bottom) in product(across, down):
        uneven = abs((right - left) - (bottom - top)) / SCALE
        total = a + b - 0.03 * uneven
        if total > score and uneven < 25:
            score, sides = total, (left, right, top, bottom)
    return score, angle, sides


def _steps(flat: NDArray[np.float32]) -> NDArray[np.float64]:
    """Median step over the middle of each column, brighter to the right is positive."""
    band = flat[flat.shape[0] // 4 : -flat.shape[0] // 4]
    step = np.zeros(flat.shape[1])
    step[2:-2] = np.median(band[:, 3:-1] + band[:, 4:] - band[:, :-4] - band[:, 1:-3], axis=0) / 2
    return step


def _pairs(step: NDArray[np.float64]) -> list[tuple[float, float, float]]:
    rising, falling = _peaks(step), _peaks(-step)
    pairs = [(a + b, left, right) for a, left in rising for b, right in falling]
    return [p for p in pairs if SMALLEST_MM < (p[2] - p[1]) / SCALE < LARGEST_MM]


def _peaks(step: NDArray[np.float64]) -> list[tuple[float, float]]:
    middle = step[1:-1]
    tops = np.flatnonzero((middle > step[:-2]) & (middle >= step[2:]) & (middle > 0.08)) + 1
    tops = tops[np.argsort(-step[tops])][:8]
    found = []
    for i in tops:
        a, b, c = step[i - 1 : i + 2]
        found.append((min(float(b), STRONG), float(i + 0.5 * (a - c) / (a - 2 * b + c))))
    return found


def _corners(shape: tuple[int, ...], angle: float, sides: tuple[float, ...]) -> Points:
    left, right, top, bottom = sides
    turn = cv2.getRotationMatrix2D(((shape[1] - 1) / 2, (shape[0] - 1) / 2), angle, 1)
    back = cv2.invertAffineTransform(turn)
    turned = np.array([[left, top, 1], [right, top, 1], [right, bottom, 1], [left, bottom, 1]])
    return np.asarray(turned @ back.T, dtype=np.float64)

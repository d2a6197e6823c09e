"""What is visible of the pane: the square hole in the table, found by its four straight edges."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.base import Picture
from vision.pane import Grid, Pane, Points

SMALLEST_MM, LARGEST_MM = 150.0, 330.0
REACH_MM = 60.0
SCALE = 1.0
UNEVEN_MM = 6.0
SHARE = 0.6
LEDGE = 0.94
STRONG = 0.3
"""A step of brightness beyond this factor (natural logarithm) counts no more: the ceiling has strong edges too."""


def find_opening(pane: Pane, pictures: list[Picture], on_pane: Points) -> Pane:
    """Return the pane with its opening; where no edges are found the opening stays a guess.

    Each side must be a straight step of brightness; pairs of sides must make a square, so that a beam of the ceiling
    beside an edge does not count.  A ledge has two borders, so among strong squares the smaller one is the opening.
    ``on_pane`` (n, 2) are places in mm that are known to lie in it.
    """
    grid = Grid(pane, SCALE, margin=REACH_MM)
    logs = [np.log(cv2.GaussianBlur(grid.rectify(p), (3, 3), 0).max(axis=2) + 8.0) for p in pictures]
    relief = np.median(np.array(logs), axis=0).astype(np.float32)
    inner = grid.to_cells(on_pane)
    coarse = [s for a in np.arange(-20, 20.1, 1.0) for s in _squares(relief, a, inner)]
    if not coarse:
        return pane
    angle = max(coarse).angle
    fine = [s for a in np.arange(angle - 1.2, angle + 1.21, 0.2) for s in _squares(relief, a, inner)]
    strongest = max(fine or coarse)
    rivals = [s for s in fine or coarse if s.score >= SHARE * strongest.score]
    smallest = min(s.size for s in rivals if s.size >= LEDGE * strongest.size)
    chosen = max(s for s in rivals if smallest <= s.size <= smallest + 3.0)
    return replace(pane, opening=grid.to_mm(_corners(relief.shape, chosen.angle, chosen.sides)))


class Square(NamedTuple):
    """A square of steps at one angle; sides are left, right, top, bottom in turned cells."""

    score: float
    angle: float
    sides: tuple[float, float, float, float]

    @property
    def size(self) -> float:
        """Mean side in cells."""
        left, right, top, bottom = self.sides
        return (right - left + bottom - top) / 2


def _squares(relief: NDArray[np.float32], angle: float, inner: Points) -> list[Square]:
    rows, columns = relief.shape
    turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), angle, 1)
    flat = np.asarray(cv2.warpAffine(relief, turn, (columns, rows), borderMode=cv2.BORDER_REPLICATE), np.float32)
    across = _pairs(_steps(flat))
    down = _pairs(_steps(np.ascontiguousarray(flat.T)))
    turned = np.column_stack([inner, np.ones(len(inner))]) @ turn.T
    low, high = turned.min(axis=0), turned.max(axis=0)
    found = []
    for (a, left, right), (b, top, bottom) in product(across, down):
        uneven = abs((right - left) - (bottom - top)) / SCALE
        around = left < low[0] and right > high[0] and top < low[1] and bottom > high[1]
        if around and uneven < UNEVEN_MM:
            found.append(Square(a + b - 0.03 * uneven, angle, (left, right, top, bottom)))
    return found


def _steps(flat: NDArray[np.float32]) -> NDArray[np.float64]:
    """Median step over the middle of each column, brighter to the right is positive."""
    band = flat[flat.shape[0] // 4 : -flat.shape[0] // 4]
    step = np.zeros(flat.shape[1])
    step[2:-2] = np.median(band[:, 3:-1] + band[:, 4:] - band[:, :-4] - band[:, 1:-3], axis=0) / 2
    return step


def _pairs(step: NDArray[np.float64]) -> list[tuple[float, float, float]]:
    peaks = _peaks(np.abs(step))
    pairs = [(a + b, left, right) for a, left in peaks for b, right in peaks]
    return [p for p in pairs if SMALLEST_MM < (p[2] - p[1]) / SCALE < LARGEST_MM]


def _peaks(step: NDArray[np.float64]) -> list[tuple[float, float]]:
    middle = step[1:-1]
    tops = np.flatnonzero((middle > step[:-2]) & (middle >= step[2:]) & (middle > 0.06)) + 1
    tops = tops[np.argsort(-step[tops])][:10]
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

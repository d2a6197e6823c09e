"""What is visible of the pane: the square hole in the table, found by its four straight edges."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.geometry.pane import Pane, Points
from vision.picture import Picture

SMALLEST_MM, LARGEST_MM = 150.0, 330.0
REACH_MM = 60.0
SCALE = 1.0
UNEVEN_MM = 6.0
SEARCH, STEEP = 3.0, 1.0
MOST = 60
WIDTHS = np.arange(4.0, 27.0)
LEDGE = 0.6
ALONG = np.linspace(0.03, 0.97, 60)
NEAR = np.arange(2.5, 10.0, 0.75)
"""Cells from a corner, inside and beyond, where a side must show and must not."""
CORNERS = 1.0
STRONG = 0.3
"""A step of brightness beyond this factor (natural logarithm) counts no more: the ceiling has strong edges too."""


def find_opening(pane: Pane, pictures: list[Picture], on_pane: Points) -> Pane:
    """Return the pane with its opening; where no edges are found the opening stays a guess.

    Each side must be a straight step of brightness; pairs of sides must make a square, so that a beam of the ceiling
    beside an edge does not count; and the sides must end at its corners.  The smaller border of the ledge is sharper.
    ``on_pane`` (n, 2) are places in mm that are known to lie in it.
    """
    grid = Grid(pane, SCALE, margin=REACH_MM)
    logs = [np.log(cv2.GaussianBlur(grid.rectify(p), (3, 3), 0).max(axis=2) + 8.0) for p in pictures]
    relief = np.median(np.array(logs), axis=0).astype(np.float32)
    inner = grid.to_cells(on_pane)
    coarse = [s for a in np.arange(-20, 20.1, 1.0) for s in _squares(relief, a, inner)]
    if not coarse:
        return pane
    best = sorted(coarse, reverse=True)[:MOST]
    angle = max(best, key=lambda s: _plainness(relief, s)).angle
    fine = [s for a in np.arange(angle - 1.2, angle + 1.21, 0.2) for s in _squares(relief, a, inner)]
    chosen = max(sorted(fine, reverse=True)[:MOST] or best, key=lambda s: _plainness(relief, s))
    chosen = _inner(relief, _even(relief, chosen))
    return replace(pane, opening=grid.to_mm(_refined(relief, chosen)))


def _even(relief: NDArray[np.float32], square: Square) -> Square:
    """The same with all sides on one border of the ledge, which has two."""
    moved = [
        _moved(square, [w * m for m in mask])
        for w in np.append(WIDTHS, -WIDTHS)
        for mask in product((0, 1), repeat=4)
        if 0 < sum(mask) < 4
    ]
    return max([square, *moved], key=lambda s: _plainness(relief, s))


def _inner(relief: NDArray[np.float32], square: Square) -> Square:
    """The inner border of the ledge, if all four sides show a second time, equally far within."""
    within = [_moved(square, [w] * 4) for w in WIDTHS]
    best = max(within, key=lambda s: _plainness(relief, s))
    return best if _plainness(relief, best) >= LEDGE * _plainness(relief, square) else square


def _moved(square: Square, inwards: list[float]) -> Square:
    left, right, top, bottom = square.sides
    a, b, c, d = inwards
    return square._replace(sides=(left + a, right - b, top + c, bottom - d))


def _plainness(relief: NDArray[np.float32], square: Square) -> float:
    """How much of its four sides shows, and whether they end at its corners: a beam of the ceiling goes on, and where
    it is taken for a side, the sides that it crosses do.
    """
    corners = _corners(relief.shape, square.angle, square.sides)
    total = 0.0
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        size = float(np.linalg.norm(b - a))
        steps = _steps_along(relief, a, b, np.concatenate([ALONG, NEAR / size, 1 - NEAR / size]))
        beyond = _steps_along(relief, a, b, np.concatenate([-NEAR / size, 1 + NEAR / size]))
        shown, near = steps[: len(ALONG)].mean(), steps[len(ALONG) :]
        total += float(shown + CORNERS * (near.mean() - beyond.mean()))
    return total


def _steps_along(relief: NDArray[np.float32], start: Points, end: Points, shares: NDArray[np.float64]) -> Points:
    """The strongest sharp step (at most STRONG) within a cell or so of places along a line."""
    outwards = _outwards(start, end)
    places = start + shares[:, None] * (end - start)
    steps = _steps_near(relief, places, np.arange(-1.5, 1.6, 0.5), outwards)
    return np.asarray(np.minimum(steps.max(axis=1), STRONG), dtype=np.float64)


def _outwards(start: Points, end: Points) -> Points:
    """Across a side, away from the middle of the square; length 1."""
    along = (end - start) / np.linalg.norm(end - start)
    return np.array([along[1], -along[0]])


def _steps_near(relief: NDArray[np.float32], places: Points, reach: Points, outwards: Points) -> NDArray[np.float32]:
    """The step of brightness across each place (n, 2) moved outwards by each of ``reach``: (n, len(reach))."""
    cells = places[:, None] + reach[None, :, None] * outwards
    return np.asarray(np.abs(_values(relief, cells + outwards) - _values(relief, cells - outwards)))


def _refined(relief: NDArray[np.float32], square: Square) -> Points:
    """Each side by itself: the straight line near the square's side along which the step is steepest."""
    corners = _corners(relief.shape, square.angle, square.sides)
    lines = [_steepest(relief, a, b) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return np.array([_crossing(lines[i - 1], lines[i]) for i in range(4)])


def _steepest(relief: NDArray[np.float32], start: Points, end: Points) -> tuple[Points, Points]:
    """A line (two points) from near ``start`` to near ``end``."""
    outwards = _outwards(start, end)
    reach = np.arange(-SEARCH, SEARCH + 0.01, 0.25)
    share = np.linspace(0.08, 0.92, 60)
    steps = np.minimum(_steps_near(relief, start + share[:, None] * (end - start), reach, outwards), STEEP)
    ends = [(a, b) for a in reach for b in reach if abs(a - b) <= SEARCH]
    index = [np.rint((a + (b - a) * share - reach[0]) / 0.25).astype(int) for a, b in ends]
    a, b = ends[int(np.argmax([steps[np.arange(len(share)), i].mean() for i in index]))]
    return start + a * outwards, end + b * outwards


def _values(relief: NDArray[np.float32], cells: Points) -> NDArray[np.float32]:
    columns, rows = (np.ascontiguousarray(cells[..., i], dtype=np.float32) for i in (0, 1))
    return np.asarray(
        cv2.remap(relief, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), dtype=np.float32
    )


def _crossing(one: tuple[Points, Points], two: tuple[Points, Points]) -> Points:
    """Where two lines meet."""
    (a, b), (c, d) = one, two
    shift = np.linalg.solve(np.column_stack([b - a, c - d]), c - a)
    return np.asarray(a + shift[0] * (b - a), dtype=np.float64)


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

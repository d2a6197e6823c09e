"""Where wands may lie: straight pairs of edges, as far apart as a wand is wide and as long as a wand, in any colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.grid import Grid
from vision.geometry.pose import Pose
from vision.numeric.colour import brightest
from vision.numeric.medians import byte_median, median
from vision.picture import Picture

Map = NDArray[Any]
"""Rows by columns of bytes or 32-bit floating point numbers (OpenCV's functions do not say which)."""
Numbers = NDArray[np.intp]

CELL = 2
"""The search runs on every second cell of the grid (2 mm)."""
STRIDE = 2
"""Along the lines every second cell is enough."""
ANGLES = 36
FULL = 255
"""Edges are counted in bytes: that is twice as quick and fine enough."""
DIRECTIONS = 256
LEAST_SCORE = 0.12
SAME = 6.0
OLD = 0.3
AROUND = np.ones((5, 5), np.uint8)
MOST_SUMMITS = 300
APART_MM, APART_DEGREES = 6.0, 12.0


def _across() -> Picture:
    """How much an edge counts (0 to FULL) for lines at each angle, by its direction: (angles, directions)."""
    apart = 2 * np.pi * np.arange(DIRECTIONS) / DIRECTIONS - np.pi * np.arange(ANGLES)[:, None] / ANGLES
    share = np.maximum(np.abs(np.sin(apart)) - 0.7 * np.abs(np.cos(apart)), 0)
    return np.asarray(np.rint(FULL * share), dtype=np.uint8)


def _alike() -> NDArray[np.bool_]:
    """Whether two angles are about the same: (angles, angles)."""
    degrees = 180 / ANGLES * np.arange(ANGLES)
    turn = np.abs((degrees - degrees[:, None] + 90) % 180 - 90)
    return np.asarray(turn <= APART_DEGREES)


ACROSS, ALIKE = _across(), _alike()


@dataclass(frozen=True)
class Candidate:
    """A place where a wand may lie; ``score`` is about 1 for a full outline in strong contrast."""

    score: float
    pose: Pose


class Search:
    """Looks for wands of one size on one grid."""

    def __init__(self, grid: Grid, length: float, side: float) -> None:
        self.grid = grid
        self.cell = CELL / grid.scale
        rows, columns = grid.shape[0] // CELL, grid.shape[1] // CELL
        # A wand on the pane does not reach into the very corners.
        reach = int(0.9 * np.hypot(rows, columns)) + 2
        self.size = (reach // STRIDE, reach)
        self.apart = round(side / self.cell)
        self.run = 2 * max(1, round((length / self.cell / STRIDE - 1) / 2)) + 1
        self.whole = 2.0 * FULL * self.run
        # Every angle has a slab of its own in one tall picture, below a row of nothing.
        self.slabs = np.zeros((ANGLES, reach + 1, reach // STRIDE), np.uint8)
        self.flats = self.slabs[:, 1:]
        self.short = max(1, self.run // 8) | 1
        self.turns = [self._turn(rows, columns, reach, 180 * i / ANGLES) for i in range(ANGLES)]
        self.backs = np.array([cv2.invertAffineTransform(t) for t in self.turns])

    @staticmethod
    def _turn(rows: int, columns: int, reach: int, degrees: float) -> NDArray[np.float64]:
        turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), degrees, 1)
        turn[:, 2] += np.array([(reach - columns) / 2, (reach - rows) / 2])
        turn[0] /= STRIDE
        return np.asarray(turn, dtype=np.float64)

    def find(self, flat: Picture, most: int, empty: Picture) -> list[Candidate]:
        """The best places in a top-down picture, best first, at most ``most``; ``empty`` is the pane in this light."""
        small = shrunk(flat)
        novelty = self._novelty(small, shrunk(empty))
        strength, direction = squeezed_gradient(small)
        strength = cv2.convertScaleAbs(cv2.multiply(strength, novelty), alpha=FULL)
        return self._best(strength, direction, most)

    def find_faint(
        self, flat: Picture, empty: Picture, free: NDArray[np.uint8], soft: float, most: int
    ) -> list[Candidate]:
        """Places that show too faintly for `find`, best first of two kinds, at most ``most`` each: by the edges of the
        difference from the empty pane, and by those of the picture.  An edge of ``soft`` grey levels counts half; only
        cells of the grid that are ``free`` (1, else 0) count at all.
        """
        small, bare = (shrunk(p).astype(np.float32) for p in (flat, empty))
        inside = np.asarray(cv2.resize(free, small.shape[1::-1], interpolation=cv2.INTER_AREA), dtype=np.uint8)
        return [c for layer in (small - bare, small) for c in self._by_edges(layer, inside, soft, most)]

    def _by_edges(self, layer: Map, inside: NDArray[np.uint8], soft: float, most: int) -> list[Candidate]:
        grey = cv2.transform(layer, np.full((1, 3), 1 / 3, np.float32))
        x, y = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
        size = cv2.magnitude(x, y)
        strength = cv2.convertScaleAbs(size / (size + np.float32(soft)) * inside, alpha=FULL)
        direction = cv2.convertScaleAbs(cv2.phase(x, y), alpha=DIRECTIONS / (2 * np.pi))
        return self._best(strength, np.asarray(direction, dtype=np.uint8), most)

    def _best(self, strength: Map, direction: Picture, most: int) -> list[Candidate]:
        """The best places by strength (0 to FULL) and direction of the edges."""
        for number in range(ANGLES):
            edges = cv2.multiply(strength, cv2.LUT(direction, ACROSS[number]), scale=1 / FULL)
            cv2.warpAffine(edges, self.turns[number], self.size, dst=self.flats[number])
        scores, cells, numbers = self._summits()
        best = np.argsort(-scores)[:MOST_SUMMITS]
        return self._apart(self._weighed(scores[best], cells[best], numbers[best]), most)

    def _novelty(self, small: Picture, empty: Picture) -> Map:
        """Near 1 where the picture differs from the empty pane; edges of the ceiling count little."""
        off = brightest(cv2.absdiff(small, empty))
        near = cv2.dilate(off, np.ones((3, 3), np.uint8)).astype(np.float32)
        usual = 2.0 * byte_median(off) + SAME
        return np.asarray(OLD + (1 - OLD) * near / (near + usual), dtype=np.float32)

    def _summits(self) -> tuple[NDArray[Any], Numbers, Numbers]:
        """Summits of all angles: score (n,), column and row (n, 2), the angle's number (n,)."""
        score = self._pairs()
        highest = cv2.max(cv2.dilate(score, AROUND), float(int(LEAST_SCORE * self.whole)))  # type: ignore[call-overload]
        y, x = np.divmod(np.flatnonzero(cv2.compare(score, highest, cv2.CMP_GE).view(np.bool_)), score.shape[1])
        numbers, rows = np.divmod(y, self.slabs.shape[1])
        return score[y, x] / self.whole, np.stack([x, rows - 1], axis=1), numbers

    def _pairs(self) -> Map:
        """How strong the fainter of two parallel lines of a wand's length is, and a little of the stronger one: of all
        slabs, 0 where the lower line is of another slab.
        """
        flat = self.slabs.reshape(-1, self.slabs.shape[2])
        lines = cv2.boxFilter(flat, cv2.CV_16U, (self.run, 2), normalize=False, borderType=cv2.BORDER_CONSTANT)
        upper, lower = lines[: -self.apart], lines[self.apart :]
        score = np.zeros(flat.shape, np.uint16)
        cv2.addWeighted(cv2.min(upper, lower), 1.0, cv2.max(upper, lower), 0.3, 0, dst=score[: -self.apart])
        slabs = score.reshape(self.slabs.shape)
        slabs[:, 0] = 0
        slabs[:, self.slabs.shape[1] - self.apart :] = 0
        return score

    def _weighed(self, scores: NDArray[Any], cells: Numbers, numbers: Numbers) -> NDArray[np.float64]:
        """Summits as (score, x, y in cells, angle's number), those of long beams with a lower score."""
        columns, rows = cells.T
        worth = scores - 0.4 * self._beyond(columns, rows, numbers)
        # The box of two rows is centred half a row up.
        places = np.stack([columns, rows + self.apart / 2 - 0.5, np.ones(len(rows))], axis=1)
        return np.column_stack([worth, (self.backs[numbers] @ places[..., None])[..., 0], numbers])

    def _beyond(self, columns: Numbers, rows: Numbers, numbers: Numbers) -> NDArray[Any]:
        """What of both lines goes on beyond both ends, as those of a beam do, at some places."""
        reach = self.run // 2 + self.short // 2 + 2
        slabs, (_, height, width) = self.slabs.ravel(), self.slabs.shape
        rows = (numbers * height + rows + 1) * width
        ends = []
        for sign in (-1, 1):
            x = columns[:, None] + sign * reach + np.arange(self.short) - self.short // 2
            inside = (x >= 0) & (x < width)
            cells = rows[:, None] + np.where(inside, x, 0)
            upper, lower = (
                (slabs.take(cells + k * width).astype(np.intp) + slabs.take(cells + (k - 1) * width)) * inside
                for k in (0, self.apart)
            )
            sums = upper.sum(axis=1), lower.sum(axis=1)
            ends.append(np.minimum(*sums) + 0.3 * np.maximum(*sums))
        return np.asarray(np.minimum(ends[0], ends[1]) / (2 * self.short * FULL))

    def _apart(self, found: NDArray[np.float64], most: int) -> list[Candidate]:
        """The best of each heap of summits that mean the same place."""
        places = self.grid.to_mm(found[:, 1:3] * CELL + (CELL - 1) / 2)
        x, y = np.ascontiguousarray(places.T)
        numbers = found[:, 3].astype(np.intp)
        scores, alike = found[:, 0].copy(), ALIKE[:, numbers]
        kept: list[Candidate] = []
        while len(kept) < most and len(scores) and scores[best := int(scores.argmax())] > 0:
            number, pose = numbers[best], Pose(float(x[best]), float(y[best]), np.pi * int(numbers[best]) / ANGLES)
            kept.append(Candidate(float(scores[best]), pose))
            near = (x - pose.x) ** 2 + (y - pose.y) ** 2 <= APART_MM**2
            scores[near & alike[number]] = 0
        return kept


def shrunk(flat: Picture) -> Picture:
    """Every `CELL` cells of the grid averaged into one."""
    small = cv2.resize(flat, None, fx=1 / CELL, fy=1 / CELL, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def squeezed_gradient(small: Picture) -> tuple[Map, Picture]:
    """Gradient of the strongest channel: weak and strong edges brought near to 1, and which way (of `DIRECTIONS`)."""
    channels = cv2.split(small)
    xs = [cv2.Sobel(channel, cv2.CV_32F, 1, 0) for channel in channels]
    ys = [cv2.Sobel(channel, cv2.CV_32F, 0, 1) for channel in channels]
    powers = [cv2.add(cv2.multiply(x, x), cv2.multiply(y, y)) for x, y in zip(xs, ys, strict=True)]
    best, pick_x, pick_y = powers[0], xs[0], ys[0]
    for power, x, y in zip(powers[1:], xs[1:], ys[1:], strict=True):
        higher = cv2.compare(power, best, cv2.CMP_GT)
        cv2.copyTo(x, higher, pick_x)
        cv2.copyTo(y, higher, pick_y)
        best = cv2.max(best, power)
    size = cv2.sqrt(best)
    squeezed = size / (size + (3 * median(size[::2, ::2]) + 1))
    direction = cv2.convertScaleAbs(cv2.phase(pick_x, pick_y), alpha=DIRECTIONS / (2 * np.pi))
    return squeezed, np.asarray(direction, dtype=np.uint8)

"""Where wands may lie: straight pairs of edges, as far apart as a wand is wide and as long as a wand, in any colour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.base import Picture
from vision.pane import Grid
from vision.patches import Pose
from vision.pictures import brightest

Map = NDArray[Any]
"""Rows by columns of 32-bit floating point numbers (OpenCV's functions do not say so)."""

CELL = 2
"""The search runs on every second cell of the grid (2 mm)."""
ANGLES = 36
LEAST_SCORE = 0.12
SAME = 6.0
OLD = 0.3
AROUND = np.ones((5, 9), np.uint8)
APART_MM, APART_DEGREES = 6.0, 12.0


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
        self.size = (reach, reach)
        self.apart = round(side / self.cell)
        self.run = max(3, round(length * 0.92 / self.cell)) | 1
        self.short = max(3, self.run // 8) | 1
        self.turns = [self._turn(rows, columns, reach, 180 * i / ANGLES) for i in range(ANGLES)]

    @staticmethod
    def _turn(rows: int, columns: int, reach: int, degrees: float) -> NDArray[np.float64]:
        turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), degrees, 1)
        turn[:, 2] += np.array([(reach - columns) / 2, (reach - rows) / 2])
        return np.asarray(turn, dtype=np.float64)

    def find(self, flat: Picture, most: int, empty: Picture) -> list[Candidate]:
        """The best places in a top-down picture, best first, at most ``most``; ``empty`` is the pane in this light."""
        small = shrunk(flat)
        news = self._news(small, shrunk(empty))
        gx, gy = squeezed_gradient(small)
        gx, gy = cv2.multiply(gx, news), cv2.multiply(gy, news)
        found = np.concatenate([self._at_angle(gx, gy, i) for i in range(ANGLES)])
        return self._apart(found, most)

    def _news(self, small: Picture, empty: Picture) -> Map:
        """Near 1 where the picture differs from the empty pane; edges of the ceiling count little."""
        off = brightest(cv2.absdiff(small, empty))
        near = cv2.dilate(off, np.ones((3, 3), np.uint8)).astype(np.float32)
        usual = 2.0 * float(np.median(off)) + SAME
        return np.asarray(OLD + (1 - OLD) * near / (near + usual), dtype=np.float32)

    def _at_angle(self, gx: Map, gy: Map, number: int) -> NDArray[np.float64]:
        """Summits (score, x, y in cells, angle's number) of one angle: (n, 4)."""
        angle, turn = np.pi * number / ANGLES, self.turns[number]
        cosine, sine = float(np.cos(angle)), float(np.sin(angle))
        across = np.abs(cv2.addWeighted(gy, cosine, gx, -sine, 0))
        along = np.abs(cv2.addWeighted(gx, cosine, gy, sine, 0))
        edges = np.maximum(cv2.addWeighted(across, 1.0, along, -0.7, 0), 0)
        flat = cv2.warpAffine(edges, turn, self.size)
        return self._summits(self._pair(flat, self.run), flat, turn, number)

    def _pair(self, flat: Map, run: int) -> Map:
        """How strong the fainter of two parallel lines of that length is, and a little of the stronger one."""
        lines = cv2.boxFilter(flat, -1, (run, 2), borderType=cv2.BORDER_CONSTANT)
        upper, lower = lines[: -self.apart], lines[self.apart :]
        return cv2.addWeighted(cv2.min(upper, lower), 1.0, cv2.max(upper, lower), 0.3, 0)

    def _summits(self, score: Map, flat: Map, turn: NDArray[np.float64], number: int) -> NDArray[np.float64]:
        tops = cv2.compare(score, np.maximum(cv2.dilate(score, AROUND), np.float32(LEAST_SCORE)), cv2.CMP_GE)
        found = cv2.findNonZero(tops)
        if found is None:
            return np.zeros((0, 4))
        xs, ys = found.reshape(-1, 2).T
        # The box of two rows is centred half a row up.
        places = np.column_stack([xs, ys + self.apart / 2 - 0.5, np.ones(len(xs))]) @ cv2.invertAffineTransform(turn).T
        worth = score[ys, xs] - 0.4 * self._beyond(flat, xs, ys)
        return np.column_stack([worth, places, np.full(len(xs), number)])

    def _beyond(self, flat: Map, xs: NDArray[Any], ys: NDArray[Any]) -> NDArray[Any]:
        """What of both lines goes on beyond both ends, as those of a beam do, at some places."""
        lines = cv2.boxFilter(flat, -1, (self.short, 2), borderType=cv2.BORDER_CONSTANT)
        reach = self.run // 2 + self.short // 2 + 3
        ends = []
        for x in (xs - reach, xs + reach):
            inside = (x >= 0) & (x < lines.shape[1])
            at = np.clip(x, 0, lines.shape[1] - 1)
            upper, lower = lines[ys, at], lines[ys + self.apart, at]
            ends.append(np.where(inside, np.minimum(upper, lower) + 0.3 * np.maximum(upper, lower), 0.0))
        return np.asarray(np.minimum(ends[0], ends[1]))

    def _apart(self, found: NDArray[np.float64], most: int) -> list[Candidate]:
        """The best of each heap of summits that mean the same place."""
        places = self.grid.to_mm(found[:, 1:3] * CELL + (CELL - 1) / 2)
        angles = found[:, 3] * (180 / ANGLES)
        scores = found[:, 0].copy()
        kept: list[Candidate] = []
        while len(kept) < most and len(scores) and (best := int(np.argmax(scores))) >= 0 and scores[best] > 0:
            x, y = places[best]
            kept.append(Candidate(float(scores[best]), Pose(float(x), float(y), float(np.radians(angles[best])))))
            turn = np.abs((angles - angles[best] + 90) % 180 - 90)
            near = (((places - places[best]) ** 2).sum(axis=1) <= APART_MM**2) & (turn <= APART_DEGREES)
            scores[near] = 0
        return kept


def shrunk(flat: Picture) -> Picture:
    """Every `CELL` cells of the grid averaged into one."""
    small = cv2.resize(flat, None, fx=1 / CELL, fy=1 / CELL, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def same_place(a: Pose, b: Pose, distance: float, degrees: float) -> bool:
    """Whether two poses are the same footprint; a wand turned round lies in the same place."""
    turn = abs((np.degrees(a.angle - b.angle) + 90) % 180 - 90)
    return bool(np.hypot(a.x - b.x, a.y - b.y) <= distance and turn <= degrees)


def squeezed_gradient(small: Picture) -> tuple[Map, Map]:
    """Gradient of the strongest channel, weak and strong edges brought near to 1."""
    gx = cv2.Sobel(small, cv2.CV_32F, 1, 0)
    gy = cv2.Sobel(small, cv2.CV_32F, 0, 1)
    xs, ys = cv2.split(gx), cv2.split(gy)
    powers = [cv2.add(cv2.multiply(x, x), cv2.multiply(y, y)) for x, y in zip(xs, ys, strict=True)]
    best, pick_x, pick_y = powers[0], xs[0], ys[0]
    for power, x, y in zip(powers[1:], xs[1:], ys[1:], strict=True):
        higher = cv2.compare(power, best, cv2.CMP_GT)
        cv2.copyTo(x, higher, pick_x)
        cv2.copyTo(y, higher, pick_y)
        best = cv2.max(best, power)
    size = cv2.sqrt(best)
    share = 1 / (size + (3 * float(np.median(size)) + 1))
    return cv2.multiply(pick_x, share), cv2.multiply(pick_y, share)

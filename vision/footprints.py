"""Where wands may lie: straight pairs of edges, as far apart as a wand is wide and as long as a wand, in any colour."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.base import Picture
from vision.pane import Grid
from vision.patches import Pose

Map = NDArray[np.float32]

CELL = 2
"""The search runs on every second cell of the grid (2 mm)."""
ANGLES = 36
LEAST_SCORE = 0.12
SAME = 6.0
OLD = 0.3


@dataclass(frozen=True)
class Candidate:
    """A place where a wand may lie; ``score`` is about 1 for a full outline in strong contrast."""

    score: float
    pose: Pose


class Search:
    """Looks for wands of one size on one grid."""

    def __init__(self, grid: Grid, length: float, side: float, empty: Picture) -> None:
        self.grid = grid
        self.empty = shrunk(empty)
        self.cell = CELL / grid.scale
        rows, columns = grid.shape[0] // CELL, grid.shape[1] // CELL
        reach = int(np.hypot(rows, columns)) + 2
        self.size = (reach, reach)
        self.apart = round(side / self.cell)
        self.run = max(3, round(length * 0.92 / self.cell)) | 1
        self.short = max(3, self.run // 8) | 1
        self.turns = [self._turn(rows, columns, reach, 180 * i / ANGLES) for i in range(ANGLES)]

    @staticmethod
    def _turn(rows: int, columns: int, reach: int, degrees: float) -> NDArray[np.float64]:
        turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), degrees, 1)
        turn[:, 2] += [(reach - columns) / 2, (reach - rows) / 2]
        return np.asarray(turn, dtype=np.float64)

    def find(self, flat: Picture, most: int, light: float = 1.0) -> list[Candidate]:
        """The best places in a top-down picture, best first, at most ``most``; ``light`` against the empty picture."""
        small = shrunk(flat)
        news = self._news(small, light)
        across_x, across_y = squeezed_gradient(small)
        across_x, across_y = across_x * news, across_y * news
        found: list[tuple[float, float, float, int]] = []
        for i, turn in enumerate(self.turns):
            found += self._at_angle(across_x, across_y, turn, i)
        return self._apart(sorted(found, reverse=True), most)

    def _news(self, small: Picture, light: float) -> Map:
        """Near 1 where the picture differs from the empty pane in this light; edges of the ceiling count little."""
        off = cv2.absdiff(small, cv2.convertScaleAbs(self.empty, alpha=light)).max(axis=2)
        near = cv2.dilate(off, np.ones((3, 3), np.uint8)).astype(np.float32)
        usual = 2.0 * float(np.median(off)) + SAME
        return np.asarray(OLD + (1 - OLD) * near / (near + usual), dtype=np.float32)

    def _at_angle(
        self, gx: Map, gy: Map, turn: NDArray[np.float64], number: int
    ) -> list[tuple[float, float, float, int]]:
        angle = np.pi * number / ANGLES
        cosine, sine = float(np.cos(angle)), float(np.sin(angle))
        across = cv2.absdiff(gy * cosine, gx * sine) - 0.7 * np.abs(gx * cosine + gy * sine)
        np.maximum(across, 0, out=across)
        flat = cv2.warpAffine(across, turn, self.size)
        score = self._pair(flat, self.run)
        score -= 0.4 * self._beyond(self._pair(flat, self.short))
        return self._summits(score, turn, number)

    def _pair(self, flat: Map, run: int) -> Map:
        """How strong the fainter of two parallel lines of that length is, and a little of the stronger one."""
        lines = cv2.boxFilter(flat, -1, (run, 2), borderType=cv2.BORDER_CONSTANT)
        upper, lower = lines[: -self.apart], lines[self.apart :]
        return np.asarray(np.minimum(upper, lower) + 0.3 * np.maximum(upper, lower), dtype=np.float32)

    def _summits(self, score: Map, turn: NDArray[np.float64], number: int) -> list[tuple[float, float, float, int]]:
        tops = (score > LEAST_SCORE) & (score >= cv2.dilate(score, np.ones((5, 9), np.uint8)))
        ys, xs = np.nonzero(tops)
        back = cv2.invertAffineTransform(turn)
        # The box of two rows is centred half a row up.
        places = np.column_stack([xs, ys + self.apart / 2 - 0.5, np.ones(len(xs))]) @ back.T
        return [(float(score[y, x]), float(p[0]), float(p[1]), number) for y, x, p in zip(ys, xs, places, strict=True)]

    def _beyond(self, score: Map) -> Map:
        """What of the line goes on beyond both ends, as that of a beam does."""
        reach = self.run // 2 + self.short // 2 + 3
        padded = cv2.copyMakeBorder(score, 0, 0, reach, reach, cv2.BORDER_CONSTANT, value=0)
        return np.minimum(padded[:, : -2 * reach], padded[:, 2 * reach :])

    def _apart(self, found: list[tuple[float, float, float, int]], most: int) -> list[Candidate]:
        kept: list[Candidate] = []
        for score, x, y, number in found:
            middle = self.grid.to_mm(np.array([[x * CELL + (CELL - 1) / 2, y * CELL + (CELL - 1) / 2]]))[0]
            pose = Pose(float(middle[0]), float(middle[1]), float(np.pi * number / ANGLES))
            if not any(same_place(pose, c.pose, 6.0, 12.0) for c in kept):
                kept.append(Candidate(score, pose))
                if len(kept) == most:
                    break
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
    power = gx * gx + gy * gy
    best = power.max(axis=2)
    pick_x, pick_y = gx[..., 0].copy(), gy[..., 0].copy()
    for channel in (1, 2):
        here = power[..., channel] >= best
        cv2.copyTo(gx[..., channel], here.astype(np.uint8), pick_x)
        cv2.copyTo(gy[..., channel], here.astype(np.uint8), pick_y)
    size = cv2.sqrt(best)
    share = 1 / (size + 3 * float(np.median(size)) + 1)
    return np.asarray(pick_x * share, dtype=np.float32), np.asarray(pick_y * share, dtype=np.float32)

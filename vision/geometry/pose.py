"""A wand's place on the pane, and whether two are the same."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.pane import Points


@dataclass(frozen=True)
class Pose:
    """Middle (mm) and direction (radians, from +x towards +y) of a wand; u runs along it, v to its right."""

    x: float
    y: float
    angle: float

    @property
    def along(self) -> Points:
        """Unit vector of u."""
        return np.array([np.cos(self.angle), np.sin(self.angle)])

    @property
    def right(self) -> Points:
        """Unit vector of v."""
        return np.array([-np.sin(self.angle), np.cos(self.angle)])

    @property
    def middle(self) -> Points:
        """(x, y)."""
        return np.array([self.x, self.y])

    def moved(self, du: float, dv: float, turn: float = 0.0) -> Pose:
        """Shifted in its own frame, then turned about its middle."""
        x, y = self.middle + du * self.along + dv * self.right
        return Pose(float(x), float(y), self.angle + turn)

    def places(self, uv: Points) -> Points:
        """Wand coordinates (n, 2) to millimetres on the pane."""
        return np.asarray(self.middle + uv[:, :1] * self.along + uv[:, 1:] * self.right, dtype=np.float64)

    def corners(self, length: float, side: float) -> Points:
        """p0..p3, clockwise in the picture, p0 to p1 along u on the left edge."""
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [length / 2, side / 2]
        return self.places(half)


def same_place(a: Pose, b: Pose, distance: float, degrees: float) -> bool:
    """Whether two poses are the same footprint; a wand turned round lies in the same place."""
    turn = abs((np.degrees(a.angle - b.angle) + 90) % 180 - 90)
    return bool(np.hypot(a.x - b.x, a.y - b.y) <= distance and turn <= degrees)


def shared_area(one: Points, two: Points) -> float:
    """Area (mm2) that two footprints, given by their corners (4, 2), both cover."""
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), two.astype(np.float32))
    return float(area)

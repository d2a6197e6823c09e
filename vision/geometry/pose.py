"""A wand's place on the pane, and whether two are the same."""

from __future__ import annotations

import math
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
        return np.array([math.cos(self.angle), math.sin(self.angle)])

    @property
    def right(self) -> Points:
        """Unit vector of v."""
        return np.array([-math.sin(self.angle), math.cos(self.angle)])

    @property
    def middle(self) -> Points:
        """(x, y)."""
        return np.array([self.x, self.y])

    def moved(self, du: float, dv: float, turn: float = 0.0) -> Pose:
        """Shifted in its own frame, then turned about its middle."""
        across, down = math.cos(self.angle), math.sin(self.angle)
        return Pose(self.x + du * across - dv * down, self.y + du * down + dv * across, self.angle + turn)

    def places(self, uv: Points) -> Points:
        """Wand coordinates (n, 2) to millimetres on the pane."""
        across, down = math.cos(self.angle), math.sin(self.angle)
        places: Points = uv @ np.array([[across, down], [-down, across]]) + (self.x, self.y)
        return places

    def corners(self, length: float, side: float) -> Points:
        """p0..p3, clockwise in the picture, p0 to p1 along u on the left edge."""
        half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [length / 2, side / 2]
        return self.places(half)


def same_place(a: Pose, b: Pose, distance: float, degrees: float) -> bool:
    """Whether two poses are the same footprint; a wand turned round lies in the same place."""
    turn = abs((math.degrees(a.angle - b.angle) + 90) % 180 - 90)
    return math.hypot(a.x - b.x, a.y - b.y) <= distance and turn <= degrees


def shared_area(one: Points, two: Points) -> float:
    """Area (mm2) that two footprints, given by their corners (4, 2), both cover."""
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), two.astype(np.float32))
    return float(area)

"""Solids as a builder thinks of them: flat pieces with holes, put together to bodies.

Frame as of the eye: millimetres, the middle of the pane's top face is the origin, z up; x across the light bars, y
along them, away from the open side of the hood.  Nothing here needs a CAD library: the same description is checked,
drawn and, where one is installed, made solid by it (`hardware.solids.cad`).
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import Literal

import msgspec

Point = tuple[float, float]
Vector = tuple[float, float, float]
Material = Literal["plywood", "strip", "acrylic", "board", "print", "bought"]

FLAT: tuple[Vector, Vector] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
"""Lies: u is x, v is y, thick upwards."""
ACROSS: tuple[Vector, Vector] = ((0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""Stands, thick along x: u is y, v is z."""
ALONG: tuple[Vector, Vector] = ((-1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
"""Stands, thick along y: u is -x, v is z."""
ROUND = 32
"""Corners of a round hole where it is measured and drawn."""


class Hole(msgspec.Struct, frozen=True):
    """Round, around (u, v); with ``du`` or ``dv`` a slot whose other end is there."""

    u: float
    v: float
    radius: float
    du: float = 0.0
    dv: float = 0.0

    def outline(self) -> tuple[Point, ...]:
        """Its edge as a polygon, counter-clockwise."""
        if not (self.du or self.dv):
            turned = [2 * math.pi * k / ROUND for k in range(ROUND)]
            return tuple((self.u + self.radius * math.cos(t), self.v + self.radius * math.sin(t)) for t in turned)
        start = math.atan2(self.dv, self.du) - math.pi / 2
        turns = [start + math.pi * k / (ROUND // 2) for k in range(ROUND // 2 + 1)]
        far = [(self.u + self.du, self.v + self.dv, turn) for turn in turns]
        near = [(self.u, self.v, turn + math.pi) for turn in turns]
        return tuple((u + self.radius * math.cos(t), v + self.radius * math.sin(t)) for u, v, t in (*far, *near))


class Window(msgspec.Struct, frozen=True):
    """A hole with corners."""

    corners: tuple[Point, ...]

    def outline(self) -> tuple[Point, ...]:
        """Its edge."""
        return self.corners


def disc(radius: float) -> tuple[Point, ...]:
    """A round outline around the origin, as a polygon."""
    return Hole(0, 0, radius).outline()


def rectangle(left: float, low: float, right: float, high: float) -> tuple[Point, ...]:
    """Four corners, counter-clockwise."""
    return ((left, low), (right, low), (right, high), (left, high))


class Plate(msgspec.Struct, frozen=True):
    """A convex outline in (u, v), as thick as said towards u x v, with holes through it; ``at`` is where (0, 0) is."""

    outline: tuple[Point, ...]
    thickness: float
    at: Vector = (0.0, 0.0, 0.0)
    plane: tuple[Vector, Vector] = FLAT
    holes: tuple[Hole | Window, ...] = ()

    @property
    def normal(self) -> Vector:
        """Where it is thick to."""
        return cross(*self.plane)

    def world(self, point: Point, height: float = 0.0) -> Vector:
        """A point of the outline's plane, or ``height`` above it, in the world."""
        u, v, n = *self.plane, self.normal
        return (
            self.at[0] + point[0] * u[0] + point[1] * v[0] + height * n[0],
            self.at[1] + point[0] * u[1] + point[1] * v[1] + height * n[1],
            self.at[2] + point[0] * u[2] + point[1] * v[2] + height * n[2],
        )

    def local(self, place: Vector) -> Vector:
        """The other way: u, v and the height over the outline's plane."""
        away = minus(place, self.at)
        return (dot(away, self.plane[0]), dot(away, self.plane[1]), dot(away, self.normal))

    def corners(self) -> tuple[Vector, ...]:
        """All corners of both faces."""
        return tuple(self.world(point, height) for height in (0.0, self.thickness) for point in self.outline)

    def moved(self, by: Vector) -> Plate:
        """The same plate elsewhere."""
        return msgspec.structs.replace(self, at=plus(self.at, by))

    def turned(self) -> Plate:
        """Half a turn about the axis of the pane."""
        u, v, at = ((-x, -y, z) for x, y, z in (*self.plane, self.at))
        return msgspec.structs.replace(self, at=at, plane=(u, v))


class Body(msgspec.Struct, frozen=True):
    """One piece that is sawn, printed or bought: plates that are one, less ``cuts``.  Bodies of one ``key`` (the letter
    or number in drawings) are alike.
    """

    name: str
    key: str
    material: Material
    plates: tuple[Plate, ...]
    cuts: tuple[Plate, ...] = ()

    def size(self) -> Vector:
        """Length of its box along x, y, z."""
        low, high = self.bounds()
        return minus(high, low)

    def bounds(self) -> tuple[Vector, Vector]:
        """Lowest and highest corner of its box."""
        return bounds([corner for plate in self.plates for corner in plate.corners()])

    def moved(self, by: Vector) -> Body:
        """The same body elsewhere."""
        plates, cuts = (tuple(plate.moved(by) for plate in each) for each in (self.plates, self.cuts))
        return msgspec.structs.replace(self, plates=plates, cuts=cuts)

    def turned(self) -> Body:
        """Half a turn about the axis of the pane."""
        plates, cuts = (tuple(plate.turned() for plate in each) for each in (self.plates, self.cuts))
        return msgspec.structs.replace(self, plates=plates, cuts=cuts)

    def laid(self) -> Body:
        """The same with the lowest corner of its box at the origin, as files to print want it."""
        low = self.bounds()[0]
        return self.moved((-low[0], -low[1], -low[2]))


def bounds(points: list[Vector]) -> tuple[Vector, Vector]:
    """Lowest and highest corner of the box around points."""
    low, high = ([pick(point[k] for point in points) for k in range(3)] for pick in (min, max))
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def plus(one: Vector, other: Vector) -> Vector:
    """Sum."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def minus(one: Vector, other: Vector) -> Vector:
    """Difference."""
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2])


def dot(one: Vector, other: Vector) -> float:
    """Scalar product."""
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def cross(one: Vector, other: Vector) -> Vector:
    """Vector product."""
    (a, b, c), (d, e, f) = one, other
    return (b * f - c * e, c * d - a * f, a * e - b * d)


def edges(outline: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """The sides of a polygon."""
    return list(pairwise((*outline, outline[0])))


def inside(outline: tuple[Point, ...], point: Point, slack: float = 0.0) -> bool:
    """Whether a point lies in a convex polygon or at most ``slack`` beside it."""
    return all(side_of(edge, point) >= -slack for edge in edges(outline))


def side_of(edge: tuple[Point, Point], point: Point) -> float:
    """How far a point lies to the left of an edge."""
    (x1, y1), (x2, y2) = edge
    length = math.hypot(x2 - x1, y2 - y1)
    return ((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / length


def to_segment(point: Point, segment: tuple[Point, Point]) -> float:
    """Distance of a point from a piece of a line."""
    (x1, y1), (x2, y2) = segment
    dx, dy = x2 - x1, y2 - y1
    share = ((point[0] - x1) * dx + (point[1] - y1) * dy) / (dx * dx + dy * dy)
    share = min(max(share, 0.0), 1.0)
    return math.hypot(point[0] - x1 - share * dx, point[1] - y1 - share * dy)


def gap(one: tuple[Point, ...], other: tuple[Point, ...]) -> float:
    """Least distance between the edges of two polygons."""
    apart = [to_segment(point, edge) for point in one for edge in edges(other)]
    return min(apart + [to_segment(point, edge) for point in other for edge in edges(one)])


@cache
def thinnest(plate: Plate) -> float:
    """The least of its thickness, its outline's width, and the wood or plastic beside and between its holes.

    Negative when a hole breaks out of the plate.
    """
    widths = [max(side_of(edge, point) for point in plate.outline) for edge in edges(plate.outline)]
    found = [plate.thickness, *widths]
    outlines = [hole.outline() for hole in plate.holes]
    for number, outline in enumerate(outlines):
        found.append(min(side_of(edge, point) for edge in edges(plate.outline) for point in outline))
        found += [gap(outline, other) for other in outlines[number + 1 :]]
    return min(found)

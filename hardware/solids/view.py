"""Bodies seen from one side, as a woodcut: edges that are not hidden, and hatching on the faces in shade.

Parallel projection.  What hides what is asked of a depth map: every face that looks at the viewer is filled into it,
holes left out, and each piece of a line is kept where nothing is nearer.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from hardware.drawing import Line
from hardware.solids.plates import Body, Plate, Point, Vector, dot, edges

Array = NDArray[Any]
PIXELS_MM = 2.0
"""Least fineness of the depth map; a face hides a line that lies farther behind it than some two pixels."""
EDGE_MM, HATCH_MM = 0.9, 0.3
"""Widths of edges and hatching in the world's millimetres."""
PITCH_MM, SMALL = 1.1, 0.14
"""How far apart hatches lie on paper, and the scale that is meant where none is told."""


class View(msgspec.Struct, frozen=True):
    """From where: degrees to the right of the front, degrees above the table."""

    right_deg: float = 28.0
    above_deg: float = 24.0

    @property
    def axes(self) -> tuple[Vector, Vector, Vector]:
        """To the right and down on paper, and towards the viewer."""
        a, e = math.radians(self.right_deg), math.radians(self.above_deg)
        across = (math.cos(a), math.sin(a), 0.0)
        down = (math.sin(a) * math.sin(e), -math.cos(a) * math.sin(e), -math.cos(e))
        return across, down, (math.sin(a) * math.cos(e), -math.cos(a) * math.cos(e), math.sin(e))

    def seen(self, place: Vector) -> Vector:
        """Right, down and near."""
        right, down, near = (dot(axis, place) for axis in self.axes)
        return right, down, near


class Face(msgspec.Struct, frozen=True):
    """A flat face: its loops as seen (the first is the outline), whether it lies in shade, which lines are drawn."""

    loops: tuple[tuple[Vector, ...], ...]
    shaded: bool
    lines: tuple[tuple[Vector, Vector], ...]


ROUNDISH = 12
"""An outline of more corners is round: of the edges between its sides only those are drawn behind which it ends."""


def faces(body: Body, view: View) -> Iterator[Face]:
    """All faces of a body that look at the viewer."""
    for plate in body.plates:
        yield from _flat(plate, view)
        yield from _around(plate, plate.outline, view)
        for hole in plate.holes:
            yield from _around(plate, hole.outline()[::-1], view)


def _flat(plate: Plate, view: View) -> Iterator[Face]:
    towards = dot(plate.normal, view.axes[2])
    if abs(towards) < 1e-6:
        return
    height = plate.thickness if towards > 0 else 0.0
    outlines = [plate.outline, *(hole.outline() for hole in plate.holes)]
    loops = tuple(tuple(view.seen(plate.world(p, height)) for p in outline) for outline in outlines)
    lines = tuple((a, b) for loop in loops for a, b in zip(loop, (*loop[1:], loop[0]), strict=True))
    yield Face(loops, _shaded(plate.normal, 1 if towards > 0 else -1), lines)


def _around(plate: Plate, outline: tuple[Point, ...], view: View) -> Iterator[Face]:
    """The sides, each with its lower and upper edge, and with those beside it."""
    sides = edges(outline)
    seen = [dot(_outward(plate, side), view.axes[2]) > 1e-6 for side in sides]
    rounded = len(outline) > ROUNDISH
    for number, (one, other) in enumerate(sides):
        if not seen[number]:
            continue
        high = plate.thickness
        a, b, c, d = (view.seen(plate.world(p, h)) for p, h in ((one, 0.0), (other, 0.0), (other, high), (one, high)))
        ends = [((a, d), seen[number - 1]), ((b, c), seen[(number + 1) % len(sides)])]
        beside = [line for line, goes_on in ends if not (rounded and goes_on)]
        shaded = not rounded and _shaded(_outward(plate, (one, other)))
        yield Face(((a, b, c, d),), shaded, ((a, b), (d, c), *beside))


def _outward(plate: Plate, side: tuple[Point, Point]) -> Vector:
    """Normal of a side, away from a counter-clockwise outline."""
    (x1, y1), (x2, y2) = side
    length = math.hypot(x2 - x1, y2 - y1)
    a, b = (y2 - y1) / length, (x1 - x2) / length
    u, v = plate.plane
    return (a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2])


def _shaded(normal: Vector, sign: int = 1) -> bool:
    """Light comes from the left and above: what looks to the right is in shade."""
    return sign * normal[0] > 0.5


class Scene:
    """A depth map of faces, and which lines are before it."""

    def __init__(self, faces: list[Face], pixels: float) -> None:
        self.fine = pixels
        self.nearer = 2.4 / pixels
        points = np.array([point for face in faces for point in face.loops[0]])
        self.low = points[:, :2].min(0) - 4
        size = np.ceil((points[:, :2].max(0) + 4 - self.low) * self.fine).astype(int) + 1
        self.depth = np.full((size[1], size[0]), -1e9, np.float32)
        for face in faces:
            self._fill(face)
        self.lowest = cv2.erode(self.depth, np.ones((3, 3), np.uint8))

    def pixels(self, points: Array) -> Array:
        """Places on paper in the map."""
        found: Array = (points[:, :2] - self.low) * self.fine
        return found

    def _fill(self, face: Face) -> None:
        loops = [self.pixels(np.array(loop)) for loop in face.loops]
        left, top = np.floor(loops[0].min(0)).astype(int)
        right, bottom = np.ceil(loops[0].max(0)).astype(int) + 1
        mask = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillPoly(mask, [np.round((loop - (left, top)) * 16).astype(np.int32) for loop in loops], 1, shift=4)
        a, b, c = _slope(np.array(face.loops[0]))
        ys, xs = np.mgrid[top:bottom, left:right] / self.fine
        near = a * (xs + self.low[0]) + b * (ys + self.low[1]) + c
        part = self.depth[top:bottom, left:right]
        np.maximum(part, np.where(mask, near, -1e9).astype(np.float32), out=part)

    def visible(self, start: Vector, end: Vector) -> Iterator[tuple[Point, Point]]:
        """The pieces of a line that nothing hides."""
        a, b = np.array(start), np.array(end)
        count = max(int(np.hypot(*(b - a)[:2]) * self.fine), 1) + 1
        shares = np.linspace(0, 1, count)
        points = a + shares[:, None] * (b - a)
        x, y = np.round(self.pixels(points)).astype(int).T
        seen = points[:, 2] >= self.lowest[y, x] - self.nearer
        edge = np.flatnonzero(np.diff(np.concatenate([[0], seen.view(np.int8), [0]])))
        for first, last in edge.reshape(-1, 2):
            if last - first > 1 or count <= 2:
                p, q = points[first], points[last - 1]
                yield (float(p[0]), float(p[1])), (float(q[0]), float(q[1]))


def _slope(points: Array) -> tuple[float, float, float]:
    """How near a flat face is: a times right plus b times down plus c."""
    flat = np.column_stack([points[:, :2], np.ones(len(points))])
    a, b, c = np.linalg.lstsq(flat, points[:, 2], rcond=None)[0]
    return float(a), float(b), float(c)


def drawn(bodies: Iterable[Body], view: View | None = None, scale: float = SMALL) -> list[Line]:
    """Lines in the world's millimetres, right and down, for a drawing of that scale."""
    return [line for each in parts(bodies, view, scale) for line in each]


def parts(bodies: Iterable[Body], view: View | None = None, scale: float = SMALL) -> list[list[Line]]:
    """The same for each body by itself."""
    seen = [list(faces(body, view or View())) for body in bodies]
    scene = Scene([face for each in seen for face in each], max(PIXELS_MM, 8 * scale))
    drawn_before: set[tuple[Vector, Vector]] = set()
    return [[*_edges(scene, each, drawn_before), *_hatched(scene, each, PITCH_MM / scale)] for each in seen]


def _edges(scene: Scene, seen: list[Face], before: set[tuple[Vector, Vector]]) -> Iterator[Line]:
    """Each edge one time, though two faces have it."""
    for one, other in (line for face in seen for line in face.lines):
        first, last = sorted((_rounded(one), _rounded(other)))
        if (first, last) not in before:
            before.add((first, last))
            yield from (Line(*a, *b, EDGE_MM) for a, b in scene.visible(one, other))


def _rounded(place: Vector) -> Vector:
    return (round(place[0], 2), round(place[1], 2), round(place[2], 2))


def _hatched(scene: Scene, seen: list[Face], pitch: float) -> Iterator[Line]:
    for start, end in (hatch for face in seen if face.shaded for hatch in hatches(face, pitch)):
        yield from (Line(*a, *b, HATCH_MM) for a, b in scene.visible(start, end))


def hatches(face: Face, pitch: float) -> Iterator[tuple[Vector, Vector]]:
    """Level lines on a face, between its loops."""
    rims = [(a, b) for loop in face.loops for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)]
    down = [point[1] for point in face.loops[0]]
    level = math.ceil(min(down) / pitch) * pitch + 0.013
    while level < max(down):
        crossings = sorted(_at(a, b, level) for a, b in rims if (a[1] < level) != (b[1] < level))
        yield from zip(crossings[::2], crossings[1::2], strict=True)
        level += pitch


def _at(one: Vector, other: Vector, level: float) -> Vector:
    share = (level - one[1]) / (other[1] - one[1])
    return (one[0] + share * (other[0] - one[0]), level, one[2] + share * (other[2] - one[2]))

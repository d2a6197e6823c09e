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
from hardware.solids.plates import Body, Hole, Plate, Point, Vector, dot, edges

Array = NDArray[Any]
PIXELS_MM = 2.0
"""Fineness of the depth map."""
NEARER_MM = 1.2
"""A face hides a line that lies farther behind it than this."""
EDGE_MM, HATCH_MM, PITCH_MM = 0.9, 0.3, 4.0
"""Widths of edges and hatching in the world's millimetres, and how far apart hatches lie."""


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
    """A flat face: its loops as seen (the first is the outline), and whether it lies in shade."""

    loops: tuple[tuple[Vector, ...], ...]
    shaded: bool
    drawn: bool = True


def faces(body: Body, view: View) -> Iterator[Face]:
    """All faces of a body that look at the viewer."""
    for plate in body.plates:
        yield from _flat(plate, view)
        yield from _around(plate, plate.outline, view, len(plate.outline) < ROUNDISH)
        for hole in plate.holes:
            yield from _around(plate, hole.outline()[::-1], view, not isinstance(hole, Hole))


ROUNDISH = 12
"""An outline of more corners is round: the edges between its sides are not drawn."""


def _flat(plate: Plate, view: View) -> Iterator[Face]:
    towards = dot(plate.normal, view.axes[2])
    if abs(towards) < 1e-6:
        return
    height = plate.thickness if towards > 0 else 0.0
    loops = [plate.outline, *(hole.outline() for hole in plate.holes)]
    sign = 1 if towards > 0 else -1
    shaded = _shaded((sign * plate.normal[0], sign * plate.normal[1], sign * plate.normal[2]))
    yield Face(tuple(tuple(view.seen(plate.world(p, height)) for p in loop) for loop in loops), shaded)


def _around(plate: Plate, outline: tuple[Point, ...], view: View, drawn: bool) -> Iterator[Face]:
    for one, other in edges(outline):
        n = (other[1] - one[1], one[0] - other[0])
        length = math.hypot(*n)
        u, v = plate.plane
        outward = tuple((n[0] * u[k] + n[1] * v[k]) / length for k in range(3))
        normal = (outward[0], outward[1], outward[2])
        if dot(normal, view.axes[2]) > 1e-6:
            high = plate.thickness
            loop = [plate.world(*each) for each in ((one, 0.0), (other, 0.0), (other, high), (one, high))]
            yield Face((tuple(map(view.seen, loop)),), _shaded(normal) and drawn, drawn)


def _shaded(normal: Vector) -> bool:
    """Light comes from the left and above: what looks to the right is in shade."""
    return normal[0] > 0.5


class Scene:
    """A depth map of faces, and which lines are before it."""

    def __init__(self, faces: list[Face]) -> None:
        points = np.array([point for face in faces for point in face.loops[0]])
        self.low = points[:, :2].min(0) - 4
        size = np.ceil((points[:, :2].max(0) + 4 - self.low) * PIXELS_MM).astype(int) + 1
        self.depth = np.full((size[1], size[0]), -1e9, np.float32)
        for face in faces:
            self._fill(face)
        self.lowest = cv2.erode(self.depth, np.ones((3, 3), np.uint8))

    def pixels(self, points: Array) -> Array:
        """Places on paper in the map."""
        found: Array = (points[:, :2] - self.low) * PIXELS_MM
        return found

    def _fill(self, face: Face) -> None:
        loops = [self.pixels(np.array(loop)) for loop in face.loops]
        left, top = np.floor(loops[0].min(0)).astype(int)
        right, bottom = np.ceil(loops[0].max(0)).astype(int) + 1
        mask = np.zeros((bottom - top, right - left), np.uint8)
        cv2.fillPoly(mask, [np.round((loop - (left, top)) * 16).astype(np.int32) for loop in loops], 1, shift=4)
        a, b, c = _slope(np.array(face.loops[0]))
        ys, xs = np.mgrid[top:bottom, left:right] / PIXELS_MM
        near = a * (xs + self.low[0]) + b * (ys + self.low[1]) + c
        part = self.depth[top:bottom, left:right]
        np.maximum(part, np.where(mask, near, -1e9).astype(np.float32), out=part)

    def visible(self, start: Vector, end: Vector) -> Iterator[tuple[Point, Point]]:
        """The pieces of a line that nothing hides."""
        a, b = np.array(start), np.array(end)
        count = max(int(np.hypot(*(b - a)[:2]) * PIXELS_MM), 1) + 1
        shares = np.linspace(0, 1, count)
        points = a + shares[:, None] * (b - a)
        x, y = np.round(self.pixels(points)).astype(int).T
        seen = points[:, 2] >= self.lowest[y, x] - NEARER_MM
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


def drawn(bodies: Iterable[Body], view: View | None = None) -> list[Line]:
    """Lines in the world's millimetres, right and down."""
    chosen = view or View()
    seen = [face for body in bodies for face in faces(body, chosen)]
    scene = Scene(seen)
    hatched = [hatch for face in seen if face.shaded for hatch in hatches(face)]
    return [*_lines(scene, _once(seen), EDGE_MM), *_lines(scene, hatched, HATCH_MM)]


def _lines(scene: Scene, pieces: Iterable[tuple[Vector, Vector]], width: float) -> list[Line]:
    return [Line(*one, *other, width) for start, end in pieces for one, other in scene.visible(start, end)]


def _once(seen: list[Face]) -> list[tuple[Vector, Vector]]:
    """Each edge of the faces one time."""
    found: dict[tuple[Vector, ...], tuple[Vector, Vector]] = {}
    for face in seen:
        if face.drawn:
            for loop in face.loops:
                for one, other in zip(loop, (*loop[1:], loop[0]), strict=True):
                    first, last = sorted((*(round(k, 2) for k in end),) for end in (one, other))
                    found.setdefault(((first[0], first[1], first[2]), (last[0], last[1], last[2])), (one, other))
    return list(found.values())


def hatches(face: Face) -> Iterator[tuple[Vector, Vector]]:
    """Level lines on a face, between its loops."""
    rims = [(a, b) for loop in face.loops for a, b in zip(loop, (*loop[1:], loop[0]), strict=True)]
    down = [point[1] for point in face.loops[0]]
    level = math.ceil(min(down) / PITCH_MM) * PITCH_MM + 0.013
    while level < max(down):
        crossings = sorted(_at(a, b, level) for a, b in rims if (a[1] < level) != (b[1] < level))
        yield from zip(crossings[::2], crossings[1::2], strict=True)
        level += PITCH_MM


def _at(one: Vector, other: Vector, level: float) -> Vector:
    share = (level - one[1]) / (other[1] - one[1])
    return (one[0] + share * (other[0] - one[0]), level, one[2] + share * (other[2] - one[2]))

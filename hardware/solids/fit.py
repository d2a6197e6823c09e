"""Do plates stand in one another's way?  Convex plates are apart when a plane parts them."""

from __future__ import annotations

from hardware.solids.plates import Body, Plate, Vector, cross, dot, edges, inside, minus

TOUCH_MM = 0.01
"""Plates that only touch reach no deeper into each other than this."""


def overlap(one: Body, other: Body) -> bool:
    """Whether two bodies are in one place."""
    return any(clash(a, b) for a in one.plates for b in other.plates)


def clash(one: Plate, other: Plate) -> bool:
    """Whether two plates are in one place; what goes through the other's hole is not."""
    if _through(one, other) or _through(other, one):
        return False
    return all(_depth(axis, one, other) > TOUCH_MM for axis in _axes(one, other))


def _axes(one: Plate, other: Plate) -> list[Vector]:
    """Directions in which convex plates may be apart: their faces' normals and what is square to two edges."""
    normals = [axis for plate in (one, other) for axis in (plate.normal, *_sides(plate))]
    mine, theirs = (_runs(plate) for plate in (one, other))
    crossed = [cross(a, b) for a in mine for b in theirs]
    return [_unit(axis) for axis in (*normals, *crossed) if dot(axis, axis) > 1e-9]


def _runs(plate: Plate) -> list[Vector]:
    ends = [(plate.world(a), plate.world(b)) for a, b in edges(plate.outline)]
    return [plate.normal, *(_unit(minus(b, a)) for a, b in ends)]


def _sides(plate: Plate) -> list[Vector]:
    return [cross(run, plate.normal) for run in _runs(plate)[1:]]


def _unit(vector: Vector) -> Vector:
    length = dot(vector, vector) ** 0.5
    return (vector[0] / length, vector[1] / length, vector[2] / length)


def _depth(axis: Vector, one: Plate, other: Plate) -> float:
    """How far both reach into each other along an axis; negative when they are apart."""
    a, b = ([dot(axis, corner) for corner in plate.corners()] for plate in (one, other))
    return min(max(a), max(b)) - max(min(a), min(b))


def _through(plate: Plate, other: Plate) -> bool:
    """Whether ``other`` lies in a hole of ``plate``, seen along its thickness."""
    seen = [plate.local(corner)[:2] for corner in other.corners()]
    return any(all(inside(hole.outline(), point, TOUCH_MM) for point in seen) for hole in plate.holes)

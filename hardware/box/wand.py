"""A wand to print or to carve, with the measures of the simulated camera's wands, or another length or side.

The body lies along x, its first face down; u x v of each mark's plane points into the wood.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

from hardware.errors import PlanError
from hardware.solids.plates import ACROSS, Body, Plate, Point, Vector, rectangle
from vision.cameras.simulated.looks import shipped
from vision.cameras.simulated.wand import FACES, Shape, Wand

MARK_MM = 0.8
"""Depth of arrow and star, to be filled with paint."""
MARKS = 3
"""So many marks along a face: one is seen whatever lies across the wand."""


def shape(length: float | None = None, side: float | None = None) -> Shape:
    """Measures of a wand.  Raises PlanError."""
    standard = Shape()
    length, side = length or standard.length, side or standard.side
    if not (85 <= length <= 125 and 10 <= side <= 17):
        raise PlanError(f"the eye knows wands of 85 to 125 x 10 to 17 mm, not {length:g} x {side:g}")
    scale = side / standard.side
    wide, deep = standard.notch_width * scale, standard.notch_depth * scale
    return replace(standard, length=length, side=side, notch_width=wide, notch_depth=deep)


def wands(made: Shape) -> list[Body]:
    """The three of a set."""
    return [_wand(f"{10 + number}", made, each) for number, each in enumerate(shipped().wands.values(), 2)]


def _wand(key: str, made: Shape, like: Wand) -> Body:
    prism = Plate(section(made), made.length, (-made.length / 2, 0, 0), ACROSS)
    cuts: list[Plate] = []
    for face in FACES:
        cuts += [_notch(made, like.opposite_of(face), x) for x in places(made, like.opposite[face])]
    cuts += [_mark(made, like, "power", points, x) for x in steps(made) for points in arrow(made)]
    cuts += [_mark(made, like, "magic", points, x) for x in steps(made) for points in star(made)]
    return Body(f"wand {like.colour}", key, "print", (prism,), tuple(cuts))


def section(made: Shape) -> tuple[Point, ...]:
    """A triangle with blunt edges, its middle at the origin, a face down."""
    found: list[Point] = []
    for k in range(3):
        middle = math.pi / 2 + k * 2 * math.pi / 3
        blunt = made.outer - made.rounding
        wide = made.rounding * math.tan(math.radians(30))
        across = (-math.sin(middle), math.cos(middle))
        tip = (blunt * math.cos(middle), blunt * math.sin(middle))
        found += [(tip[0] + s * wide * across[0], tip[1] + s * wide * across[1]) for s in (-1, 1)]
    return tuple(found)


def places(made: Shape, notches: int) -> tuple[float, ...]:
    """Where along the wand an edge has its notches."""
    apart = made.two_notch_spacing / 2
    return ((), (0.0,), (-apart, apart))[notches]


def steps(made: Shape) -> list[float]:
    """Middles of a face's marks."""
    pitch = made.length / MARKS
    return [(k - (MARKS - 1) / 2) * pitch for k in range(MARKS)]


def _notch(made: Shape, edge: Point, x: float) -> Plate:
    """A V across an edge: a triangle in (x, outwards), pushed sideways through the wand."""
    outward: Vector = (0.0, *edge)
    tip = made.outer - made.rounding - made.notch_depth
    high, wide = made.notch_depth + made.rounding + 1, made.notch_width / 2
    wide *= high / made.notch_depth
    reach = made.side
    across: Vector = (0.0, edge[1], -edge[0])
    at = (x, outward[1] * tip - across[1] * reach / 2, outward[2] * tip - across[2] * reach / 2)
    plane: tuple[Vector, Vector] = (outward, (1.0, 0.0, 0.0))
    return Plate(((0, 0), (high, -wide), (high, wide)), reach, at, plane)


def arrow(made: Shape) -> list[tuple[Point, ...]]:
    """A head and a shaft that touch; u along the wand."""
    size = made.side * 0.31
    shaft = rectangle(-1.8 * size, -0.4 * size, 0.3 * size, 0.4 * size)
    return [((0.2 * size, -size), (1.8 * size, 0), (0.2 * size, size)), shaft]


def star(made: Shape) -> list[tuple[Point, ...]]:
    """Two triangles over one another."""
    size = made.side * 0.31
    turns = [[start + k * 2 * math.pi / 3 for k in range(3)] for start in (0.0, math.pi)]
    return [tuple((size * math.cos(t), size * math.sin(t)) for t in each) for each in turns]


def _mark(made: Shape, like: Wand, face: str, outline: tuple[Point, ...], x: float) -> Plate:
    """A mark sunk into a face."""
    turn = like.turns[face]
    out = (0.0, math.sin(turn), -math.cos(turn))
    at = (x, out[1] * made.inner, out[2] * made.inner)
    return Plate(outline, MARK_MM, at, ((1.0, 0.0, 0.0), (0.0, math.cos(turn), math.sin(turn))))


def wood_left(made: Shape) -> float:
    """What stands between a notch's ground and the middle of the wand: less, and the wand breaks there."""
    return made.outer - made.rounding - made.notch_depth


def notch_gaps(made: Shape) -> list[float]:
    """Wood between two notches of an edge."""
    apart = [b - a for a, b in pairwise(places(made, 2))]
    return [each - made.notch_width for each in apart]

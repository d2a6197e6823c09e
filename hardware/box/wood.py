"""What is sawn: floor, walls, the board round the pane, ledge, rim; and the hood of foam board."""

from __future__ import annotations

import math

from hardware.box import measures as m
from hardware.box.measures import Measures
from hardware.solids.plates import ACROSS, ALONG, Body, Hole, Plate, Point, Window, rectangle

EDGE_MM = m.PLY_MM / 2
"""A screw into a wall's edge sits in its middle."""
THIN_MM = 4.0
"""The least wood that is left beside a bevel or a hole."""


def wood(made: Measures) -> list[Body]:
    """All bodies of wood and the pane, at their places."""
    return [floor(made), *walls(made), top(made), *ledge(made), pane(made), *rim(made)]


def floor(made: Measures) -> Body:
    """Under the walls; screwed to them from below."""
    x, y = made.outside_x / 2, made.outside_y / 2
    rows = (x - EDGE_MM, y - EDGE_MM)
    along_x = [Hole(u, side * rows[1], m.SCREW_MM / 2) for side in (-1, 1) for u in spread(made.inside_x, 3)]
    along_y = [Hole(side * rows[0], v, m.SCREW_MM / 2) for side in (-1, 1) for v in spread(made.inside_y, 3)]
    plate = Plate(rectangle(-x, -y, x, y), m.PLY_MM, (0, 0, made.floor_z - m.PLY_MM), holes=(*along_x, *along_y))
    return Body("floor", "A", "plywood", (plate,))


def walls(made: Measures) -> list[Body]:
    """Two at the ends of the bars' room, two along it with vents; low down one has the cables' hole."""
    x, y, high = made.inside_x / 2, made.outside_y / 2, made.wall_mm
    screws = tuple(
        Hole(side * (y - EDGE_MM), v, m.SCREW_MM / 2) for side in (-1, 1) for v in (40.0, high / 2, high - 40.0)
    )
    side = Plate(rectangle(-y, 0, y, high), m.PLY_MM, plane=ACROSS, holes=screws)
    vents = tuple(Hole(u, 60.0, m.VENT_MM / 2) for u in spread(made.inside_x, 4))
    end = Plate(rectangle(-x, 0, x, high), m.PLY_MM, plane=ALONG, holes=vents)
    cables = Window(rectangle(-20, 12, 20, 40))
    front = Plate(end.outline, m.PLY_MM, (0, -made.inside_y / 2 - m.PLY_MM, made.floor_z), ALONG, vents)
    back = Plate(end.outline, m.PLY_MM, (0, made.inside_y / 2, made.floor_z), ALONG, (*vents, cables))
    return [
        Body("side wall", "B", "plywood", (side.moved((-x - m.PLY_MM, 0, made.floor_z)),)),
        Body("side wall", "B", "plywood", (side.moved((x, 0, made.floor_z)),)),
        Body("front wall", "C", "plywood", (front,)),
        Body("back wall", "D", "plywood", (back,)),
    ]


def top(made: Measures) -> Body:
    """As thick as the pane, so that the pane lies flush in it."""
    x, y, half = made.outside_x / 2, made.outside_y / 2, made.pane / 2 + m.PLAY_MM
    hole = Window(rectangle(-half, -half, half, half))
    plate = Plate(rectangle(-x, -y, x, y), made.pane_mm, (0, 0, -made.pane_mm), holes=(hole,))
    return Body("top", "E", "plywood", (plate,))


def ledge(made: Measures) -> list[Body]:
    """Four strips under the pane's edges, their lower inner edge bevelled to the lip."""
    half, long, short = made.opening / 2, made.inside_y / 2, made.opening / 2
    profile = bevelled(made)
    right = Plate(profile, 2 * long, (half, -long, -made.pane_mm), ((1, 0, 0), (0, 0, -1)))
    left = Plate(mirrored(profile), 2 * long, (-half, -long, -made.pane_mm), ((1, 0, 0), (0, 0, -1)))
    back = Plate(profile, 2 * short, (short, half, -made.pane_mm), ((0, 1, 0), (0, 0, -1)))
    front = Plate(mirrored(profile), 2 * short, (short, -half, -made.pane_mm), ((0, 1, 0), (0, 0, -1)))
    named = (("long ledge", "F", left), ("long ledge", "F", right), ("short ledge", "G", front),
             ("short ledge", "G", back))  # fmt: skip
    return [Body(name, key, "strip", (plate,)) for name, key, plate in named]


def bevelled(made: Measures) -> tuple[Point, ...]:
    """The strip's section: u from the opening outwards, v downwards."""
    lip, wide = min(made.layout.ledge_mm, m.STRIP_MM), m.STRIP_MM
    back = bevel_mm(made)
    if lip >= wide or back <= 0:
        return rectangle(0, 0, wide, wide)
    if back < wide - THIN_MM:
        return ((0, 0), (wide, 0), (wide, wide), (back, wide), (0, lip))
    low = lip + (wide - THIN_MM) / math.tan(math.radians(made.layout.bevel_deg))
    return ((0, 0), (wide, 0), (wide, low), (wide - THIN_MM, low), (0, lip))


def bevel_mm(made: Measures) -> float:
    """How far from its inner edge a strip's underside begins."""
    lip = min(made.layout.ledge_mm, m.STRIP_MM)
    return (m.STRIP_MM - lip) * math.tan(math.radians(made.layout.bevel_deg))


def mirrored(outline: tuple[Point, ...]) -> tuple[Point, ...]:
    """The same seen from the other side, still counter-clockwise."""
    return tuple((-u, v) for u, v in reversed(outline))


def pane(made: Measures) -> Body:
    """Clear acrylic, its top face at z = 0."""
    half = made.pane / 2
    plate = Plate(rectangle(-half, -half, half, half), made.pane_mm, (0, 0, -made.pane_mm))
    return Body("pane", "H", "acrylic", (plate,))


def rim(made: Measures) -> list[Body]:
    """Four slats round the opening; they stand on the pane's edge, which no wand then reaches."""
    half, thick = made.opening / 2, m.PLY_MM
    beside = Plate(rectangle(-half - thick, 0, half + thick, m.RIM_MM), thick, plane=ACROSS)
    between = Plate(rectangle(-half, 0, half, m.RIM_MM), thick, plane=ALONG)
    return [
        Body("rim beside the bars", "I", "plywood", (beside.moved((-half - thick, 0, 0)),)),
        Body("rim beside the bars", "I", "plywood", (beside.moved((half, 0, 0)),)),
        Body("rim between", "J", "plywood", (between.moved((0, -half - thick, 0)),)),
        Body("rim between", "J", "plywood", (between.moved((0, half, 0)),)),
    ]


def hood(made: Measures) -> list[Body]:
    """Open in front.  Roof and sides reach so far forward that the eye, through the pane, sees the hood and no room."""
    x, y, high, thick = made.outside_x / 2, made.outside_y / 2, m.HOOD_MM, m.HOOD_WALL_MM
    low, far = math.ceil(made.view_half(0)), math.ceil(made.view_half(high))
    sides = ((-low, 0), (y, 0), (y, high), (-far, high))
    side = Plate(sides, thick, plane=ACROSS)
    back = Plate(rectangle(-x + thick, 0, x - thick, high), thick, (0, y - thick, 0), ALONG)
    roof = Plate(rectangle(-x, -far, x, y), thick, (0, 0, high))
    return [
        Body("side of the hood", "K", "board", (side.moved((-x, 0, 0)),)),
        Body("side of the hood", "K", "board", (side.moved((x - thick, 0, 0)),)),
        Body("back of the hood", "L", "board", (back,)),
        Body("roof of the hood", "M", "board", (roof,)),
    ]


def spread(length: float, count: int) -> list[float]:
    """So many places along a length, its middle at 0, half a step from each end."""
    return [length * ((k + 0.5) / count - 0.5) for k in range(count)]

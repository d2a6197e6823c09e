"""The box cut open: across the bars and along them, with its measures, the eye's field and the bars' light."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from hardware.box import measures as m
from hardware.box.figure import FINE, HAIR, Figure
from hardware.box.plan import Plan
from hardware.drawing import Sheet
from hardware.solids.plates import Body, Plate, Point, Vector, dot, edges
from hardware.solids.view import EDGE_MM, View, drawn

SCALE = 0.2
"""1 : 5."""
Cut = Literal["across", "along"]
SEEN = ("1", "2", "3", "N")
"""What is drawn whole, as it stands in the box."""


def section(plan: Plan, cut: Cut) -> Sheet:
    """One of the two."""
    figure = Figure(SCALE)
    axis: Vector = (1.0, 0.0, 0.0) if cut == "across" else (0.0, 1.0, 0.0)
    for body in plan.box:
        if body.key not in SEEN:
            for outline in slices(body, axis):
                figure.polygon(outline, hatched=body.material in ("plywood", "strip"))
    for line in drawn([body for body in plan.box if body.key in SEEN], View(0 if cut == "across" else 90, 0)):
        if line.width == EDGE_MM:
            figure.line((line.x1, -line.y1), (line.x2, -line.y2), FINE)
    _field(figure, plan, cut)
    (_across if cut == "across" else _along)(figure, plan)
    for key, (spot, place) in (keys_across if cut == "across" else keys_along)(plan).items():
        figure.key(spot, key, place)
    return figure.sheet()


def _field(figure: Figure, plan: Plan, cut: Cut) -> None:
    """From the lens past the opening's edge up to the hood; dashed."""
    made, lens = plan.measures, -plan.measures.layout.height_mm
    top = m.HOOD_MM
    for side in (-1, 1):
        reach = made.view_half(top)
        end = (side * reach, top)
        wall = (made.outside_x if cut == "across" else made.outside_y) / 2 - m.HOOD_WALL_MM
        if reach > wall and (cut == "across" or side == 1):
            end = (side * wall, lens + (top - lens) * wall / reach)
        _dashed(figure, (0, lens), end)
    figure.circle((0, lens), 4)


def _dashed(figure: Figure, one: Point, other: Point) -> None:
    count = int(math.dist(one, other) / 14)
    for k in range(count):
        a, b = k / count, (k + 0.55) / count
        ends = [(one[0] + s * (other[0] - one[0]), one[1] + s * (other[1] - one[1])) for s in (a, b)]
        figure.line(ends[0], ends[1], FINE)


def _across(figure: Figure, plan: Plan) -> None:
    made, layout = plan.measures, plan.measures.layout
    half, lens, low = made.opening / 2, -layout.height_mm, made.floor_z
    offset, bar = layout.bar_offset_mm, -layout.bar_depth_mm
    right = made.outside_x / 2
    figure.line((offset, bar), (half, -made.pane_mm - layout.ledge_mm), HAIR)
    figure.across(-half, half, m.RIM_MM, 5)
    figure.across(-made.pane / 2, made.pane / 2, m.RIM_MM, 12)
    figure.across(-made.inside_x / 2, made.inside_x / 2, low - m.PLY_MM, -6)
    figure.across(-right, right, low - m.PLY_MM, -13)
    figure.across(0, offset, bar - 45, -6, f"{offset:.0f}")
    figure.upright(bar, 0, right, 6)
    figure.upright(lens, 0, right, 15)
    figure.upright(low, -made.pane_mm, right, 24)
    figure.upright(0, m.HOOD_MM, right, 6)
    figure.upright(0, m.RIM_MM, -right, -6)


def keys_across(plan: Plan) -> dict[str, tuple[Point, Point]]:
    """Letter -> where it stands and what it points at."""
    made = plan.measures
    half, low, bar, offset = made.opening / 2, made.floor_z, -made.layout.bar_depth_mm, made.layout.bar_offset_mm
    right, deep = made.outside_x / 2, made.floor_z * 0.62
    left = -right - 60
    return {
        "A": ((left, low - 20), (-right + 25, low - 6)), "B": ((left, deep), (-right + 6, deep)),
        "D": ((-150, low + 58), (-150, low + 20)), "E": ((left, -50), (-right + 20, -2)),
        "F": ((-half + 45, -70), (-half - 10, -12)), "H": ((-40, -50), (-60, -2)),
        "I": ((-half - 50, 100), (-half - 6, 20)),
        "K": ((left, 220), (-right + 2, 220)), "M": ((-90, m.HOOD_MM + 40), (-90, m.HOOD_MM + 2)),
        "N": ((-offset + 75, bar - 30), (-offset, bar - 5)), "3": ((-offset + 75, bar - 75), (-offset - 8, bar - 30)),
        "2": ((-90, low + 75), (-20, low + 42)), "1": ((110, low + 35), (20, low + 3)),
    }  # fmt: skip


def _along(figure: Figure, plan: Plan) -> None:
    made, layout = plan.measures, plan.measures.layout
    half, lens, low, out = made.opening / 2, -layout.height_mm, made.floor_z, made.outside_y / 2
    far = math.ceil(made.view_half(m.HOOD_MM))
    figure.across(-half, half, m.RIM_MM, 5)
    figure.across(-made.inside_y / 2, made.inside_y / 2, low - m.PLY_MM, -6)
    figure.across(-out, out, low - m.PLY_MM, -13)
    figure.across(-far, -out, m.HOOD_MM + 5, 5)
    figure.across(-out, out, m.HOOD_MM + 5, 5)
    figure.upright(lens, 0, out, 6)
    figure.upright(low - m.PLY_MM, 0, out, 15)
    figure.upright(0, m.HOOD_MM + m.HOOD_WALL_MM, out, 6)


def keys_along(plan: Plan) -> dict[str, tuple[Point, Point]]:
    """The same along the bars."""
    made = plan.measures
    half, out, deep = made.opening / 2, made.outside_y / 2, made.floor_z * 0.62
    return {
        "C": ((-out - 60, deep), (-out + 6, deep)), "D": ((out - 60, deep), (out - 6, deep)),
        "G": ((-half + 55, -70), (-half - 12, -12)), "J": ((-half + 55, 90), (-half - 6, 20)),
        "L": ((out - 60, 220), (out - 2, 220)), "M": ((-60, m.HOOD_MM - 50), (-60, m.HOOD_MM + 2)),
    }  # fmt: skip


def slices(body: Body, axis: Vector) -> Iterator[tuple[Point, ...]]:
    """Where the upright plane through the pane's middle along ``axis`` cuts a body; (along axis, up)."""
    beside = (-axis[1], axis[0], 0.0)
    for plate in body.plates:
        if abs(dot(plate.normal, beside)) > 0.9:
            near = dot(plate.at, beside) * (1 if dot(plate.normal, beside) > 0 else -1)
            if near <= 0 <= near + plate.thickness:
                yield tuple((dot(place, axis), place[2]) for place in map(plate.world, plate.outline))
        else:
            yield from _strips(plate, axis, beside)


def _strips(plate: Plate, axis: Vector, beside: Vector) -> Iterator[tuple[Point, ...]]:
    """A plate that the plane cuts through its thickness, less its holes there."""
    whole = _crossings(plate, plate.outline, beside)
    if len(whole) < 2:
        return
    cuts = sorted(_crossings(plate, hole.outline(), beside) for hole in plate.holes)
    ends = [whole[0], *(end for pair in cuts if len(pair) == 2 for end in pair), whole[-1]]
    for start, stop in zip(ends[::2], ends[1::2], strict=True):
        high = plate.thickness
        corners = [plate.world(p, h) for p, h in ((start, 0), (stop, 0), (stop, high), (start, high))]
        yield tuple((dot(place, axis), place[2]) for place in corners)


def _crossings(plate: Plate, outline: tuple[Point, ...], beside: Vector) -> list[Point]:
    """Where an outline passes the plane, in order."""
    found = []
    for one, other in edges(outline):
        a, b = (dot(plate.world(end), beside) for end in (one, other))
        if (a < 0) != (b < 0):
            share = a / (a - b)
            found.append((one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])))
    return sorted(found)

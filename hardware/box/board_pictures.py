"""Lamps and the board: in which order one strip passes them, and the ways to bring them there, cut open."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from hardware.box.board_mounts import SHEET_MM
from hardware.box.figure import BOLD, FINE, HAIR, Figure, rows
from hardware.box.plan import Plan
from hardware.box.sections import slices
from hardware.drawing import Sheet
from hardware.solids.plates import Body, Point, rectangle
from hardware.template import FIELD_MM, PLACE_MM

SCALE, ACROSS_MM = 1.4, 205.0
"""Of the sections, and the width of two side by side."""
BASE_MM, LAMP_MM, LAMP_HIGH_MM = 3.0, 5.0, 1.6
Way = Callable[[Figure, dict[str, Body], float], None]


def lamps(plan: Plan) -> Sheet:
    """The board from above: places, lamps with their numbers, and the strip's way from the first to the last."""
    figure, board = Figure(0.32), plan.board
    width, height = board.size_mm
    figure.polygon(rectangle(0, -height, width, 0))
    at = {node: (float(x), -float(y)) for node, (x, y) in board.positions_mm.items()}
    lit = sorted((numbers[0], node) for node, numbers in board.lamps.items() if numbers)
    for (_, one), (_, other) in pairwise(lit):
        figure.line(at[one], at[other], BOLD)
    for node, place in at.items():
        figure.circle(place, PLACE_MM if node in board.places else FIELD_MM)
    for number, node in lit:
        x, y = at[node]
        beside = PLACE_MM if node in board.places else FIELD_MM
        figure.word((x + beside + 2, y - beside - 3), str(number), 2.4, share=0.0)
    figure.across(0, width, 0, 4)
    figure.upright(-height, 0, width, 4)
    return figure.sheet()


def ways(plan: Plan) -> Sheet:
    """One section for each way, in the order recommended; a to f."""
    bodies = {mount.body.key: mount.body for mount in plan.mounts}
    thick = next(mount.body for mount in plan.mounts if mount.body.key == "11").plates[0].thickness
    drawn = []
    for letter, way in zip("abcdef", WAYS, strict=True):
        figure = Figure(SCALE)
        way(figure, bodies, thick)
        figure.word((-38, 14), letter, 6.0)
        drawn.append(figure)
    return rows(drawn, ACROSS_MM)


def _put(figure: Figure, body: Body, x: float, z: float, axis: Point = (1.0, 0.0)) -> None:
    """A body's section at a place, with its number over it."""
    cut = [tuple((u + x, v + z) for u, v in outline) for outline in slices(body, (*axis, 0.0))]
    for outline in cut:
        figure.polygon(outline, hatched=True)
    tallest = max(cut, key=lambda outline: max(v for _, v in outline))
    top, middle = max(v for _, v in tallest), sum(u for u, _ in tallest) / len(tallest)
    figure.key((middle + 9, top + 9), body.key, (middle, top))


def _board(figure: Figure, thick: float, left: float = -30, right: float = 30) -> None:
    figure.polygon(rectangle(left, -thick, right, 0), hatched=True)


def _lamp(figure: Figure, x: float, z: float, rays: Iterable[Point] = ((-2, 9), (0, 10), (2, 9))) -> None:
    figure.polygon(rectangle(x - LAMP_MM / 2, z, x + LAMP_MM / 2, z + LAMP_HIGH_MM))
    for dx, dz in rays:
        figure.line((x + 0.3 * dx, z + LAMP_HIGH_MM + 1), (x + dx, z + LAMP_HIGH_MM + dz), HAIR)


def _replica(figure: Figure, bodies: dict[str, Body], _: float) -> None:
    """Lamps on a panel, a well round each, the translucent photo on the wells."""
    _board(figure, BASE_MM)
    for x, key in ((-13.0, "4"), (14.0, "5")):
        _lamp(figure, x, 0)
        _put(figure, bodies[key], x, 0)
    figure.polygon(rectangle(-30, 12, 30, 12.8), FINE)


def _overlay(figure: Figure, bodies: dict[str, Body], thick: float) -> None:
    """The clear sheet on the board, held at the edge, lit from there."""
    _board(figure, thick, -16)
    figure.polygon(rectangle(-16, 0, 30, SHEET_MM), FINE)
    _put(figure, bodies["6"].moved((0, -20, 0)), -16, -thick - 2.3)
    figure.polygon(rectangle(-18.4, -3, -16.6, 4))
    for x in (-6, 4, 14):
        figure.line((x, 1.5), (x + 2, 7), HAIR)


def _frame(figure: Figure, bodies: dict[str, Body], thick: float) -> None:
    """A rail beside the board; its lamps shine along a row."""
    _board(figure, thick, -8)
    rail = bodies["7"]
    long = rail.size()[1]
    mirrored = rail.moved((0, -long / 2, 0)).turned()
    _put(figure, mirrored, -8, -thick)
    figure.polygon(rectangle(-27.6, 4 - thick + 1, -26, 11 - thick))
    for z in (6, 8):
        figure.line((-24, z), (20, z - 4), HAIR)


def _clamp(figure: Figure, bodies: dict[str, Body], thick: float) -> None:
    """The clamp at the board's edge, its bolt on a scrap of felt."""
    _board(figure, thick, -14)
    clamp = bodies["9"]
    _put(figure, clamp.moved((0, 0, 0)), -19, -thick - 3, (0.0, 1.0))
    figure.polygon(rectangle(-10, 2, -6, 24), FINE)
    figure.polygon(rectangle(-11.5, 0, -4.5, 2), FINE, hatched=True)


def _putty(figure: Figure, bodies: dict[str, Body], thick: float) -> None:
    """A lamp that stands beside its place on putty."""
    _board(figure, thick)
    figure.polygon(((-9, 0), (9, 0), (7, 1.5), (-7, 1.5)), FINE)
    _put(figure, bodies["10"], 0, 1.5)
    _lamp(figure, 0, 3.5)


def _drilled(figure: Figure, bodies: dict[str, Body], thick: float) -> None:
    """Through the board: a sleeve in the hole, the lamp under it."""
    _board(figure, thick, -30, -FIELD_MM)
    _board(figure, thick, FIELD_MM, 30)
    _put(figure, bodies["11"], 0, -thick)
    figure.polygon(rectangle(-LAMP_MM / 2, -thick - 2.4, LAMP_MM / 2, -thick - 0.6))
    figure.line((0, -thick), (0, 8), HAIR)


WAYS: tuple[Way, ...] = (_replica, _overlay, _frame, _clamp, _putty, _drilled)

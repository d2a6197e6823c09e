"""The three wands of a set, unrolled: faces with their marks, and on the lines between them the notches."""

from __future__ import annotations

from hardware.box.figure import BOLD, FINE, Figure, rows
from hardware.box.plan import Plan
from hardware.box.wand import arrow, places, section, star, steps
from hardware.drawing import Sheet
from hardware.solids.plates import rectangle
from vision.cameras.simulated.looks import shipped
from vision.cameras.simulated.wand import FACES, Shape

WIDE_MM = 150.0


def wand(plan: Plan) -> Sheet:
    """Section and three unrolled wands; the lowest line of each is its highest once more."""
    return rows([_section(plan.shape), *(_unrolled(plan.shape, colour) for colour in shipped().wands)], WIDE_MM)


def _section(made: Shape) -> Figure:
    figure = Figure(2.0)
    figure.polygon(section(made), hatched=True)
    figure.across(-made.side / 2, made.side / 2, -made.inner, -7, f"{made.side:g}")
    figure.upright(-made.inner, made.outer - made.rounding, made.side / 2, 4, f"{made.height:.1f}")
    return figure


def _unrolled(made: Shape, colour: str) -> Figure:
    opposite = shipped().wands[colour].opposite
    figure, half = Figure(1.0), made.length / 2
    for row, face in enumerate(FACES):
        low, following = -row * made.side, FACES[(row + 1) % len(FACES)]
        figure.polygon(rectangle(-half, low, half, low + made.side), FINE)
        third = next(each for each in FACES if each not in (face, following))
        for x in places(made, opposite[third]):
            _notch(figure, made, (x, low))
        for x in steps(made):
            for outline in {"power": arrow, "magic": star}.get(face, _blank)(made):
                figure.polygon(tuple((x + u, low + made.side / 2 + v) for u, v in outline), FINE)
    figure.across(-half, half, made.side, 5, f"{made.length:g}")
    figure.upright(0, made.side, half, 5, f"{made.side:g}")
    first, second = places(made, 2)
    figure.across(first, second, -2 * made.side - made.notch_depth, -6)
    return figure


def _notch(figure: Figure, made: Shape, place: tuple[float, float]) -> None:
    x, y = place
    wide, deep = made.notch_width / 2, made.notch_depth
    figure.polygon(((x - wide, y), (x, y - deep), (x + wide, y), (x, y + deep)), BOLD, hatched=True)


def _blank(_: Shape) -> list[tuple[tuple[float, float], ...]]:
    return []

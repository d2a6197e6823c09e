"""Drawings of box, mounts and wands: letters and numbers only, so that they serve every language."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from hardware.box.board_pictures import lamps, ways
from hardware.box.figure import BOLD, FINE, HAIR, Figure, rows
from hardware.box.plan import Plan
from hardware.box.sections import section
from hardware.box.wand_picture import wand
from hardware.drawing import Line, Sheet, svg
from hardware.pdf import pdf
from hardware.solids.plates import Body, Hole, Plate, Point, Vector
from hardware.solids.view import EDGE_MM, View, drawn, parts

APART: dict[str, Vector] = {
    "A": (0, 0, -110), "1": (0, 0, -60), "2": (0, 0, 20), "B": (0, 0, 0), "C": (-60, -400, -110), "D": (0, 130, 0),
    "3": (0, 0, 0), "N": (0, 0, 40), "F": (0, 0, 110), "G": (0, 0, 110), "E": (0, 0, 200), "H": (0, 0, 290),
    "I": (0, 0, 380), "J": (0, 0, 380), "K": (0, 0, 480), "L": (0, 60, 480), "M": (0, 0, 560),
}  # fmt: skip
"""Where each piece is moved to, so that all are seen."""


def exploded(plan: Plan) -> Sheet:
    """All pieces of the box apart, each with its letter."""
    figure, apart = Figure(0.14), [body.moved(_apart(body)) for body in plan.box]
    _named(figure, apart, View(32, 20))
    return figure.sheet()


def _apart(body: Body) -> Vector:
    x, y, z = APART[body.key]
    low, high = body.bounds()
    side = 1 if low[0] + high[0] > 1 else -1
    return (side * 190.0, y, z) if body.key == "B" else (x, y, z)


def _named(figure: Figure, bodies: list[Body], view: View) -> None:
    """Bodies with their letters beside them, where a line to a visible edge is short; those above one another apart."""
    lines = parts(bodies, view, figure.scale)
    for line in (line for each in lines for line in each):
        _draw(figure, line)
    left, _, right, _ = figure.bounds()
    middle = (left + right) / 2
    spots: dict[bool, float] = {}
    for key, to in sorted(_ends(figure, bodies, lines, middle).items(), key=lambda item: -item[1][1]):
        side = to[0] * figure.scale > middle
        level = min(to[1] * figure.scale, spots.get(side, 1e9) - 8.5)
        spots[side] = level
        x = right + 7 if side else left - 7
        figure.key((x / figure.scale, level / figure.scale), key, to)


def _ends(figure: Figure, bodies: list[Body], lines: list[list[Line]], middle: float) -> dict[str, Point]:
    """For each letter the middle of the longest visible edges' outermost one."""
    found: dict[str, Point] = {}
    for body, each in zip(bodies, lines, strict=True):
        long = sorted((line for line in each if line.width == EDGE_MM), key=_length)[-4:]
        places = [((line.x1 + line.x2) / 2, -(line.y1 + line.y2) / 2) for line in long]
        places += [found[body.key]] if body.key in found else []
        if places:
            found[body.key] = max(places, key=lambda place: abs(place[0] * figure.scale - middle))
    return found


def _length(line: Line) -> float:
    return math.hypot(line.x2 - line.x1, line.y2 - line.y1)


def _seen(figure: Figure, bodies: list[Body], view: View) -> None:
    for line in drawn(bodies, view, figure.scale):
        _draw(figure, line)


def _draw(figure: Figure, line: Line) -> None:
    width = BOLD * 0.8 if line.width == EDGE_MM else HAIR
    figure.line((line.x1, -line.y1), (line.x2, -line.y2), width)


def cuts(plan: Plan) -> Sheet:
    """Each sawn piece with its measures and the places of its holes from the left and the lower edge."""
    kinds = [body for body, _ in plan.kinds().values() if body.material in ("plywood", "board", "acrylic", "strip")]
    flat = [_piece(body) for body in kinds if body.material != "strip"]
    return rows([*flat, *(_profile(body) for body in kinds if body.key == "F")])


def _piece(body: Body) -> Figure:
    figure, plate = Figure(0.1), body.plates[0]
    us, vs = zip(*plate.outline, strict=True)
    left, right, low, high = min(us), max(us), min(vs), max(vs)
    figure.polygon(plate.outline)
    figure.across(left, right, low, -5)
    figure.upright(low, high, right, 4)
    if high - low > 80:
        figure.key(((left + right) / 2, (low + high) / 2), body.key)
    else:
        figure.key((left - 45, (low + high) / 2), body.key)
    below = [u for u, v in plate.outline if v == low]
    if min(below) > left:
        figure.across(min(below), right, low, -11)
    _holes(figure, plate, (left, low, high))
    return figure


def _holes(figure: Figure, plate: Plate, corner: tuple[float, float, float]) -> None:
    """Where holes are: round ones' middles, windows' edges, from the left and from below."""
    left, low, high = corner
    us: set[float] = set()
    vs: set[float] = set()
    for hole in plate.holes:
        figure.polygon(hole.outline(), FINE)
        marks = [(hole.u, hole.v)] if isinstance(hole, Hole) else hole.outline()
        us |= {round(u - left, 1) for u, _ in marks}
        vs |= {round(v - low, 1) for _, v in marks}
    for number, at in enumerate(sorted(us)):
        figure.word((left + at, high + (18 if number % 2 else 40)), f"{at:g}", 2.2)
    for at in sorted(vs):
        figure.word((left - 10, low + at), f"{at:g}", 2.2, share=1.0)


def _profile(body: Body) -> Figure:
    """The ledge's section, at twice its size."""
    figure = Figure(1.5)
    outline = tuple((u, -v) for u, v in body.plates[0].outline)
    outline = outline if outline[1][0] > 0 else tuple((-u, v) for u, v in outline)
    figure.polygon(outline, hatched=True)
    us, vs = zip(*outline, strict=True)
    figure.across(min(us), max(us), 0, 4)
    figure.upright(min(vs), 0, max(us), 4)
    lip = max(v for u, v in outline if u == min(us) and v < 0)
    figure.upright(lip, 0, min(us), -4)
    low = min(u for u, v in outline if v == min(vs))
    if low > min(us):
        figure.across(min(us), low, min(vs), -4)
    figure.key((max(us) * 0.68, min(vs) * 0.32), "F")
    figure.key((max(us) * 0.68, min(vs) * 0.68), "G")
    return figure


def printed(plan: Plan) -> Sheet:
    """What is printed, each piece with its number and its three measures."""
    kinds = [body for body, _ in plan.kinds().values() if body.material == "print" and not body.cuts]
    return rows([_print(body) for body in sorted(kinds, key=lambda body: int(body.key))])


def _print(body: Body) -> Figure:
    largest = max(body.size())
    figure = Figure(min(1.6, 44 / largest))
    _seen(figure, [body.laid()], View(35, 28))
    left, _, _, bottom = figure.bounds()
    text = " x ".join(f"{side:.0f}" for side in body.size())
    figure.key((left / figure.scale, -(bottom + 7) / figure.scale), body.key)
    figure.word(((left + 6) / figure.scale, -(bottom + 7) / figure.scale), text, share=0.0)
    return figure


def camera(plan: Plan) -> Sheet:
    """Foot, carrier and the way of the bolts."""
    figure = Figure(0.9)
    foot, carrier = ([body for body in plan.box if body.key == key] for key in "12")
    _named(figure, [*foot, *(body.moved((0, -45, 30)) for body in carrier)], View(35, 24))
    return figure.sheet()


def bracket(plan: Plan) -> Sheet:
    """A light bar on its two brackets."""
    figure = Figure(0.5)
    _named(figure, [body for body in plan.box if body.key in "3N" and body.bounds()[0][0] > 0], View(-40, 24))
    return figure.sheet()


PICTURES: dict[str, Callable[[Plan], Sheet]] = {
    "box": exploded, "across": lambda plan: section(plan, "across"), "along": lambda plan: section(plan, "along"),
    "pieces": cuts, "printed": printed, "camera": camera, "bars": bracket, "wand": wand, "lamps": lamps, "ways": ways,
}  # fmt: skip
"""Name of the file -> its drawing."""


PAPER = "#fffdf6"
"""A light ground: on a dark page black lines would not be seen."""


def write(plan: Plan, folder: Path) -> list[Path]:
    """Each as an SVG file, and all of them as one PDF."""
    folder.mkdir(parents=True, exist_ok=True)
    sheets = {name: draw(plan) for name, draw in PICTURES.items()}
    for name, sheet in sheets.items():
        (folder / f"{name}.svg").write_text(svg(sheet, PAPER), encoding="utf-8")
    whole = folder / "drawings.pdf"
    whole.write_bytes(pdf(list(sheets.values()), f"Box for {plan.measures.layout.camera}"))
    return [*(folder / f"{name}.svg" for name in sheets), whole]

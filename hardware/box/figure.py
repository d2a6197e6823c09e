"""A drawing with measures: things in the world's millimetres, put on paper in a scale."""

from __future__ import annotations

import math
from collections.abc import Iterable

from hardware.drawing import Circle, Line, Shape, Sheet, Word, moved
from hardware.solids.plates import Point, edges

BOLD, FINE, HAIR = 0.35, 0.18, 0.1
"""Widths on paper: what is cut or seen, measures, hatching."""
TEXT_MM, TICK_MM, ROOM_MM = 3.2, 1.2, 4.0
ROW_MM = 180.0
"""Width of a picture."""
LETTER = 0.56
"""Width of an average letter as a share of its size."""


class Figure:
    """Shapes on paper, x right and y down; the world is given with y up."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.shapes: list[Shape] = []

    def at(self, x: float, y: float) -> Point:
        """On paper."""
        return x * self.scale, -y * self.scale

    def line(self, one: Point, other: Point, width: float = BOLD) -> None:
        """From one place of the world to another."""
        self.shapes.append(Line(*self.at(*one), *self.at(*other), width))

    def polygon(self, outline: Iterable[Point], width: float = BOLD, hatched: bool = False) -> None:
        """A convex outline; what is cut is hatched."""
        corners = tuple(outline)
        for one, other in edges(corners):
            self.line(one, other, width)
        for one, other in slanting(corners, 1.6 / self.scale) if hatched else ():
            self.line(one, other, HAIR)

    def circle(self, middle: Point, radius: float, width: float = FINE) -> None:
        """Round."""
        self.shapes.append(Circle(*self.at(*middle), radius * self.scale, width))

    def word(self, place: Point, text: str, size: float = TEXT_MM, share: float = 0.5) -> None:
        """Words whose middle (or with ``share`` 0 start, 1 end) is there."""
        x, y = self.at(*place)
        self.shapes.append(Word(x - share * LETTER * size * len(text), y + 0.35 * size, text, size))

    def key(self, place: Point, text: str, to: Point | None = None) -> None:
        """A letter or number in a ring, with a line to what it names."""
        x, y = self.at(*place)
        if to is not None:
            end = self.at(*to)
            away = math.dist((x, y), end)
            share = 3.4 / away if away > 3.4 else 1.0
            self.shapes.append(Line(x + share * (end[0] - x), y + share * (end[1] - y), *end, FINE))
            self.shapes.append(Circle(*end, 0.5, FINE))
        self.shapes.append(Circle(x, y, 3.4, FINE))
        self.shapes.append(Word(x - LETTER / 2 * 3.6 * len(text), y + 1.3, text, 3.6))

    def across(self, left: float, right: float, y: float, beside: float, text: str = "") -> None:
        """A measure from left to right, drawn ``beside`` millimetres of paper over (or under) what it measures."""
        level = y + beside / self.scale
        for x in (left, right):
            self.line((x, y), (x, level + math.copysign(1.5, beside) / self.scale), HAIR)
        self._measure((left, level), (right, level))
        self.word(((left + right) / 2, level + 2.4 / self.scale), text or f"{right - left:.0f}")

    def upright(self, low: float, high: float, x: float, beside: float, text: str = "") -> None:
        """A measure from below to above, to the right (or left) of what it measures."""
        level = x + beside / self.scale
        for y in (low, high):
            self.line((x, y), (level + math.copysign(1.5, beside) / self.scale, y), HAIR)
        self._measure((level, low), (level, high))
        side = 1.2 / self.scale if beside > 0 else -1.2 / self.scale
        self.word((level + side, (low + high) / 2), text or f"{high - low:.0f}", share=0.0 if beside > 0 else 1.0)

    def _measure(self, one: Point, other: Point) -> None:
        self.line(one, other, FINE)
        for end in (one, other):
            x, y = self.at(*end)
            self.shapes.append(Line(x - TICK_MM / 2, y + TICK_MM / 2, x + TICK_MM / 2, y - TICK_MM / 2, BOLD))

    def sheet(self, margin: float = ROOM_MM) -> Sheet:
        """Cut out with a margin."""
        left, top, right, bottom = self.bounds()
        placed = tuple(moved(shape, margin - left, margin - top) for shape in self.shapes)
        return Sheet(round(right - left + 2 * margin, 1), round(bottom - top + 2 * margin, 1), placed)

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of all shapes on paper."""
        boxes = [box(shape) for shape in self.shapes]
        low, high = ([pick(each[k] for each in boxes) for k in ks] for pick, ks in ((min, (0, 1)), (max, (2, 3))))
        return low[0], low[1], high[0], high[1]

    def put(self, other: Figure, dx: float, dy: float) -> None:
        """Another figure on the same paper, its upper left corner moved there."""
        left, top, _, _ = other.bounds()
        self.shapes += [moved(shape, dx - left, dy - top) for shape in other.shapes]


def box(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a shape."""
    if isinstance(shape, Line):
        xs, ys = sorted((shape.x1, shape.x2)), sorted((shape.y1, shape.y2))
        return xs[0], ys[0], xs[1], ys[1]
    if isinstance(shape, Circle):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    if isinstance(shape, Word):
        return (
            shape.x,
            shape.y - shape.size,
            shape.x + LETTER * shape.size * len(shape.text),
            shape.y + 0.3 * shape.size,
        )
    return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height


def slanting(outline: tuple[Point, ...], pitch: float) -> list[tuple[Point, Point]]:
    """Lines at 45 degrees across a convex outline."""
    heights = [x - y for x, y in outline]
    found = []
    level = math.ceil(min(heights) / pitch) * pitch + pitch / 7
    while level < max(heights):
        ends = [_on(one, other, level) for one, other in edges(outline) if _passes(one, other, level)]
        if len(ends) == 2:
            found.append((ends[0], ends[1]))
        level += pitch
    return found


def _passes(one: Point, other: Point, level: float) -> bool:
    return (one[0] - one[1] < level) != (other[0] - other[1] < level)


def _on(one: Point, other: Point, level: float) -> Point:
    a, b = one[0] - one[1], other[0] - other[1]
    share = (level - a) / (b - a)
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def rows(figures: list[Figure], across: float = ROW_MM, gap: float = 9.0) -> Sheet:
    """Side by side, row under row."""
    page = Figure(1.0)
    x = y = tallest = 0.0
    for figure in figures:
        left, top, right, bottom = figure.bounds()
        if x and x + right - left > across:
            x, y, tallest = 0.0, y + tallest + gap, 0.0
        page.put(figure, x, y)
        x, tallest = x + right - left + gap, max(tallest, bottom - top)
    return page.sheet()

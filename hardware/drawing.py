"""Lines, circles, rectangles and words in millimetres, written as SVG; `hardware.pdf` writes the same as PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from xml.sax.saxutils import escape

import msgspec


class Line(msgspec.Struct, frozen=True):
    """From (x1, y1) to (x2, y2); x right, y down."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.2


class Circle(msgspec.Struct, frozen=True):
    """Around (x, y)."""

    x: float
    y: float
    radius: float
    width: float = 0.3


class Rectangle(msgspec.Struct, frozen=True):
    """Filled black; (x, y) is its upper left corner."""

    x: float
    y: float
    width: float
    height: float


class Word(msgspec.Struct, frozen=True):
    """Text that begins at (x, y), its base line; ``size`` in millimetres."""

    x: float
    y: float
    text: str
    size: float = 3.0


Shape = Line | Circle | Rectangle | Word


class Sheet(msgspec.Struct, frozen=True):
    """One page of paper."""

    width: float
    height: float
    shapes: tuple[Shape, ...]


def moved(shape: Shape, dx: float, dy: float) -> Shape:
    """The same shape elsewhere."""
    if isinstance(shape, Line):
        return Line(shape.x1 + dx, shape.y1 + dy, shape.x2 + dx, shape.y2 + dy, shape.width)
    return msgspec.structs.replace(shape, x=shape.x + dx, y=shape.y + dy)


def svg(sheet: Sheet, ground: str = "") -> str:
    """One page as SVG whose units are millimetres; ``ground`` is the paper's colour, without it there is none."""
    paper = [f'<rect width="100%" height="100%" fill="{ground}" stroke="none"/>'] if ground else []
    body = "\n".join([*paper, *_elements(sheet.shapes)])
    size = f'width="{sheet.width:g}mm" height="{sheet.height:g}mm" viewBox="0 0 {sheet.width:g} {sheet.height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n'
        f'<g fill="none" stroke="black" font-family="sans-serif">\n{body}\n</g>\n</svg>\n'
    )


def _elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """One a shape; lines of one width that follow one another are one path, which is a third of the size."""
    for width, some in groupby(shapes, key=lambda shape: shape.width if isinstance(shape, Line) else None):
        if width is None:
            yield from (_element(shape) for shape in some if not isinstance(shape, Line))
        else:
            moves = "".join(_move(shape) for shape in some if isinstance(shape, Line))
            yield f'<path stroke-width="{width:g}" d="{moves}"/>'


def _move(line: Line) -> str:
    return f"M{line.x1:.2f} {line.y1:.2f}L{line.x2:.2f} {line.y2:.2f}"


def _element(shape: Circle | Rectangle | Word) -> str:
    if isinstance(shape, Circle):
        return f'<circle cx="{shape.x:.3f}" cy="{shape.y:.3f}" r="{shape.radius:.3f}" stroke-width="{shape.width:g}"/>'
    if isinstance(shape, Rectangle):
        size = f'width="{shape.width:.3f}" height="{shape.height:.3f}"'
        return f'<rect x="{shape.x:.3f}" y="{shape.y:.3f}" {size} fill="black" stroke="none"/>'
    start = f'x="{shape.x:.3f}" y="{shape.y:.3f}" font-size="{shape.size:g}"'
    return f'<text {start} fill="black" stroke="none">{escape(shape.text)}</text>'

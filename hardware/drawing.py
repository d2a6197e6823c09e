"""Lines, circles, rectangles and words in millimetres, written as SVG; `hardware.pdf` writes the same as PDF."""

from __future__ import annotations

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


def svg(sheet: Sheet) -> str:
    """One page as SVG whose units are millimetres."""
    body = "\n".join(map(_element, sheet.shapes))
    size = f'width="{sheet.width:g}mm" height="{sheet.height:g}mm" viewBox="0 0 {sheet.width:g} {sheet.height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n'
        f'<g fill="none" stroke="black" font-family="sans-serif">\n{body}\n</g>\n</svg>\n'
    )


def _element(shape: Shape) -> str:
    if isinstance(shape, Line):
        ends = f'x1="{shape.x1:.3f}" y1="{shape.y1:.3f}" x2="{shape.x2:.3f}" y2="{shape.y2:.3f}"'
        return f'<line {ends} stroke-width="{shape.width:g}"/>'
    if isinstance(shape, Circle):
        return f'<circle cx="{shape.x:.3f}" cy="{shape.y:.3f}" r="{shape.radius:.3f}" stroke-width="{shape.width:g}"/>'
    if isinstance(shape, Rectangle):
        size = f'width="{shape.width:.3f}" height="{shape.height:.3f}"'
        return f'<rect x="{shape.x:.3f}" y="{shape.y:.3f}" {size} fill="black" stroke="none"/>'
    start = f'x="{shape.x:.3f}" y="{shape.y:.3f}" font-size="{shape.size:g}"'
    return f'<text {start} fill="black" stroke="none">{escape(shape.text)}</text>'

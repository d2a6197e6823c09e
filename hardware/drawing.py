"""Lines, circles and words in millimetres, written as SVG or PDF at true scale."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from xml.sax.saxutils import escape

import msgspec

from hardware.errors import ExtraMissing


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


class Word(msgspec.Struct, frozen=True):
    """Text that begins at (x, y), its base line; ``size`` in millimetres."""

    x: float
    y: float
    text: str
    size: float = 3.0


Shape = Line | Circle | Word


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
    start = f'x="{shape.x:.3f}" y="{shape.y:.3f}" font-size="{shape.size:g}"'
    return f'<text {start} fill="black" stroke="none">{escape(shape.text)}</text>'


def pdf(sheets: Sequence[Sheet], title: str) -> bytes:
    """All pages as one PDF.  Raises ExtraMissing."""
    try:
        from fpdf import FPDF
    except ImportError as error:
        raise ExtraMissing("the PDF needs fpdf2; cure: pip install 'dreimagier[hardware]', or --svg") from error
    paper = FPDF(unit="mm", format=(sheets[0].width, sheets[0].height))
    paper.set_auto_page_break(False)
    paper.set_compression(False)  # small anyway, and a test can read it
    paper.set_title(title)
    paper.set_creation_date(datetime(1985, 1, 1, tzinfo=UTC))  # the same sheet is the same file
    paper.set_font("helvetica")
    for sheet in sheets:
        paper.add_page()
        for shape in sheet.shapes:
            _put(paper, shape)
    return bytes(paper.output())


def _put(paper: Any, shape: Shape) -> None:
    if isinstance(shape, Word):
        paper.set_font_size(shape.size / 25.4 * 72)
        paper.text(shape.x, shape.y, shape.text.encode("latin-1", "replace").decode("latin-1"))
        return
    paper.set_line_width(shape.width)
    if isinstance(shape, Line):
        paper.line(shape.x1, shape.y1, shape.x2, shape.y2)
    else:
        paper.ellipse(shape.x - shape.radius, shape.y - shape.radius, 2 * shape.radius, 2 * shape.radius)

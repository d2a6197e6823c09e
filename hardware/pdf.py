"""The one writer of PDFs: sheets at true scale, without a library.

A page needs lines, circles, black rectangles and words in Helvetica, which every reader has; the file is plain ASCII,
and the same sheets are the same file.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.drawing import Circle, Line, Rectangle, Shape, Sheet, Word

POINT_MM = 25.4 / 72
"""PDF's own unit."""
ROUND = 4 / 3 * (2**0.5 - 1)
"""How far a curve's handles reach so that four curves make a circle, in parts of the radius."""
FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
CATALOG, PAGES, TEXT, ABOUT, FIRST = 1, 2, 3, 4, 5
"""Numbers of the objects; each page takes two from FIRST on: itself and what is drawn on it."""


def pdf(sheets: Sequence[Sheet], title: str) -> bytes:
    """All sheets as one PDF, a page each."""
    kids = " ".join(f"{FIRST + 2 * number} 0 R" for number in range(len(sheets)))
    objects = [
        f"<< /Type /Catalog /Pages {PAGES} 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(sheets)} >>",
        FONT,
        f"<< /Title <{_title(title)}> >>",
    ]
    for number, sheet in enumerate(sheets):
        objects += _page(sheet, FIRST + 2 * number + 1)
    return _file(objects)


def _title(title: str) -> str:
    """Any title as PDF has it: UTF-16 in hexadecimal."""
    return (b"\xfe\xff" + title.encode("utf-16-be", "replace")).hex()


def _page(sheet: Sheet, drawn: int) -> tuple[str, str]:
    """A page and its drawing, which is the object ``drawn``."""
    drawing = "\n".join(_drawn(shape, sheet.height) for shape in sheet.shapes)
    page = (
        f"<< /Type /Page\n/Parent {PAGES} 0 R /MediaBox [0 0 {_points(sheet.width, sheet.height)}] "
        f"/Resources << /Font << /F1 {TEXT} 0 R >> >> /Contents {drawn} 0 R >>"
    )
    return page, f"<< /Length {len(drawing)} >>\nstream\n{drawing}\nendstream"


def _points(*millimetres: float) -> str:
    return " ".join(f"{each / POINT_MM:.4f}" for each in millimetres)


def _drawn(shape: Shape, height: float) -> str:
    """A shape on a page of a height; PDF counts upwards from the lower left corner."""
    if isinstance(shape, Line):
        ends = f"{_points(shape.x1, height - shape.y1)} m {_points(shape.x2, height - shape.y2)} l S"
        return f"{_points(shape.width)} w {ends}"
    if isinstance(shape, Rectangle):
        return f"{_points(shape.x, height - shape.y - shape.height, shape.width, shape.height)} re f"
    if isinstance(shape, Circle):
        return f"{_points(shape.width)} w {_circle(shape.x, height - shape.y, shape.radius)}"
    return f"BT /F1 {_points(shape.size)} Tf {_points(shape.x, height - shape.y)} Td ({_text(shape)}) Tj ET"


def _circle(x: float, y: float, radius: float) -> str:
    """Four curves around (x, y), from its rightmost point on."""
    reach, parts = ROUND * radius, [f"{_points(x + radius, y)} m"]
    for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        start, end = (x + dx * radius, y + dy * radius), (x - dy * radius, y + dx * radius)
        leaving, coming = (start[0] - dy * reach, start[1] + dx * reach), (end[0] + dx * reach, end[1] + dy * reach)
        parts.append(f"{_points(*leaving, *coming, *end)} c")
    return " ".join([*parts, "s"])


def _text(word: Word) -> str:
    """The words in the font's own encoding, with what PDF reads as its own sign escaped; unknown letters are ?."""
    text = word.text.encode("cp1252", "replace")
    return "".join(f"\\{each:03o}" if each in b"()\\" or not 32 <= each < 127 else chr(each) for each in text)


def _file(objects: Sequence[str]) -> bytes:
    """The file: objects, the table of where each begins, and where that table is."""
    out, places = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{each}\nendobj\n".encode("ascii")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    trailer = f"trailer\n<< /Size {size} /Root {CATALOG} 0 R /Info {ABOUT} 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {size}\n0000000000 65535 f \n{table}{trailer}".encode("ascii")

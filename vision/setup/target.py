"""The calibration board as a PDF of true size: squares and markers as filled rectangles, and a 50 mm check mark."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.errors import PaneError
from vision.setup.calibrate import MARKER_MM, SQUARE_MM, SQUARES, charuco_board

PAGE_MM = (297.0, 210.0)
POINT_MM = 25.4 / 72
CHECK_MM = 50.0
BITS = 6
"""Cells of a 4x4 marker with its black border."""


def board_rectangles() -> list[tuple[float, float, float, float]]:
    """Black rectangles of the board: left, top, width, height in mm from its top left corner."""
    columns, rows = SQUARES
    black = [
        (x * SQUARE_MM, y * SQUARE_MM, SQUARE_MM, SQUARE_MM)
        for y in range(rows)
        for x in range(columns)
        if (x + y) % 2 == 0
    ]
    board = charuco_board()
    cell = MARKER_MM / BITS
    for number, corners in zip(np.asarray(board.getIds()).ravel(), board.getObjPoints(), strict=True):
        left, top = np.asarray(corners).reshape(-1, 3)[:, :2].min(axis=0)
        bits = cv2.aruco.generateImageMarker(board.getDictionary(), int(number), BITS)
        black += [
            (float(left) + x * cell, float(top) + y * cell, cell, cell)
            for y in range(BITS)
            for x in range(BITS)
            if bits[y, x] == 0
        ]
    return black


def write_target(path: str | Path) -> None:
    """Write the PDF.  Raises PaneError when it cannot be written."""
    try:
        Path(path).write_bytes(_pdf(_drawing()))
    except OSError as error:
        raise PaneError(f"cannot write {path}: {error.strerror}") from error


def _drawing() -> str:
    width, height = SQUARES[0] * SQUARE_MM, SQUARES[1] * SQUARE_MM
    left, top = (PAGE_MM[0] - width) / 2, (PAGE_MM[1] - height) / 2 - 8
    # A hair of overlap keeps viewers from drawing white lines between neighbouring cells.
    marks = [(left + x, top + y, w + 0.02, h + 0.02) for x, y, w, h in board_rectangles()]
    line = top + height + 14
    marks += [(left, line, CHECK_MM, 0.3), (left, line - 3, 0.3, 6), (left + CHECK_MM - 0.3, line - 3, 0.3, 6)]
    commands = [_rectangle(*m) for m in marks]
    text = "50 mm. Print at 100 %, glue flat on a stiff card, lay it face down on the pane."
    commands.append(_text(left + CHECK_MM + 6, line + 1.5, text))
    return "\n".join(commands)


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    values = (x, PAGE_MM[1] - y - height, width, height)
    return " ".join(f"{v / POINT_MM:.4f}" for v in values) + " re f"


def _text(x: float, y: float, text: str) -> str:
    return f"BT /F1 10 Tf {x / POINT_MM:.2f} {(PAGE_MM[1] - y) / POINT_MM:.2f} Td ({text}) Tj ET"


def _pdf(drawing: str) -> bytes:
    size = f"{PAGE_MM[0] / POINT_MM:.4f} {PAGE_MM[1] / POINT_MM:.4f}"
    parts = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(drawing)} >>\nstream\n{drawing}\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, offsets = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{part}\nendobj\n".encode("ascii")
    table = "".join(f"{o:010d} 00000 n \n" for o in offsets)
    trailer = f"trailer\n<< /Size {len(parts) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n{table}{trailer}".encode("ascii")

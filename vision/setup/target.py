"""The calibration board as a PDF of true size: squares and markers as filled rectangles, and a 50 mm check mark."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from hardware.drawing import Rectangle, Shape, Sheet, Word
from hardware.pdf import pdf
from vision.files import unwritable
from vision.setup.board import MARKER_MM, SQUARE_MM, SQUARES, charuco_board

PAGE_MM = (297.0, 210.0)
CHECK_MM = 50.0
TEXT_MM = 3.53
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
    """Write the PDF.  Raises StorageError when it cannot be written."""
    try:
        Path(path).write_bytes(pdf([sheet()], "Calibration board"))
    except OSError as error:
        raise unwritable(path, error) from error


def sheet() -> Sheet:
    """The board on its page, with the mark to measure beneath."""
    width, height = SQUARES[0] * SQUARE_MM, SQUARES[1] * SQUARE_MM
    left, top = (PAGE_MM[0] - width) / 2, (PAGE_MM[1] - height) / 2 - 8
    # A hair of overlap keeps viewers from drawing white lines between neighbouring cells.
    cells = [Rectangle(left + x, top + y, w + 0.02, h + 0.02) for x, y, w, h in board_rectangles()]
    return Sheet(*PAGE_MM, (*cells, *_mark(left, top + height + 14)))


def _mark(left: float, line: float) -> tuple[Shape, ...]:
    """50 mm to measure, and what to do with the print."""
    text = "50 mm. Print at 100 %, glue flat on a stiff card, lay it face down on the pane."
    return (
        Rectangle(left, line, CHECK_MM, 0.3),
        Rectangle(left, line - 3, 0.3, 6),
        Rectangle(left + CHECK_MM - 0.3, line - 3, 0.3, 6),
        Word(left + CHECK_MM + 6, line + 1.5, text, TEXT_MM),
    )

"""The printed board: true size, and found again by the calibration."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from vision.setup.board import SQUARE_MM, find_board
from vision.setup.target import write_target

POINT_MM = 25.4 / 72


def rectangles(pdf: bytes) -> list[tuple[float, ...]]:
    """All rectangles of the page in mm from its lower left corner."""
    return [tuple(float(v) * POINT_MM for v in m.split()[:4]) for m in re.findall(rb"[\d. ]+ re f", pdf)]


@pytest.fixture()
def pdf(tmp_path: Path) -> bytes:
    """The file as written."""
    write_target(tmp_path / "target.pdf")
    return (tmp_path / "target.pdf").read_bytes()


def test_the_printed_board_is_found_with_squares_of_30_mm(pdf: bytes) -> None:
    density = 5
    page = np.full((210 * density, 297 * density, 3), 255, np.uint8)
    for x, y, w, h in rectangles(pdf):
        top = 210 - y - h
        rows = slice(round(top * density), round((top + h) * density))
        page[rows, round(x * density) : round((x + w) * density)] = 0
    view = find_board("target", page)
    assert len(view.board) == 24
    order = np.argsort(view.board[:, 1] * 1000 + view.board[:, 0])
    first, last = view.pixels[order[0]], view.pixels[order[5]]
    assert np.linalg.norm(last - first) / density == pytest.approx(5 * SQUARE_MM, abs=0.2)


def test_the_check_mark_is_50_mm_long(pdf: bytes) -> None:
    assert any(w == pytest.approx(50, abs=0.05) and h < 1 for _, _, w, h in rectangles(pdf))


def test_the_page_is_a4_and_the_file_whole(pdf: bytes) -> None:
    box = re.search(rb"MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert box is not None
    assert [float(v) * POINT_MM for v in box.groups()] == pytest.approx([297, 210], abs=0.01)
    table = int(pdf.rsplit(b"startxref\n", 1)[1].split()[0])
    assert pdf[table : table + 4] == b"xref"
    assert pdf.endswith(b"%%EOF\n")

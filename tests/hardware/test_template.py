"""Sheets at true scale: a lamp is where the board file says, on the paper too."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.cli import main
from companion.games.dreimagier.board import load_board
from hardware.drawing import Circle, Line, Rectangle, Sheet, Word, moved, svg
from hardware.pdf import pdf
from hardware.template import CHECK_MM, CROSS_MM, MARGIN_MM, OVERLAP_MM, PAPERS, _cut, sheets

BOARDS = ("default", "forks", "tiny")


def columns_of(board: str, paper: str) -> int:
    """How many sheets lie side by side, from the name on the last sheet."""
    words = [shape.text for shape in sheets(load_board(board), PAPERS[paper])[-1].shapes if isinstance(shape, Word)]
    return int(re.search(r"of [A-Z](\d+)", words[-1])[1])  # type: ignore[index]


def crosses(page: Sheet) -> set[tuple[float, float]]:
    """Middles of whole crosses on a page."""
    flat = {
        (round((line.x1 + line.x2) / 2, 3), round(line.y1, 3))
        for line in page.shapes
        if isinstance(line, Line) and line.y1 == line.y2 and line.x2 - line.x1 == pytest.approx(2 * CROSS_MM)
    }
    steep = {
        (round(line.x1, 3), round((line.y1 + line.y2) / 2, 3))
        for line in page.shapes
        if isinstance(line, Line) and line.x1 == line.x2 and line.y2 - line.y1 == pytest.approx(2 * CROSS_MM)
    }
    return flat & steep


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", BOARDS)
def test_laid_over_one_another_the_sheets_show_every_lamp_in_its_place(name: str, paper: str) -> None:
    board, size = load_board(name), PAPERS[paper]
    step = (size.width - 2 * MARGIN_MM - OVERLAP_MM, size.height - 2 * MARGIN_MM - 8 - OVERLAP_MM)
    found: set[tuple[float, float]] = set()
    for number, page in enumerate(sheets(board, size)):
        row, column = divmod(number, columns_of(name, paper))
        found |= {
            (round(x - MARGIN_MM + column * step[0], 2), round(y - MARGIN_MM + row * step[1], 2))
            for x, y in crosses(page)
        }
    wanted = {(float(x), float(y)) for node, (x, y) in board.positions_mm.items() if board.lamps.get(node)}
    assert found == wanted
    assert wanted


@pytest.mark.parametrize("name", BOARDS)
def test_no_name_lies_over_a_ring_or_a_cross(name: str) -> None:
    for page in sheets(load_board(name), PAPERS["a4"]):
        words = [shape for shape in page.shapes if isinstance(shape, Word)]
        for ring in (shape for shape in page.shapes if isinstance(shape, Circle)):
            for word in words:
                nearest_x = min(max(ring.x, word.x), word.x + 0.5 * word.size * len(word.text))
                nearest_y = min(max(ring.y, word.y - 0.75 * word.size), word.y)
                away = ((ring.x - nearest_x) ** 2 + (ring.y - nearest_y) ** 2) ** 0.5
                assert away > ring.radius, word.text
        for x, y in crosses(page):
            assert not any(word.y - 2 <= y <= word.y and word.x < x + CROSS_MM and x < word.x for word in words)


@pytest.mark.parametrize("name", BOARDS)
def test_every_sheet_has_50_mm_to_measure_and_its_name(name: str) -> None:
    pages = sheets(load_board(name), PAPERS["a4"])
    for page in pages:
        assert any(
            isinstance(shape, Line) and shape.x2 - shape.x1 == CHECK_MM and shape.y1 == shape.y2
            for shape in page.shapes
        )
        assert any(isinstance(shape, Word) and shape.text.startswith("50 mm.  Sheet") for shape in page.shapes)
    assert len({page.shapes[-1] for page in pages}) == len(pages)


def test_a_guessed_board_says_so_on_every_sheet() -> None:
    assert all("a guess, not surveyed" in str(page.shapes[-1]) for page in sheets(load_board("default"), PAPERS["a4"]))


def test_svg_is_in_millimetres() -> None:
    page = xml.fromstring(svg(sheets(load_board("default"), PAPERS["a4"])[0]))
    assert (page.get("width"), page.get("height"), page.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")


def test_svg_draws_a_rectangle_filled() -> None:
    page = xml.fromstring(svg(Sheet(210, 297, (Rectangle(1, 2, 3, 4),))))
    drawn = page[0][0]
    assert [drawn.get(name) for name in ("x", "y", "width", "height", "fill")] == [
        "1.000", "2.000", "3.000", "4.000", "black",
    ]  # fmt: skip


def test_the_same_board_is_the_same_file() -> None:
    pages = sheets(load_board("tiny"), PAPERS["a4"])
    assert pdf(pages, "x") == pdf(pages, "x")


@given(*[st.floats(-50, 150)] * 4)
def test_a_cut_line_stays_on_its_line_and_in_the_window(x1: float, y1: float, x2: float, y2: float) -> None:
    for part in _cut(Line(x1, y1, x2, y2), (0, 0, 100, 100)):
        assert isinstance(part, Line)
        for x, y in ((part.x1, part.y1), (part.x2, part.y2)):
            assert -1e-6 <= x <= 100 + 1e-6 and -1e-6 <= y <= 100 + 1e-6
            assert abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) <= 1e-6 * (1 + abs(x2 - x1) + abs(y2 - y1)) * 200


def test_a_line_inside_is_whole_and_one_outside_is_gone() -> None:
    inside = Line(10, 10, 20, 30)
    assert _cut(inside, (0, 0, 100, 100)) == [inside]
    assert _cut(Line(-10, -10, -20, 30), (0, 0, 100, 100)) == []
    assert moved(inside, 1, 2) == Line(11, 12, 21, 32)


def test_the_command_writes_pdf_and_svg(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["hardware", "template", str(tmp_path / "lamps.pdf")])
    assert done.exit_code == 0 and done.output.startswith("6 sheets")
    assert (tmp_path / "lamps.pdf").read_bytes().startswith(b"%PDF-")
    done = CliRunner().invoke(main, ["hardware", "template", str(tmp_path / "lamps.svg"), "--paper", "a3"])
    assert done.exit_code == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == [f"lamps-{number}.svg" for number in range(1, 5)]


def test_a_board_file_of_ones_own(tmp_path: Path) -> None:
    from importlib import resources

    text = resources.files("companion.games.dreimagier").joinpath("boards/tiny.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(text, encoding="utf-8")
    command = ["hardware", "template", str(tmp_path / "own.pdf"), "--board", str(own)]
    assert CliRunner().invoke(main, command).exit_code == 0

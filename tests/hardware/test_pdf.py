"""The PDF writer: true scale, every object where its table says, words of any kind."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.drawing import Circle, Line, Rectangle, Sheet, Word
from hardware.pdf import pdf

POINT_MM = 25.4 / 72


def numbers(pattern: bytes, content: bytes) -> list[list[float]]:
    """The numbers of each match, in millimetres."""
    return [[float(value) * POINT_MM for value in found.split()] for found in re.findall(pattern, content)]


def written(text: str) -> bytes:
    """The words of a page as the file has them, escapes undone."""
    found = re.search(rb"\((.*)\) Tj", pdf([Sheet(210, 297, (Word(5, 5, text),))], "x"))
    assert found
    return re.sub(rb"\\([0-7]{3})", lambda each: bytes([int(each[1], 8)]), found[1])


def test_lines_and_circles_are_at_true_scale() -> None:
    """Read back from the file: its page, and the length of a line and the middle of a circle in points."""
    page = Sheet(210, 297, (Line(10, 20, 60, 20, 0.3), Circle(105, 148.5, 9), Word(5, 5, "x")))
    content = pdf([page, page], "test")
    assert content.count(b"/Type /Page\n") == 2 and b"/Count 2" in content
    assert numbers(rb"/MediaBox \[0 0 ([\d. ]+)\]", content)[0] == pytest.approx([210, 297], abs=0.01)
    assert numbers(rb"([\d.]+) w [\d. ]+ m [\d. ]+ l S", content)[0] == pytest.approx([0.3], abs=0.001)
    line = re.search(rb"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", content)
    assert line
    x1, y1, x2, y2 = (float(value) * POINT_MM for value in line.groups())
    assert [x2 - x1, 297 - y1, 297 - y2] == pytest.approx([50, 20, 20], abs=0.01)


def test_a_circle_is_round() -> None:
    content = pdf([Sheet(210, 297, (Circle(105, 148.5, 9),))], "x")
    at = numbers(rb"w ([\d. ]+) m", content)[0]
    for curve in numbers(rb"([\d. ]+) c\b", content)[:4]:
        points = [at, curve[0:2], curve[2:4], curve[4:6]]
        for part in (0.0, 0.1, 0.25, 0.5, 0.8, 1.0):
            weights = ((1 - part) ** 3, 3 * part * (1 - part) ** 2, 3 * part**2 * (1 - part), part**3)
            x, y = (sum(w * p[axis] for w, p in zip(weights, points, strict=True)) for axis in (0, 1))
            assert ((x - 105) ** 2 + (y - 148.5) ** 2) ** 0.5 == pytest.approx(9, abs=0.005)
        at = points[3]
    assert at == pytest.approx([114, 148.5], abs=0.001), "and it is closed"


def test_a_rectangle_is_where_it_belongs() -> None:
    content = pdf([Sheet(210, 297, (Rectangle(10, 20, 50, 0.3),))], "x")
    assert numbers(rb"([\d. ]+) re f", content) == [pytest.approx([10, 297 - 20.3, 50, 0.3], abs=0.001)]


@pytest.mark.parametrize("pages", [1, 2, 7])
def test_every_object_is_where_the_table_says(pages: int) -> None:
    content = pdf([Sheet(210, 297, (Line(0, 0, 1, 1),))] * pages, "x")
    table = int(content.rsplit(b"startxref\n", 1)[1].split()[0])
    assert content[table:].startswith(b"xref\n0 ") and content.endswith(b"%%EOF\n")
    places = [int(line[:10]) for line in content[table:].splitlines() if line.endswith(b" n ")]
    assert [content[place:].split(b" ")[0] for place in places] == [b"%d" % n for n in range(1, len(places) + 1)]
    assert len(places) == 4 + 2 * pages
    for length, drawing in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", content, re.DOTALL):
        assert int(length) == len(drawing)


def test_words_keep_umlauts_brackets_and_backslashes() -> None:
    assert written(r"Größe (1) \ – €") == "Größe (1) \\ – €".encode("cp1252")
    assert written("塔") == b"?"


@given(st.text(max_size=40))
def test_no_word_and_no_title_breaks_the_file(text: str) -> None:
    assert written(text) == text.encode("cp1252", "replace")
    content = pdf([], text)
    title = re.search(rb"/Title <([0-9a-f]*)>", content)
    assert title and bytes.fromhex(title[1].decode()).decode("utf-16") == text
    assert content.isascii()


def test_the_same_sheets_are_the_same_file() -> None:
    page = Sheet(210, 297, (Line(10, 20, 60, 20), Circle(5, 5, 2), Word(5, 5, "x")))
    assert pdf([page], "x") == pdf([page], "x")

"""Drawings: every piece has its letter, every measure is the plan's, and the guide's are those of today."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.games.dreimagier.board import load_board
from hardware.box import measures as m
from hardware.box.figure import box
from hardware.box.pictures import PICTURES
from hardware.box.plan import plan
from hardware.box.sections import keys_across, keys_along, slices
from hardware.box.wand import shape
from hardware.commands import hardware
from hardware.drawing import Line, Sheet, Word, svg
from hardware.optics import VIEWS, layout
from tests.hardware.box.boxes import CAMERAS, made

SHOWN = Path(__file__).parents[3] / "docs" / "building"
LARGEST = 150_000
NAMES = sorted(PICTURES)


def words(sheet: Sheet) -> list[str]:
    return [each.text for each in sheet.shapes if isinstance(each, Word)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("camera", CAMERAS)
def test_each_is_small_and_all_of_it_is_on_its_sheet(name: str, camera: str) -> None:
    sheet = PICTURES[name](made(camera))
    assert 1000 < len(svg(sheet, "#fffdf6")) < LARGEST
    for left, top, right, bottom in map(box, sheet.shapes):
        assert left >= 0 and top >= 0 and right <= sheet.width + 0.1 and bottom <= sheet.height + 0.1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("camera", "pane"), [("module3", 300), ("module3-wide", 250), ("usb", 340)])
def test_no_word_lies_over_another(name: str, camera: str, pane: float) -> None:
    placed = [(each.text, box(each)) for each in PICTURES[name](made(camera, pane)).shapes if isinstance(each, Word)]
    for (one, a), (other, b) in combinations(placed, 2):
        apart = a[2] <= b[0] + 0.4 or b[2] <= a[0] + 0.4 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1
        assert apart, (one, other)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("pane", [240, 300, 340])
def test_letters_of_the_sections_point_at_their_pieces(camera: str, pane: float) -> None:
    plan = made(camera, pane)
    for keys, axis in ((keys_across(plan), 0), (keys_along(plan), 1)):
        for key, (_, (along, up)) in keys.items():
            bounds = [body.bounds() for body in plan.box if body.key == key]
            assert any(low[axis] <= along <= high[axis] and low[2] <= up <= high[2] for low, high in bounds), key


@pytest.mark.parametrize("camera", CAMERAS)
def test_the_section_shows_what_the_optics_computed(camera: str) -> None:
    of = made(camera).measures
    shown = set(words(PICTURES["across"](made(camera))))
    told = (of.layout.height_mm, of.layout.bar_depth_mm, of.layout.bar_offset_mm, of.inside_x, of.outside_x, of.pane,
            of.opening, of.wall_mm, m.HOOD_MM, m.RIM_MM)  # fmt: skip
    assert {f"{each:.0f}" for each in told} <= shown


@pytest.mark.parametrize("camera", CAMERAS)
def test_every_piece_of_the_box_has_its_letter_in_the_exploded_one(camera: str) -> None:
    shown = words(PICTURES["box"](made(camera)))
    assert sorted(shown) == sorted({body.key for body in made(camera).box})


def test_every_sawn_piece_and_every_printed_one_has_its_measures() -> None:
    kinds = made().kinds().values()
    pieces, printed = (words(PICTURES[name](made())) for name in ("pieces", "printed"))
    for body, _ in kinds:
        sides = [f"{side:.0f}" for side in body.size()]
        if body.material in ("plywood", "board", "acrylic"):
            assert body.key in pieces and set(sorted(sides, key=float)[1:]) <= set(pieces), body.name
        if body.material == "print" and not body.cuts:
            assert body.key in printed and " x ".join(sides) in printed, body.name


def test_all_lamps_are_on_the_board_in_the_strips_order() -> None:
    sheet = PICTURES["lamps"](made())
    board = load_board("default")
    lit = sorted(numbers[0] for numbers in board.lamps.values() if numbers)
    assert [int(each) for each in words(sheet)[: len(lit)]] == lit
    way = [each for each in sheet.shapes if isinstance(each, Line) and each.width == 0.35][4 : 3 + len(lit)]
    assert all((a.x2, a.y2) == pytest.approx((b.x1, b.y1)) for a, b in pairwise(way))


def test_another_wand_is_another_drawing() -> None:
    longer = plan(layout(VIEWS["module3"]), "module3", load_board("default"), wand=shape(120, 15))
    assert {"120", "15"} <= set(words(PICTURES["wand"](longer)))
    assert not {"120", "15"} & set(words(PICTURES["wand"](made())))


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
def test_a_section_shows_a_plate_less_its_holes(axis: tuple[float, float, float]) -> None:
    top = next(body for body in made().box if body.key == "E")
    cut = sorted(slices(top, axis))
    along = 0 if axis[0] else 1
    ends = sorted(u for outline in cut for u, _ in outline)
    assert len(cut) == 2 and (ends[0], ends[-1]) == (top.bounds()[0][along], top.bounds()[1][along])
    inner = [u for u in ends if abs(u) < 151]
    assert {abs(u) for u in inner} == {150.5}


def test_the_command_draws_them_all(tmp_path: Path) -> None:
    done = CliRunner().invoke(hardware, ["box", "--draw", str(tmp_path)])
    assert done.exit_code == 0
    assert {file.stem for file in tmp_path.glob("*.svg")} == set(NAMES)
    assert (tmp_path / "drawings.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("name", NAMES)
def test_the_guide_shows_the_drawings_of_today(name: str) -> None:
    """Their words to the letter, and as much line: what a last digit of a projection does is nobody's business."""
    shown = xml.parse(SHOWN / f"{name}.svg").getroot()
    now = xml.fromstring(svg(PICTURES[name](made()), "#fffdf6"))
    assert said(shown) == said(now)
    assert drawn(shown) == pytest.approx(drawn(now), rel=0.01)


def said(picture: xml.Element) -> list[str]:
    return [each.text or "" for each in picture.iter() if each.tag.endswith("text")]


def drawn(picture: xml.Element) -> float:
    """How long all lines are together."""
    paths = [each.get("d", "") for each in picture.iter() if each.tag.endswith("path")]
    lines = re.findall(r"M(\S+) ([^L]+)L(\S+) ([^M]+)", "".join(paths))
    return sum(((float(a) - float(c)) ** 2 + (float(b) - float(d)) ** 2) ** 0.5 for a, b, c, d in lines)

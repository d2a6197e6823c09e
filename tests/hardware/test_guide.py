"""The guide in pictures: both languages say the same, and every command, figure, price and picture is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.dreimagier.board import load_board
from hardware.box import measures as m
from hardware.box.plan import plan
from hardware.install.__main__ import _parser
from hardware.optics import VIEWS, layout
from hardware.parts import PARTS
from tests.hardware.test_docs import DOCS, GUIDES, PAGES, command_of

SAFETY = [DOCS / "safety.md", DOCS / "sicherheit.md"]
LARGEST = 150_000
"""Bytes of a picture."""


def commands(page: Path) -> list[str]:
    """What stands there to be typed, without what is said beside it; the German drawing is asked for in German."""
    lines = [line.strip() for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("    ")]
    typed = [re.split(r"\s{2,}", line)[0] for line in lines if not line.startswith("!")]
    return [line.replace("--language de ", "") for line in typed]


def pictures(page: Path) -> list[str]:
    """Where its pictures are."""
    return re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8"))


def test_both_guides_show_the_same_commands_and_pictures_in_the_same_order() -> None:
    english, german = GUIDES
    assert commands(english) == commands(german)
    assert len(commands(english)) >= 15
    tongue = re.compile(r"-(en|de)\.|move(-english)?\.")
    shown = [[tongue.sub(".", name) for name in pictures(page)] for page in GUIDES]
    assert shown[0] == shown[1]
    headings = [re.findall(r"^#+ (\d+)?", page.read_text(encoding="utf-8"), re.MULTILINE) for page in GUIDES]
    assert headings[0] == headings[1]


@pytest.mark.parametrize("page", [*PAGES, *SAFETY], ids=lambda page: page.name)
def test_what_a_page_points_at_is_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).is_file(), target


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_every_step_has_a_picture_and_none_is_large(page: Path) -> None:
    steps = re.split(r"^## (?=\d)", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    bare = [step.splitlines()[0] for step in steps if "![" not in step]
    assert [title[0] for title in bare] == ["1", "7"], "shopping and typing"
    for target in pictures(page):
        assert (DOCS / target).stat().st_size < LARGEST, target


def test_every_picture_of_the_guide_is_shown_in_it() -> None:
    shown = {Path(target).name for page in GUIDES for target in pictures(page)}
    assert {file.name for file in (DOCS / "building").iterdir()} <= shown


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_the_guides_figures_are_those_of_the_plan(page: Path) -> None:
    made = plan(layout(VIEWS["module3"]), "module3", load_board("default"))
    of, text = made.measures, " ".join(page.read_text(encoding="utf-8").split())
    over = of.view_half(m.HOOD_MM) - of.outside_y / 2
    told = (of.opening, of.layout.bar_depth_mm, of.layout.bar_offset_mm, over, of.layout.ledge_mm, m.VENT_MM, m.PLY_MM)
    assert all(re.search(rf"\b{value:.0f} mm", text) for value in told)
    prices = [float(each) for each in re.findall(r"\| (\d+) [Ee]uro \|", text)]
    assert sum(prices) == pytest.approx(sum(part.euro for part in PARTS if not part.optional), rel=0.05)


def test_options_of_the_installation_exist() -> None:
    lines = [line for page in PAGES for line in commands(page) if "install.sh" in line and line.startswith("sudo sh")]
    assert len(lines) >= 8
    for line in lines:
        _parser().parse_args(line.split("install.sh")[1].split())


def test_targets_of_make_exist() -> None:
    made = (DOCS.parent / "Makefile").read_text(encoding="utf-8")
    typed = re.compile(r"(?:`|^    |sudo )make ([\w-]+)", re.MULTILINE)
    named = {name for page in PAGES for name in typed.findall(page.read_text(encoding="utf-8"))}
    assert {"run", "cad", "test"} <= named
    assert all(re.search(rf"^{name}:", made, re.MULTILINE) for name in named)


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_commands_in_the_text_exist(page: Path) -> None:
    for line in re.findall(r"`(?:sudo )?dreimagier ([^`]+)`", page.read_text(encoding="utf-8")):
        command, rest = command_of(line.split())
        assert {word for word in rest if word.startswith("--")} <= {o for each in command.params for o in each.opts}


def test_both_pages_of_safety_name_the_same_dangers_and_figures() -> None:
    english, german = (
        [line.split("|") for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| **")]
        for page in SAFETY
    )
    assert len(english) == len(german) >= 12
    for one, other in zip(english, german, strict=True):
        figures = [sorted(re.findall(r"\d[\d.]*|`[^`]+`", " ".join(row).replace(",", "."))) for row in (one, other)]
        assert figures[0] == figures[1], one[1]

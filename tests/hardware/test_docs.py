"""Every command of the pages for builders exists, with the options that it is shown with."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import click
import msgspec
import pytest

from companion.cli import main
from companion.settings import PORT_VARIABLE, Settings

PAGE = Path(__file__).parents[2] / "docs" / "on-a-pi.md"
DOCS = PAGE.parent
GUIDES = [DOCS / "building.md", DOCS / "bauen.md"]
README = DOCS.parent / "README.md"
PAGES = [PAGE, DOCS / "the-box.md", *GUIDES, README]
SHOWN = [
    line.strip()
    for page in PAGES
    for line in page.read_text(encoding="utf-8").splitlines()
    if re.match(r"    (sudo |\.venv/bin/)?dreimagier ", line)
]


def command_of(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that words name, and the words left over."""
    found: click.Command = main
    context = click.Context(main)
    while isinstance(found, click.Group) and words:
        inner = found.get_command(context, words[0])
        assert inner is not None, f"no command {words[0]!r}"
        found, words = inner, words[1:]
    return found, words


@pytest.mark.parametrize("line", SHOWN)
def test_a_command_of_the_page_exists(line: str) -> None:
    command, rest = command_of(re.split(r"\s{2,}", line)[0].removeprefix("sudo ").split()[1:])
    known = {option for each in command.params for option in each.opts}
    assert {word for word in rest if word.startswith("--")} <= known


def test_the_page_shows_commands() -> None:
    assert len(SHOWN) >= 10


def test_the_settings_of_the_page_are_those_of_the_programs() -> None:
    lines = re.findall(r"^    (\w+ = \S.*?)(?: {2,}.*)?$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    chosen = msgspec.convert(tomllib.loads("\n".join(lines)), Settings)
    assert len(lines) >= 8 and chosen.leds == 64


def test_the_variables_of_the_page_are_the_programs() -> None:
    known = {PORT_VARIABLE}
    for program in ("firmware", "vision"):
        command, _ = command_of([program, "run"])
        known |= {str(each.envvar) for each in command.params if isinstance(each, click.Option)}
    shown = set(re.findall(r"`(DREIMAGIER_\w+)=", PAGE.read_text(encoding="utf-8")))
    assert len(shown) >= 2 and shown <= known


def test_what_only_a_pi_shows_has_a_test_for_a_pi() -> None:
    """Every row of the table names its tests; they are there, and run on a Pi alone."""
    rows = [line.split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][2:]
    named = {name for row in rows for name in re.findall(r"`(test_\w+)`", row[3])}
    assert len(rows) >= 10 and all("`test_" in row[3] for row in rows)
    tests = PAGE.parents[1] / "tests"
    marked = [path.read_text(encoding="utf-8") for path in tests.rglob("*.py") if MARKED in path.read_text("utf-8")]
    inherited = (tests / "vision_pi/contract.py").read_text(encoding="utf-8")
    there = set(re.findall(r"def (test_\w+)", "\n".join([*marked, inherited])))
    assert named <= there, named - there


MARKED = "pytestmark = pytest.mark.pi\n"

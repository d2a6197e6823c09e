"""The house knows no game: nothing outside a game's two folders names its rules, its roles or its words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion.games import registry
from companion.games.dreimagier.wands import COLOURS

HOUSE = Path(str(companion.__file__)).parent
SHELL = [HOUSE / name for name in ("table", "protocol", "web", "games/__init__.py", "games/catalogue.py")]
ENDINGS = {".py", ".html", ".js", ".css", ".svg"}
WIRE = ("target-magician", "target-apprentice")
"""Names of lamp roles on the wire: lamps in the field know them."""
TOOLS = {
    "commands/analyse.py",
    "commands/blocks.py",
    "commands/duel_odds.py",
    "commands/fitting.py",
    "commands/rules.py",
    "commands/simulate.py",
    "commands/strength.py",
    "commands/towers.py",
    "commands/train.py",
}
"""Commands that are tools for one game."""
GERMAN = r"Magier|Lehrling|St[aä]b|Zauber|Karte[n ]|Duell|Labyrinth|Figur"
RULE = re.compile(r"\b[A-Z][0-9]{1,2}\b")


def sources(*folders: Path) -> Iterator[tuple[str, str]]:
    """Name and text of every source that belongs to no game."""
    for folder in folders:
        for file in [folder] if folder.is_file() else sorted(folder.rglob("*")):
            name = str(file.relative_to(HOUSE))
            if file.suffix in ENDINGS and not re.match(r"(web/)?games/[a-z]+/", name):
                yield name, file.read_text(encoding="utf-8")


def words() -> set[str]:
    """Kinds of questions, actions, figures and places of the first game that are no words of every table."""
    return {"magician", "apprentice", "labyrinth", "duel", "spell", "doublet", "noris", "kurzregel", "tarot"}


def test_no_game_is_imported_or_named_outside_its_folders() -> None:
    games = "|".join(registry.names())
    named = re.compile(rf"games[./]({games})\b|[\"']({games})/")
    assert {name for name, text in sources(HOUSE) if named.search(text)} == TOOLS


def test_table_protocol_and_shell_use_no_word_of_a_game() -> None:
    found = set()
    for name, text in sources(*SHELL):
        for wire in WIRE if name == "protocol/lamps.py" else ():
            text = text.replace(wire, "")
        found |= {(name, word) for word in words() if re.search(rf"\b{word}s?\b", text, re.IGNORECASE)}
    assert found == set()


def test_table_protocol_and_shell_name_no_rule_of_a_game() -> None:
    python = [(name, text) for name, text in sources(*SHELL) if name.endswith(".py")]
    assert len(python) > 50
    assert {(name, rule) for name, text in python for rule in RULE.findall(text)} == set()


def test_no_seat_of_a_game_is_a_word_of_the_shell() -> None:
    seats = re.compile(rf"[\"'.#-]({'|'.join(COLOURS)})[\"' ,{{]")
    assert {name for name, text in sources(*SHELL) if seats.search(text)} == set()


@pytest.mark.parametrize("owner", ["table", "web"])
def test_the_words_of_table_and_shell_are_of_no_game(owner: str) -> None:
    said = json.loads((HOUSE / owner / "words" / "de.json").read_text(encoding="utf-8"))
    assert len(said) > 10
    assert {key for key, sentence in said.items() if re.search(GERMAN, str(sentence))} == set()


def test_what_a_game_may_offer_is_asked_of_no_attribute() -> None:
    probing = re.compile(r"getattr\([^)]*(game|face)\b")
    assert {name for name, text in sources(HOUSE) if probing.search(text)} == set()


def test_only_one_module_opens_the_storage_of_the_browser() -> None:
    """Where a browser blocks it, every look at it raises: ``storage.js`` knows what then."""
    named = re.compile(r"\b(local|session)Storage\b")
    scripts = {str(file.relative_to(HOUSE)) for file in HOUSE.rglob("*.js") if named.search(file.read_text("utf-8"))}
    assert scripts == {"web/static/storage.js"}

"""Fields are counted from a place: every field of every board has a name of its own in every language, and no code."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from companion.games.catalogue import LANGUAGES
from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import SHIPPED, Board, load_board, shipped_text
from companion.games.dreimagier.fieldnames import field_names, named, say
from companion.games.dreimagier.sentences import sentence
from tests.games.conformance import next_action
from tests.games.situations import situation
from tests.games.test_reasons import attempts

STAR = (Path(__file__).parent / "data" / "star.toml").read_text()
BOARDS = {name: shipped_text(name) for name in SHIPPED} | {"star": STAR}
IN_PIECES = BOARDS["default"].replace(
    '["forest", "a1", "a2", "a3", "house"]', '["house", "a3"], ["forest", "a1", "a2"], ["a3", "a2"]'
)
TWO_WAYS = BOARDS["default"].replace('["c2", "m1", "m2", "i2"]', '["forest", "m1", "m2", "castle"]')
LONG = BOARDS["default"].replace('["c2", "m1", "m2", "i2"]', '["forest", "m1", "m2"]')


def board(text: str) -> Board:
    return load_board(text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", [*BOARDS.values(), IN_PIECES, TWO_WAYS, LONG], ids=[*BOARDS, "pieces", "two", "long"])
def test_every_field_has_a_name_of_its_own(text: str, language: str) -> None:
    found, names = board(text), field_names(text)
    assert set(names) == set(found.nodes) - set(found.places)
    said = [say(name, language) for name in names.values()]
    assert len(set(said)) == len(said)
    assert not [each for each in said if "{" in each or re.search(r"\b[a-z]\d\b", each)]


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        (BOARDS["default"], "a2", "das zweite Feld vom Wald zum Haus"),
        (BOARDS["default"], "a3", "das erste Feld vom Haus zum Wald"),
        (BOARDS["default"], "l4", "das zweite Feld vom Mond zum Turm"),
        (BOARDS["default"], "m2", "das erste Feld vom Weg Haus–Leben zum Weg Wald–Schloss"),
        (BOARDS["default"], "n2", "das zweite Feld vom Weg Leben–Mühle zum Weg Turm–Mond"),
        (BOARDS["tiny"], "k", "das erste Feld vom Turm aus"),
        (BOARDS["forks"], "o1", "das erste Feld vom Weg Sonne–Mühle aus"),
        (IN_PIECES, "a1", "das erste Feld vom Wald zum Haus"),
        (IN_PIECES, "a2", "das zweite Feld vom Haus zum Wald"),
        (TWO_WAYS, "m1", "das erste Feld vom Wald zum Schloss (Weg 2)"),
        (LONG, "m2", "das zweite Feld vom Wald aus"),
    ],
)
def test_a_field_is_counted_from_the_nearer_end(text: str, field: str, words: str) -> None:
    assert say(field_names(text)[field], "de") == words


def test_a_field_is_said_in_every_language() -> None:
    name = field_names(BOARDS["default"])["d2"]
    assert [say(name, language) for language in LANGUAGES] == [
        "das zweite Feld vom Schloss zur Sonne",
        "the second field from the castle to the sun",
        "het tweede veld van het kasteel naar de zon",
        "la deuxième case du château au soleil",
        "la seconda casella dal castello al sole",
    ]
    assert say({**name, "nth": 14}, "de") == "das 14. Feld vom Schloss zur Sonne"


def test_a_place_is_itself() -> None:
    assert named(board(BOARDS["default"]), "mill") == "mill"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_refusal_says_a_code(language: str) -> None:
    """Every attempt at every position of some games."""
    rng = random.Random(language)
    position = situation(board="default", settings={})
    seen = 0
    for _ in range(60):
        for attempt in attempts(position):
            reason = GAME.why_not(position, attempt)
            if reason is None:
                continue
            text = sentence(reason.message, reason.values, language)
            seen += "nth" in str(reason.values)
            assert not re.search(r"\b[a-n]\d\b|\{", text), text
        position, _ = GAME.apply(position, next_action(GAME, position, rng))
    assert seen > 100

"""A typed board file brought in on a page: its faults in the reader's language, a sound one is the table's board."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import Fault, Invalid
from companion.games.catalogue import LANGUAGES
from companion.games.dreimagier import GAME
from companion.games.dreimagier.board import load_board
from companion.games.dreimagier.boardfile import faults_of, parse
from companion.table import boards
from companion.table.table import Table
from companion.web.games.dreimagier.face import FACE
from companion.web.games.dreimagier.survey.faults import MOST, spoken
from tests.web.guests import House

TINY: dict[str, Any] = tomllib.loads(load_board("tiny").toml)
TRAIL = TINY["trails"][0]
WRONG: list[dict[str, Any]] = [
    {"surprise": 1, "trials": [], "name": "", "surveyed": 1, "mount": 2, "size_mm": [0, 1]},
    {"places": None, "ways": None, "trails": None, "symbols": None, "positions": None, "lamps": 3},
    {"places": {**TINY["places"], "wald": [0, 0], "qqq": [1, 1], "forest": [9, 9]}, "symbol_count": -1},
    {"places": {name: seat for name, seat in TINY["places"].items() if name != "mill"}},
    {"ways": [["forest", "hause"], ["forest", "qqqqq"], TINY["ways"][0], TINY["ways"][0]]},
    {"trails": [["a b"], ["life"], ["life", "life"], TRAIL, TRAIL, ["lost1", "lost2"]]},
    {"trails": [[f"n{number}", f"n{number + 1}"] for number in range(200)]},
    {"trails": [[*TRAIL, "towr", "zz"]], "symbols": ["tower", "nowhere", TRAIL[1], TRAIL[1], f"{TRAIL[1]}x"]},
    {"positions": {**TINY["positions"], "qqqq": [1, 1], "forst": [1, 1], "life": [1, 2, 3], "sun": [9e9, 1]}},
    {"positions": {}},
    {"lamps": {"qqqqq": [1], "forst": [2], "life": [-1], "sun": [7], "mill": [7]}},
]


def invalid(changes: dict[str, Any]) -> Invalid:
    """The tiny board with some of its parts replaced; None: left out."""
    data = {key: value for key, value in {**TINY, **changes}.items() if value is not None}
    return Invalid("the board file", faults_of(data))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_is_said_in_every_language(language: str) -> None:
    t = FACE.speaker(language)
    texts = ["longer than 20000 characters", "holds half a character that no text can hold"]
    told = [invalid(changes) for changes in WRONG] + [_of_text("board = ["), *(_fault(text) for text in texts)]
    english = [f"{fault.where}: {fault.text}" for each in told for fault in each.faults[:MOST]]
    said = [line for each in told for line in spoken(each, t)]
    assert len(said) == len(english) > 60
    same = [line for line, other in zip(said, english, strict=True) if line == other]
    assert same == (said if language == "en" else []), "nobody has put this into words"


def _of_text(toml: str) -> Invalid:
    with pytest.raises(Invalid) as wrong:
        parse(toml)
    return wrong.value


def _fault(text: str) -> Invalid:
    return Invalid("the board file", [Fault("board", text)])


def test_what_was_meant_is_named() -> None:
    wald = {**{name: seat for name, seat in TINY["places"].items() if name != "forest"}, "Wald": [0, 0]}
    lines = spoken(invalid({"places": wald}), FACE.speaker("de"))
    assert "places.Wald: ist keiner der neun Orte (M1); war forest gemeint?" in lines


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    table = Table(tmp_path / "data", GAME)
    yield House(table)
    table.close()


def test_a_file_with_faults_changes_nothing_and_a_sound_one_is_the_tables_board(house: House) -> None:
    red, toml = house.seats["red"], load_board("forks").toml
    assert house.guest.post("/survey/bring", json={"toml": toml}).status_code == 403
    wrong = toml.replace('name = "forks"', "name = 3").replace("symbols", "symbls")
    told = red.post("/survey/bring", json={"toml": wrong}).get_json()
    assert told["refused"].startswith("An dieser Datei stimmen") and len(told["faults"]) >= 3
    assert any("war symbols gemeint?" in line for line in told["faults"])
    assert house.hosting.setup.names() == []
    french = red.post("/survey/bring?lang=fr", json={"toml": wrong}).get_json()
    assert "Rien n’a été changé" in french["refused"]
    assert red.post("/survey/bring", json={"toml": "\ufeff" + toml}).get_json() == {"kept": "forks"}
    assert boards.chosen(house.hosting.setup, GAME) == ("forks", toml)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_offers_it(house: House, language: str) -> None:
    told = house.seats["red"].get(f"/survey?lang={language}").text
    assert "data-bring" in told and FACE.speaker(language)("survey.bring") in told

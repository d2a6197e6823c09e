"""The box pages: an owner's own values, all faults in plain words, kept, chosen and taken away again."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import Fault, Invalid, Json
from companion.games.catalogue import LANGUAGES
from companion.games.tuerme import GAME
from companion.games.tuerme.box import faults_of
from companion.games.tuerme.boxfile import contents
from companion.games.tuerme.cards import every
from companion.table.table import Table
from companion.web.games.tuerme import boxes
from companion.web.games.tuerme.boxes import cardwords
from companion.web.games.tuerme.boxes.faults import spoken
from companion.web.pages.words import Speaker
from tests.web.guests import House

USUAL = contents("default")
WRONG: list[dict[str, Any]] = [
    {"surprise": 1, "name": "", "checked": 1, "ring": 3, "pile": None, "bottles": {"each": 6, "extra": 1}},
    {"ring": {"spaces": 7, "shields": [], "keep": 1, "radius_mm": 1}},
    {
        "ring": {"spaces": 16, "shields": [17], "keep": 17, "radius_mm": 0},
        "towers": {"spaces": [], "rooms": []},
    },
    {"towers": {"spaces": [2, 3], "shields": [3], "rooms": [9]}, "wizards": {**USUAL["wizards"], "blue": 0}},
    {"towers": {"spaces": [2, 2], "shields": [], "rooms": [1, 1]}, "bottles": {"each": 0}},
    {
        "players": {**USUAL["players"], "2": [4]},
        "prices": {**USUAL["prices"], "swap": 7},
        "pile": {"cards": 0, "hand": 1},
    },
    {"cards": {"x9": 1, "w1": 0}, "lamps": {"1": [0], "2": [0], "north": [1]}},
    {"cards": {}},
    {"ring": {**USUAL["ring"], "keep": 2}, "towers": {**USUAL["towers"], "spaces": [2, 3, 4, 5, 6, 7, 8, 9, 20]}},
    {"players": {**USUAL["players"], "6": [5, 9]}, "lamps": {"40": [1]}},
    {"cards": {"w9": 1}, "ring": {**USUAL["ring"], "spaces": 9, "shields": []}, "pile": {"cards": 2, "hand": 3}},
]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A host with the game on the table, two seats."""
    table = Table(tmp_path / "data", GAME)
    yield House(table)
    table.close()


def own(**changes: Any) -> Json:
    """What the page sends: the shipped box under a name of one's own, without lamps."""
    data = copy.deepcopy(USUAL)
    del data["lamps"]
    return {**data, "name": "Unsere", **changes}


def sent(house: House, path: str, message: Json, status: int = 200) -> Json:
    """What the owner's browser sends."""
    answer = house.guest.post(f"/box/{path}", json=message, headers=house.bearer("host"))
    assert answer.status_code == status, answer.text
    told: Json = answer.get_json()
    return told


def page(house: House, path: str, status: int = 200) -> str:
    """A page for the owner."""
    answer = house.guest.get(path, headers=house.bearer("host"))
    assert answer.status_code == status
    return answer.text


def test_the_page_shows_the_shipped_box_and_what_is_known_from_one_source(house: House) -> None:
    html = page(house, "/box/new")
    assert html.count("nur aus einer Quelle bekannt") == 3
    for key, value in (("prices.swap", 1), ("cards.e-die", 6), ("ring.spaces", 16), ("bottles.each", 6)):
        found = re.search(rf'id="f-{key}"[^>]*value="(\d+)"\s+data-usual="(\d+)"', html)
        assert found and found.groups() == (str(value), str(value)), key
    assert [int(each) for each in re.findall(r'value="(\d+)"\s+data-set="ring.shields"\s+data-usual="on"', html)] == (
        USUAL["ring"]["shields"]
    )


def test_a_corrected_box_is_kept_and_new_games_go_by_it(house: House) -> None:
    told = sent(house, "keep", {"data": own(prices={**USUAL["prices"], "swap": 3}, checked=True)})
    assert told == {"kept": "Unsere", "path": "/box/of/Unsere", "playing": False}
    assert 'id="f-prices.swap"' in page(house, "/box/of/Unsere")
    assert re.search(r'id="f-prices.swap"[^>]*value="3"\s+data-usual="1"', page(house, "/box/of/Unsere"))
    listed = page(house, "/box")
    assert "mit der Schachtel verglichen · gilt für neue Spiele" in re.sub(r"\s+", " ", listed)
    sent(house, "choose", {"name": None})
    assert 'data-choose="Unsere"' in page(house, "/box")
    sent(house, "drop", {"name": "Unsere"})
    assert "Unsere" not in page(house, "/box")
    page(house, "/box/of/Unsere", status=404)


def test_every_fault_is_told_and_nothing_changes(house: House) -> None:
    told = sent(house, "keep", {"data": own(name="", prices={**USUAL["prices"], "swap": 9, "free": None})})
    assert told["refused"].startswith("Daran stimmen 3 Dinge nicht")
    assert {fault["key"]: fault["text"] for fault in told["faults"]} == {
        "name": "Name dieser Schachtel: muss ein Text von 1 bis 40 Buchstaben sein",
        "prices.swap": "Turmtausch: muss von 1 bis 6 sein",
        "prices.free": "Befreien: muss von 1 bis 6 sein",
    }
    assert "data-box=" not in page(house, "/box")


def test_who_does_not_sit_at_the_table_changes_nothing(house: House) -> None:
    assert house.guest.post("/box/keep", json={"data": own()}).status_code == 403
    assert "data-box" not in house.guest.get("/box/new").text
    assert "wem der Tisch gehört" in house.guest.get("/box").text


@pytest.mark.parametrize("message", ["[]", "{", '{"data": 3}', '{"data": {}, "made_from": 4}'])
def test_what_is_no_box_is_told(house: House, message: str) -> None:
    answer = house.guest.post("/box/keep", data=message, headers=house.bearer("host"))
    assert answer.status_code == 400


def test_the_page_is_reached_from_the_set_up(house: House) -> None:
    assert 'href="/box"' in page(house, "/setup")


def invalid(changes: dict[str, Any]) -> Invalid:
    """The faults of the shipped box with some of its parts replaced; None: left out."""
    data = {key: value for key, value in {**USUAL, **changes}.items() if value is not None}
    return Invalid("the box", faults_of(data))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_is_said_in_every_language(language: str) -> None:
    t = Speaker(language, boxes.WORDS)
    texts = ("longer than 9 characters", "holds half a character that no text can hold", "is that of the shipped box")
    told = [invalid(changes) for changes in WRONG] + [Invalid("the box", [Fault("name", text)]) for text in texts]
    faults = [fault for each in told for fault in each.faults]
    said = [line["text"] for each in told for line in spoken(each, t)]
    same = [fault.text for fault, line in zip(faults, said, strict=True) if line.endswith(f": {fault.text}")]
    assert len(faults) > 35
    assert same == ([fault.text for fault in faults] if language == "en" else []), "nobody has put this into words"


def test_all_messages_of_faults_are_tried() -> None:
    known = {key for key in boxes.WORDS.sentences["en"] if key.startswith("box.fault.")}
    t = Speaker("de", boxes.WORDS)
    tried = " ".join(line["text"] for changes in WRONG for line in spoken(invalid(changes), t))
    heads = {
        key: str(t(key)).split("{")[0].strip()
        for key in known - {"box.fault.long", "box.fault.half", "box.fault.shipped"}
    }
    assert [key for key, head in heads.items() if head and head not in tried] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word_of_the_box(language: str) -> None:
    assert boxes.WORDS.sentences[language].keys() == boxes.WORDS.sentences["de"].keys()
    t = Speaker(language, boxes.WORDS)
    names = [cardwords.name(card, t) for card in every()]
    assert len(set(names)) == len(names) and not any("box." in name for name in names)


def test_a_type_that_the_shipped_box_does_not_have_is_kept_and_played(house: House) -> None:
    offered = re.findall(r'<option value="([^"]+)"', page(house, "/box/new"))
    assert {*offered, *USUAL["cards"]} == set(every())
    cards = {**USUAL["cards"], "w1": 1, "e9": 3}
    sent(house, "keep", {"data": own(cards=cards)})
    html = page(house, "/box/of/Unsere")
    assert re.search(r'id="f-cards.e9"[^>]*value="3"\s+data-usual="0"', html) and 'value="e9"' not in html
    refused = sent(house, "keep", {"data": own(cards={**cards, "t10": 1})})
    assert [fault["key"] for fault in refused["faults"]] == ["cards.t10"]

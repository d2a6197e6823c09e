"""The book of rules of any game: chapters, what holds on the table, glossary; also of a game that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.games
import companion.web.games
from companion.table.table import Table
from companion.web import games
from tests.games.toy import TOY
from tests.web.test_secrets import FACES, Shown


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shown]:
    """The toy game beside what is installed."""
    monkeypatch.setattr(companion.web.games, "__path__", [*companion.web.games.__path__, str(FACES)])
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(FACES.parent / "games")])
    table = Table(tmp_path, TOY, {"seats": ["north", "east"], "settings": {"waves": "never"}})
    yield Shown(table)
    table.close()


def test_chapters_stand_in_their_order_and_rules_by_their_numbers(house: Shown) -> None:
    page = house.guest.get("/rules").text
    assert re.findall(r'class="law" id="(\w+)"', page) == ["TOY", "M2", "M10"]
    assert re.findall(r'<a href="#([\w-]+)"', page) == ["chapter-TOY", "chapter-M", "glossary"]
    assert "Wer aussucht, was der Würfel zeigt, gewinnt." in page and "data-search" in page


def test_what_holds_is_told_of_the_game_on_the_table_alone(house: Shown) -> None:
    assert "Einstellung: Winken – hier gilt: nie" in house.guest.get("/rules").text
    assert "Einstellung: Winken – hier gilt: nie" in house.guest.get("/rules/toy").text
    other = house.guest.get("/rules/wizard").text
    assert 'id="V1"' in other and "hier gilt" not in other and 'id="TOY"' not in other


def test_the_glossary_has_the_words_of_the_box_beside_those_of_the_reader(house: Shown) -> None:
    book = games.find("toy").book
    assert book is not None
    german, english = (book.glossary(games.find("toy").speaker(language)) for language in ("de", "en"))
    assert [(each["word"], each["german"]) for each in german] == [("Auswahl", ""), ("Würfel", "")]
    assert [(each["word"], each["german"]) for each in english] == [("Choice", "Auswahl"), ("Die", "Würfel")]
    page = house.guest.get("/rules?lang=en").text
    assert '<span class="soft" lang="de">Auswahl</span>' in page and "A number in one&#39;s head." in page


def test_a_reason_leads_to_the_book_of_the_game_that_is_shown(house: Shown) -> None:
    assert 'href="/rules#TOY"' in house.seats["north"].get("/new").text
    assert 'href="/rules/wizard#V1"' in house.seats["north"].get("/new?game=wizard").text
    play = house.seats["north"].get("/play").text
    assert 'data-book="/rules"' in play and '<a class="button" href="/rules">' in play


def test_a_game_without_book_has_no_page_and_no_way_to_it(house: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(games.find("toy")), "book", None)
    assert house.guest.get("/rules").status_code == 404 == house.guest.get("/rules/nothing").status_code
    assert "/rules" not in house.seats["north"].get("/play").text
    assert '<span class="rule">TOY</span>' in house.seats["north"].get("/new").text

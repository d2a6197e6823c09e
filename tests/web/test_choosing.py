"""Which game, how many seats, which settings: what the sheet offers and what the host says of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.games
import companion.web.games
from companion.games import registry
from companion.table.table import Table
from companion.web.pages import gamelist
from tests.games.toy import TOY
from tests.web.test_secrets import FACES, Shown

RULES = FACES.parent / "games"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shown]:
    """The toy game for three beside what is installed."""
    monkeypatch.setattr(companion.web.games, "__path__", [*companion.web.games.__path__, str(FACES)])
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(RULES)])
    table = Table(tmp_path, TOY, {"seats": ["north", "east", "south"]})
    yield Shown(table)
    table.close()


def test_the_sheet_lists_every_game_with_its_seats(house: Shown) -> None:
    sheet = house.seats["north"].get("/new").text
    for name in registry.names():
        assert (f'href="/new?game={name}"' in sheet) == companion.web.games.find(name).offered_here
    assert "2 bis 6 Leute" in sheet and "Eine Zahl im Kopf" in sheet
    assert sheet.count("data-was=") == 6 and sheet.count('data-was=""') == 3
    counts = sheet.split("data-count")[1].split("</select>")[0]
    assert "<option>3</option>" in counts and "<option>2</option>" not in counts


def test_the_sheet_of_another_game_is_in_its_words_and_seats_everybody(house: Shown) -> None:
    sheet = house.seats["north"].get("/new?game=dreimagier").text
    assert "Die drei Magier" in sheet and 'data-game="dreimagier"' in sheet
    assert [sheet.count(f'data-was="{seat}"') for seat in ("north", "east", "south")] == [1, 1, 1]
    assert "data-count" not in sheet, "it has just so many seats"
    assert house.seats["north"].get("/new?game=nothing").status_code == 404


def test_a_game_that_nobody_has_drawn_is_not_offered_and_stops_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The toy game is installed here without its face."""
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(RULES)])
    table = Table(tmp_path, registry.find("dreimagier"))
    house = Shown(table)
    assert "toy" in registry.names() and not companion.web.games.find("toy").offered_here
    for page in ("/", "/new", "/setup", "/archive", "/join"):
        answer = house.guest.get(page, follow_redirects=True)
        assert answer.status_code == 200 and "game=toy" not in answer.text and 'value="toy"' not in answer.text, page
    assert house.guest.get("/new?game=toy").status_code == 404
    assert house.guest.get("/new?game=wizard").status_code == 200
    table.close()


def test_a_game_that_nobody_has_drawn_is_shown_while_it_lies_on_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(companion.games, "__path__", [*companion.games.__path__, str(RULES)])
    table = Table(tmp_path, TOY, {"seats": ["north", "east"]})
    house = Shown(table)
    sheet = house.seats["north"].get("/new").text
    assert 'href="/new?game=toy"' in sheet and 'href="/new?game=dreimagier"' in sheet
    assert house.seats["north"].get("/play").status_code == 200
    table.close()


def test_one_game_alone_is_not_asked_for(house: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "names", lambda: ("toy",))
    with house.app.test_request_context():
        assert gamelist.games("toy") == []
    assert "/new?game=" not in house.seats["north"].get("/new").text


def test_the_host_says_what_does_not_go_together(house: Shown) -> None:
    options = {"settings": {"waves": "never", "die": "seen"}, "seats": ["north", "east"]}
    told = house.seats["north"].post("/api/barred", json={"seat": "north", "options": options}).get_json()
    assert told == {"barred": [{"setting": "die", "value": "felt", "text": "Wer nicht winkt, muss sehen."}]}
    options = {"settings": {"die": "felt"}, "seats": ["north", "east"]}
    told = house.seats["north"].post("/api/barred", json={"seat": "north", "options": options}).get_json()
    assert told["barred"][0] == {"setting": "signs", "value": "bell", "text": "Wer fühlt, hört nichts."}
    body = {"seq": house.table.course.seq, "request": "n", "seat": "north", "options": options}
    refused = house.seats["north"].post(
        "/api/new", json=body | {"options": {"settings": {"waves": "never", "die": "felt"}}}
    )
    assert refused.status_code == 400


def test_a_phone_that_has_changed_its_seat_is_answered_as_who_it_is_now(house: Shown) -> None:
    options = {"game": "dreimagier"}
    body = {"seq": house.table.course.seq, "request": "n", "options": options}
    begun = house.guest.post("/api/new", json=body, headers=house.bearer("host"))
    assert begun.status_code == 200
    told = house.seats["north"].get("/api/state").get_json()
    assert told["game"] == "dreimagier" and told["may"] is None
    page = house.seats["north"].get("/play").text
    assert 'data-game="dreimagier"' in page and "Spielzeug" not in page


def test_devices_come_and_go_with_the_game(house: Shown) -> None:
    assert house.guest.get("/health").get_json()["needed"] == []
    assert "s-eye" not in house.seats["north"].get("/setup").text
    body = {"seq": house.table.course.seq, "request": "n", "options": {"game": "dreimagier"}}
    house.guest.post("/api/new", json=body, headers=house.bearer("host"))
    assert house.guest.get("/health").get_json()["needed"] == ["vision", "firmware"]
    assert "s-eye" in house.seats["north"].get("/setup").text


def test_the_lamp_map_is_that_of_the_game_on_the_table(house: Shown) -> None:
    for game, content in (("toy", b'{"north": [5]}'), ("dreimagier", b'{"sun": [7]}')):
        house.hosting.setup.put(f"lamps.{game}.json", content)
    assert house.hosting.device_state().lamp_numbers == {"north": [5]}
    body = {"seq": house.table.course.seq, "request": "n", "options": {"game": "dreimagier"}}
    house.guest.post("/api/new", json=body, headers=house.bearer("host"))
    assert house.hosting.device_state().lamp_numbers == {"sun": [7]}


def test_an_evening_of_a_game_with_chairs_begins_with_all_of_them(house: Shown) -> None:
    house.guest.post("/api/evening", json={"request": "e"}, headers=house.bearer("host"))
    assert len(house.table.course.seats) == 6
    assert not any(seat.hash for seat in house.table.course.seats.values())

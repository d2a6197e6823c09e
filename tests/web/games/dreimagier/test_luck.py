"""Luck and skill on a page of its own: only after the end, in every language, and as a table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.settings import Settings
from companion.table import games
from companion.table.table import Table
from companion.web import create_app
from companion.web import games as faces
from tests.games.ghost.evenings import first, recorded
from tests.web.guests import House


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path / "data", GAME, {"board": "tiny"})
    yield found
    found.close()


def test_nothing_is_told_while_the_game_goes_on(table: Table) -> None:
    client = create_app(table, Settings(data=str(table.folder))).test_client()
    assert "data-luck" not in client.get("/luck").text
    assert client.get("/luck.csv").status_code == 404


def test_odds_are_told_to_those_who_watch_and_to_no_seat(table: Table) -> None:
    app = create_app(table, Settings(data=str(table.folder)))
    player, watcher = app.test_client(), app.test_client()
    body = {"code": table.code, "seat": "red", "name": "Anna"}
    assert player.post("/api/join", json=body).status_code == 200
    assert watcher.get("/luck").text.count("data-odds=") == 3
    assert "data-odds=" not in player.get("/luck").text
    assert watcher.get("/luck.svg").status_code == 404


@pytest.mark.parametrize("language", ["de", "en", "nl", "fr", "it"])
def test_seats_see_the_odds_while_all_agree(table: Table, language: str) -> None:
    house, said = House(table), {"Accept-Language": language}
    wish = {"request": "show", "seat": "red", "shown": True}
    assert house.seats["red"].post("/api/odds", json=wish).status_code == 200
    ask = house.state("red")["ask"]
    assert (ask["type"], ask["voters"]) == ("odds", ["black", "white"])
    for seat in ask["voters"]:
        assert "data-odds=" not in house.seats[seat].get("/luck").text
        assert words(language, "vote.odds.detail") in house.seats[seat].get("/play", headers=said).text
        vote = {"request": f"vote.{seat}", "seat": seat, "ask": ask["id"], "choice": "yes"}
        assert house.seats[seat].post("/api/vote", json=vote).status_code == 200
    page = house.seats["white"].get("/luck", headers=said).text
    assert page.count("data-odds=") == 3 and words(language, "luck.shared") in page
    sheet = house.seats["white"].get("/play", headers=said).text
    assert words(language, "entry.closed.shown") in sheet and words(language, "odds.hide") in sheet
    stranger = {"request": "hide", "seat": "white", "shown": False}
    assert house.guest.post("/api/odds", json=stranger).status_code == 403
    assert house.seats["white"].post("/api/odds", json=stranger).status_code == 200
    assert "data-odds=" not in house.seats["red"].get("/luck").text
    assert "White" in house.seats["red"].get("/play", headers=said).text


def words(language: str, key: str) -> str:
    """A sentence of the face as a page has it."""
    return str(escape(faces.find(GAME.name).speaker(language)(key)))


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """Somebody who looks at a table whose game is over."""
    found = Table(tmp_path_factory.mktemp("over"), GAME, {"board": "tiny"})
    start = first(board="tiny")
    lines: list[Json] = [start.setup.header, *recorded(start, "page")]
    games.import_(found, "".join(json.dumps(line) + "\n" for line in lines), "r")
    assert not found.course.questions
    yield create_app(found, Settings(data=str(found.folder))).test_client()
    found.close()


@pytest.mark.parametrize("language", ["de", "en", "nl", "fr", "it"])
def test_luck_play_and_moments_after_the_end(after: FlaskClient, language: str) -> None:
    client = after
    page = client.get("/luck", headers={"Accept-Language": language}).text
    assert page.count("data-luck=") == 3 and page.count("data-moment") == 9
    assert "{" not in page.split("<main", 1)[1].split("</main>", 1)[0]
    drawn = client.get("/luck.svg", headers={"Accept-Language": language})
    assert drawn.mimetype == "image/svg+xml" and "{" not in drawn.text
    assert len(list(ElementTree.fromstring(drawn.data).iter("{http://www.w3.org/2000/svg}path"))) == 9
    assert 'href="/luck"' in client.get("/after").text
    rows = list(csv.reader(io.StringIO(client.get("/luck.csv").text)))
    assert rows[0][:3] == ["step", "seat", "kind"] and len({len(row) for row in rows}) == 1
    for column in (3, 4, 5):
        assert all(abs(float(row[column])) < 1 for row in rows[1:] if row[column])

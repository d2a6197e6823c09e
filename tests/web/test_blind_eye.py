"""A camera that sees nothing is told on every page, in every language, as long as that lasts, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from markupsafe import escape

from companion.games.catalogue import LANGUAGES
from companion.games.dreimagier import GAME
from companion.settings import Settings
from companion.table import tokens
from companion.table.table import Table
from companion.web import create_app
from companion.web.pages import words
from tests.web.guests import HEARTBEAT


class Room:
    """A browser and a camera at a table of the real game."""

    def __init__(self, table: Table, client: FlaskClient) -> None:
        self.table, self.client = table, client

    def sees(self, pane: str | None, state: str = "ok") -> None:
        """The camera's heartbeat."""
        token = tokens.path(self.table.folder, "vision").read_text().strip()
        body = {**HEARTBEAT, "state": state, "pane": pane}
        answer = self.client.post("/api/device/heartbeat", json=body, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200

    def page(self, path: str, language: str) -> str:
        """A page as it is read in a language."""
        return self.client.get(path, headers={"Accept-Language": language}).text


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """A table with one seat taken by this browser."""
    table = Table(tmp_path / "data", GAME)
    client = create_app(table, Settings(data=str(tmp_path / "data"), bind="127.0.0.1")).test_client()
    seat = next(iter(table.course.questions))
    assert client.post("/api/join", json={"code": table.code, "seat": seat, "name": "Anna"}).status_code == 200
    yield Room(table, client)
    table.close()


def said(key: str, language: str) -> str:
    """A sentence as it stands in a page."""
    return str(escape(words.SHELL.say(language, key)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/play", "/setup"])
def test_a_blind_camera_is_told_with_what_to_do(room: Room, path: str, language: str) -> None:
    room.sees("blind")
    assert said("hint.vision.blind", language) in room.page(path, language)
    room.sees("empty")
    assert said("hint.vision.blind", language) not in room.page(path, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_frozen_picture_has_a_sentence_of_its_own(room: Room, language: str) -> None:
    room.sees("blind", "degraded")
    shown = room.page("/", language)
    assert said("hint.vision.frozen", language) in shown
    assert said("hint.vision.blind", language) not in shown


def test_a_camera_that_failed_is_not_told_twice(room: Room) -> None:
    room.sees("blind", "failed")
    shown = room.page("/", "en")
    assert said("hint.vision.failed", "en") in shown
    assert said("hint.vision.blind", "en") not in shown


def test_the_state_of_the_pane_is_for_everybody(room: Room) -> None:
    room.sees("blind")
    assert room.client.get("/api/state").get_json()["devices"]["vision"]["pane"] == "blind"

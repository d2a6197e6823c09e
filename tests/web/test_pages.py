"""The pages as the host serves them: each for every role, nothing inline, nothing from elsewhere, names escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.settings import Settings
from companion.table.entries import Draft
from companion.table.table import Table
from companion.web import create_app, games
from companion.web.hosting import hosting
from companion.web.pages import parts, ways
from companion.web.pages.face import Face

PATHS = (
    "/",
    "/join",
    "/join?one=1",
    "/play",
    "/after",
    "/setup",
    "/setup/steps",
    "/setup/ways",
    "/setup/kept",
    "/rules",
)
BAD_NAME = '<script>alert("x")</script>{{ 7*7 }} &"\''


class Guest:
    """A browser without a browser."""

    def __init__(self, table: Table, client: FlaskClient) -> None:
        self.table = table
        self.client = client
        self.request = 0

    def get(self, path: str) -> str:
        """A page's HTML."""
        answer = self.client.get(path)
        assert answer.status_code == 200, path
        return str(answer.get_data(as_text=True))

    def join(self, seat: str, name: str) -> None:
        """Take a seat."""
        body = {"code": self.table.code, "seat": seat, "name": name}
        assert self.client.post("/api/join", json=body).status_code == 200

    def act(self, action: Json) -> Json:
        """Play an action for whoever is asked."""
        course = self.table.course
        seat, question = next(iter(course.questions.items()))
        self.request += 1
        body = {"seq": course.seq, "seat": seat, "question": question, "action": action}
        answer: Any = self.client.post("/api/act", json={**body, "request": str(self.request)})
        assert answer.status_code == 200, answer.get_data(as_text=True)
        told: Json = answer.get_json()["state"]
        return told

    def throw(self, *tops: int) -> Json:
        """Throw all wands."""
        colours = ("red", "black", "white")
        return self.act(
            {"type": "throw", "wands": {colour: {"top": top} for colour, top in zip(colours, tops, strict=True)}}
        )


@pytest.fixture
def guest(tmp_path: Path) -> Iterator[Guest]:
    """A table of the real game."""
    table = Table(tmp_path / "data", GAME)
    app = create_app(table, Settings(data=str(tmp_path / "data"), bind="127.0.0.1"))
    hosting(app).setup.choose(begun="2026-11-29")
    yield Guest(table, app.test_client())
    table.close()


def seated(guest: Guest) -> Guest:
    """All three seats on this device."""
    for seat, name in (("red", "Anna"), ("black", "Björn"), ("white", "Çelik")):
        guest.join(seat, name)
    return guest


@pytest.mark.parametrize("path", [path for path in PATHS if path != "/play"])
def test_a_stranger_gets_every_page_but_a_seat(guest: Guest, path: str) -> None:
    html = guest.get(path)
    assert "<h1" in html
    assert 'lang="de"' in html


def test_a_stranger_is_sent_to_take_a_seat(guest: Guest) -> None:
    answer = guest.client.get("/play")
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/join"


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_inline_and_nothing_comes_from_elsewhere(guest: Guest, path: str) -> None:
    html = seated(guest).get(path)
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style", html)
    assert {link for link in re.findall(r'(?:src|href)="([^"#]+)"', html) if not link.startswith("/")} == set()


def test_plain_http_gets_no_header_that_a_browser_complains_about(guest: Guest) -> None:
    assert "Cross-Origin-Opener-Policy" not in guest.client.get("/").headers
    secure = guest.client.get("/", base_url="https://localhost")
    assert secure.headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_a_name_is_text_everywhere(guest: Guest) -> None:
    seated(guest)
    guest.join("red", BAD_NAME)
    for path in PATHS:
        html = guest.get(path)
        assert "<script>alert" not in html
        assert BAD_NAME not in html
    assert "&lt;script&gt;alert(&#34;x&#34;)&lt;/script&gt;{{ 7*7 }}" in guest.get("/play")


def test_the_parts_of_a_page_are_those_of_the_stream(guest: Guest) -> None:
    """What the page holds at first has the hash that the stream would send: nothing is put in twice."""
    seated(guest).throw(2, 2, 2)
    html = guest.get("/play")
    sent = guest.client.get("/fragments?page=play").get_json()["fragments"]
    held = dict(re.findall(r'id="([\w-]+)" data-part data-hash="(\w+)"', html))
    assert held == {part: fragment["hash"] for part, fragment in sent.items()}


def test_only_what_changed_has_another_hash(guest: Guest) -> None:
    phone = guest.client.application.test_client()
    body = {"code": guest.table.code, "seat": "white", "name": "Çelik"}
    assert phone.post("/api/join", json=body).status_code == 200
    seated_others = [("red", "Anna"), ("black", "Björn")]
    for seat, name in seated_others:
        guest.join(seat, name)
    before = phone.get("/fragments?page=play").get_json()["fragments"]
    guest.throw(2, 2, 2)
    after = phone.get("/fragments?page=play").get_json()["fragments"]
    changed = {part for part in after if after[part]["hash"] != before[part]["hash"]}
    assert {"say", "ask", "throw", "history"} <= changed
    assert not {"cards", "plan", "actions"} & changed
    assert parts.digest(after["throw"]["html"]) == after["throw"]["hash"]


def test_unknown_pages_have_no_parts(guest: Guest) -> None:
    assert guest.client.get("/fragments?page=secret").status_code == 404
    assert guest.client.get("/fragments").status_code == 404


def test_one_device_acts_for_the_seat_that_is_asked(guest: Guest) -> None:
    seated(guest)
    for seat in ("red", "black", "white"):
        sent = guest.client.get("/fragments?page=play").get_json()["fragments"]
        assert f'data-seat="{seat}"' in sent["actions"]["html"]
        guest.throw(0, 0, 1)


def test_the_board_is_drawn_from_the_board_file(guest: Guest) -> None:
    html = guest.get("/")
    nodes = re.findall(r'data-node="([a-z0-9]+)"', html)
    assert sorted(nodes) == sorted(GAME.positions(guest.table.course.header))
    assert html.count("rune-slab") == 8


def test_the_qr_code_leads_to_the_seat(guest: Guest) -> None:
    html = guest.get("/")
    assert f"http://localhost/join?code={guest.table.code}" in html
    assert "<path" in str(ways.qr("http://192.168.1.7:8080/join?code=ABCD"))


def test_the_cards_of_a_game_are_counted_from_its_events(guest: Guest) -> None:
    from companion.web.games.dreimagier import after

    events = [
        {"type": "card-taken", "seat": "red", "card": "mill", "from": "place"},
        {"type": "card-taken", "seat": "black", "card": "mill", "from": "place"},
        {"type": "card-taken", "seat": "white", "card": "mill", "from": "red"},
        {"type": "duel-won", "seat": "white"},
    ]
    told = [{"events": [event], "void": False} for event in events]
    told.append({"events": [{"type": "card-taken", "seat": "red", "card": "moon", "from": "place"}], "void": True})
    assert after.counts(told, ["red", "black", "white"]) == {
        "red": [0, 1, 1, 0],
        "black": [0, 0, 1, 1],
        "white": [0, 0, 0, 1],
    }
    assert after.duels_won(told, ["red", "black", "white"]) == {"red": 0, "black": 0, "white": 1}


def test_why_not_names_rule_and_sentence_in_the_language_of_the_phone(guest: Guest) -> None:
    seated(guest)
    asked = {"seat": "red", "action": {"type": "jump", "to": "mill"}}
    before = guest.table.fingerprint
    german = guest.client.post("/api/why", json=asked).get_json()["refusal"]
    english = guest.client.post("/api/why", json=asked, headers={"Accept-Language": "en"}).get_json()["refusal"]
    assert german["rule"] == english["rule"]
    assert german["text"] != english["text"]
    assert guest.table.fingerprint == before


def test_a_game_without_a_face_has_that_of_the_shell() -> None:
    plain = games.find("nothing")
    assert isinstance(plain, Face) and not plain.offered_here and games.find("dreimagier").offered_here
    assert games.find("dreimagier").pieces == ("red", "black", "white")


@pytest.mark.parametrize("kind", ["salvaged", "set-aside"])
def test_a_game_that_was_damaged_or_set_aside_is_told_until_somebody_has_read_it(guest: Guest, kind: str) -> None:
    seated(guest)
    guest.table._journal.append([Draft("note", {"type": kind, "aside": "journal.db.kept-1", "fault": "x"})])
    guest.table.close()
    table = Table(guest.table.folder, GAME)
    try:
        app = create_app(table, Settings(data=str(table.folder), bind="127.0.0.1"))
        held = guest.client.get_cookie("dreimagier")
        assert held is not None
        client = app.test_client()
        client.set_cookie("dreimagier", held.value)
        phone, stranger = Guest(table, client), Guest(table, app.test_client())
        assert f'data-notice="{kind}"' in stranger.get("/") and "/api/read" not in stranger.get("/")
        assert "journal.db.kept-1" in phone.get("/play") and "/api/read" in phone.get("/play")
        body = {"seq": table.course.seq, "request": "r1", "seat": "red"}
        assert client.post("/api/read", json=body).status_code == 200
        assert "data-notice" not in phone.get("/play") + stranger.get("/")
    finally:
        table.close()

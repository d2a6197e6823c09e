"""Disputes on the phones: the deciding picture, voices, verdict, a photo where there is no camera."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from companion.games.dreimagier import GAME
from tests.e2e.eye import Eye, corners, shows
from tests.e2e.phone import context
from tests.e2e.planner import Planned, Step
from tests.e2e.programs import Host
from tests.e2e.round import Round


@pytest.fixture
def table(planned: Planned, host: Host, browser: Browser) -> Iterator[Round]:
    """Three phones whose table awaits the first throw of a duel."""
    found = Round(host, browser)
    found.play(planned, duel_throw)
    found.open()
    found.shown()
    yield found
    assert found.faults() == []
    found.close()


def duel_throw(step: Step) -> bool:
    wanted = GAME.throw_wanted(step.position)
    return wanted is not None and wanted.kind == "duel"


def thrower(table: Round) -> str:
    seat: str = table.state()["view"]["throw"]["seat"]
    return seat


def doubt(table: Round, seat: str) -> None:
    """Tap on the last throw."""
    table.page(seat).locator("[data-key=doubt]").tap()
    for each in table.phones:
        expect(table.page(each).locator("[data-trial^=dispute]")).to_be_visible()
    table.shown()


def say(page: Page, colour: str, top: int) -> None:
    """A voice for another value of one wand."""
    page.locator(f"[data-key=judge-{colour}-{top}]").tap()
    expect(page.locator("[data-key=judge-say]")).to_contain_text("Richtig ist")
    page.locator("[data-key=judge-say]").tap()
    expect(page.locator("[data-key=judge-say]")).to_have_count(0)


def record(table: Round) -> list[Json]:
    text = table.page("red").request.get(f"{table.host.url}/api/record").text()
    return [json.loads(line) for line in text.splitlines()]


def test_a_disputed_duel_is_settled_by_two_voices(table: Round) -> None:
    eye = Eye(table.host.url, table.host.data)
    seen = eye.sees(shows(1, 2, 0))
    assert seen["outcome"] == "accepted"
    table.shown()
    first, second = sorted(set(table.phones) - {thrower(table)})
    expect(table.page(first).locator(".duel")).to_contain_text("3 auf 1")
    doubt(table, first)
    for seat in table.phones:
        shown = table.page(seat).locator(".evidence")
        expect(shown.locator("image")).to_have_attribute("href", f"/api/picture/{seen['picture']}")
        expect(shown.locator(".found.red text")).to_have_text("1")
        outline = shown.locator(".found.black .outline").get_attribute("points") or ""
        assert [tuple(map(float, pair.split(","))) for pair in outline.split()] == [
            (round(x), round(y)) for x, y in corners("black")
        ]
        expect(shown.locator(".edge")).to_have_count(3)
    say(table.page(first), "black", 1)
    expect(table.page(second).locator(".voices .given")).to_contain_text("richtig ist 1, 1, 0")
    assert table.state()["view"]["duel"]["results"][thrower(table)]["sum"] == 3, "one voice decides nothing"
    say(table.page(second), "black", 1)
    for seat in table.phones:
        expect(table.page(seat).locator(".trial")).to_have_count(0)
        expect(table.page(seat).locator(".duel")).to_contain_text("2 auf 1")
        expect(table.page(seat).locator("[data-settled]")).to_contain_text("Strittiger Wurf: richtig ist 1, 1, 0.")
    verdict = next(entry for entry in table.state()["history"][::-1] if entry["kind"] == "correction")["body"]
    assert verdict["verdict"] == "rewind" and verdict["picture"] == seen["picture"]
    assert set(verdict["voices"]) == {first, second}
    assert any(seen["picture"] in json.dumps(line) and "voices" in json.dumps(line) for line in record(table))
    table.page(first).locator("[data-open=sheet-history]").tap()
    expect(table.page(first).locator("#history")).to_contain_text("Strittiger Wurf: richtig ist 1, 1, 0.")


def test_two_voices_let_it_stand_and_three_throw_again(table: Round) -> None:
    eye = Eye(table.host.url, table.host.data)
    eye.sees(shows(2, 2, 0))
    table.shown()
    first, second, third = table.phones
    doubt(table, second)
    for seat in (first, third):
        expect(table.page(seat).locator("[data-key=judge-say]")).to_have_text("Es gilt: 2, 2, 0")
        table.page(seat).locator("[data-key=judge-say]").tap()
    expect(table.page(second).locator(".trial")).to_have_count(0)
    assert table.state()["view"]["duel"]["results"][thrower(table)]["sum"] == 4
    table.shown()
    doubt(table, second)
    say(table.page(first), "red", 0)
    say(table.page(second), "red", 1)
    table.page(third).locator("[data-key=judge-again]").tap()
    expect(table.page(second).locator(".trial")).to_have_count(0)
    wanted = table.state()["view"]["throw_wanted"]
    assert wanted is not None and wanted["wands"] == ["red", "black", "white"]


def test_a_dispute_can_be_folded_away_and_ends_with_the_next_throw(table: Round) -> None:
    eye = Eye(table.host.url, table.host.data)
    eye.sees(shows(0, 1, 0))
    table.shown()
    seat = thrower(table)
    doubt(table, seat)
    page = table.page(seat)
    page.locator("[data-fold]").tap()
    expect(page.locator(".trial")).to_be_hidden()
    expect(page.locator("#board")).to_be_visible()
    page.locator("[data-unfold]").tap()
    expect(page.locator("#board")).to_be_hidden()
    table.act(seat, {"type": "again", "fly": ["black"]})
    eye.sees({"black": shows(0, 2, 0)["black"]})
    for each in table.phones:
        expect(table.page(each).locator(".trial")).to_have_count(0)
    assert table.state()["ask"] is None


def test_pictures_are_for_seats_kept_for_duels_and_all_deleted_by_one_button(table: Round, browser: Browser) -> None:
    eye = Eye(table.host.url, table.host.data)
    name = eye.sees(shows(1, 1, 0))["picture"]
    folder = table.host.data / "evidence"
    assert {file.name for file in folder.iterdir()} == {f"{name}.jpg", f"{name}.json"}
    stranger = context(browser).new_page()
    assert stranger.request.get(f"{table.host.url}/api/picture/{name}").status == 403
    assert stranger.request.get(f"{table.host.url}/api/state").json()["evidence"] is None
    picture = table.page("red").request.get(f"{table.host.url}/api/picture/{name}")
    assert hashlib.sha256(picture.body()).hexdigest() == name
    page = table.page("red")
    page.goto(f"{table.host.url}/setup")
    page.get_by_role("button", name="Alle Bilder löschen").tap()
    expect(page.locator("[data-pictures]")).to_contain_text("keine Bilder")
    assert list(folder.iterdir()) == []
    assert page.request.get(f"{table.host.url}/api/picture/{name}").status == 404
    stranger.context.close()


def photo(folder: Path) -> Path:
    """A large photo as a phone takes it."""
    picture = np.zeros((1500, 2000, 3), np.uint8)
    picture[300:900, 500:1500] = (40, 120, 200)
    path = folder / "photo.png"
    path.write_bytes(bytes(cv2.imencode(".png", picture)[1]))
    return path


def test_a_photo_is_the_evidence_where_there_is_no_camera(table: Round, tmp_path: Path) -> None:
    seat = table.state()["view"]["throw_wanted"]["seat"]
    table.act(seat, {"type": "throw", "wands": {colour: {"top": 1} for colour in ("red", "black", "white")}})
    table.shown()
    first, second = (each for each in table.phones if each != seat)
    doubt(table, first)
    page, bad = table.page(first), tmp_path / "bad.jpg"
    bad.write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40)
    page.locator("[data-photo]").set_input_files(bad)
    expect(page.locator("[data-photo-fault]")).to_contain_text("lässt sich nicht lesen")
    table.phones[first].faults.clear()
    page.locator("[data-photo]").set_input_files(photo(tmp_path))
    for each in table.phones:
        expect(table.page(each).locator(".evidence image")).to_have_count(1)
    name = table.state()["ask"]["data"]["picture"]
    safe = page.request.get(f"{table.host.url}/api/picture/{name}").body()
    assert safe.startswith(b"\xff\xd8\xff") and b"PNG" not in safe
    decoded = cv2.imdecode(np.frombuffer(safe, np.uint8), cv2.IMREAD_COLOR)
    assert decoded is not None and decoded.shape == (960, 1280, 3)
    for each in (first, second):
        table.page(each).locator("[data-key=judge-say]").tap()
    expect(table.page(seat).locator(".trial")).to_have_count(0)
    verdict = next(entry for entry in table.state()["history"][::-1] if entry["kind"] == "correction")["body"]
    assert verdict["verdict"] == "stands" and verdict["picture"] == name

"""A game says which devices it needs: no other is shown, counted or missed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.dreimagier import GAME
from companion.table.table import Table
from tests.games.toy import TOY
from tests.table import learnt
from tests.web.guests import House


@pytest.fixture
def without(tmp_path: Path) -> Iterator[House]:
    """A table of a game that needs no device."""
    table = Table(tmp_path / "toy", TOY)
    yield House(table)
    table.close()


def test_what_a_game_does_not_need_is_neither_shown_nor_missed(without: House) -> None:
    without.beat("vision", state="failed")
    without.beat("firmware")
    told = without.state()
    assert told["devices"] == {} and told["simulated"] == {"camera": False, "lamps": False}
    assert without.guest.get("/health").get_json()["status"] == "ok"


def test_what_a_game_needs_is_missed(house: House) -> None:
    house.beat("vision", state="failed")
    assert set(house.state()["devices"]) == {"vision", "firmware"} == GAME.devices
    assert house.guest.get("/health").get_json()["status"] == "degraded"


def test_a_throw_that_a_camera_saw_is_of_no_use_to_a_game_without(without: House) -> None:
    reading = {"status": "ok", "kind": None, "wands": {}}
    body = {"seq": 1, "question": None, "request": "x", "reading": reading}
    before = without.table.fingerprint
    answer = without.guest.post("/api/device/throw", json=body, headers=without.bearer("vision"))
    assert answer.get_json()["outcome"] == "ignored" and without.table.fingerprint == before


def test_the_eye_fetches_what_the_host_was_taught_and_tells_what_it_learnt(house: House) -> None:
    eye, content = house.bearer("vision"), learnt.pane().decode()
    assert house.guest.get("/api/device/taught/pane.json", headers=eye).status_code == 404
    said = house.guest.post("/api/device/taught", json={"name": "pane.json", "content": content}, headers=eye)
    assert said.status_code == 200 and house.hosting.setup.get("pane.json") == content.encode()
    sums = {"pane.json": hashlib.sha256(content.encode()).hexdigest()}
    assert house.hosting.device_state().taught == sums
    assert house.guest.get("/api/device/taught/pane.json", headers=eye).data == content.encode()
    for headers in ({}, house.bearer("firmware"), house.bearer("host")):
        assert house.guest.get("/api/device/taught/pane.json", headers=headers).status_code == 403
    for name, text, status in (("wands.json", "[", 422), ("lamps.json", "{}", 404), ("../x", "{}", 404)):
        body = {"name": name, "content": text}
        assert house.guest.post("/api/device/taught", json=body, headers=eye).status_code == status
    assert house.guest.get("/api/device/taught/lamps.json", headers=eye).status_code == 404
    assert house.hosting.setup.names() == ["pane.json"]

"""The seats' buttons: a press confirms the one thing that is asked, a hold takes back, and nothing happens twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.table.table import Table
from tests.web.guests import House

HEADER: Json = {"seats": ["red", "black", "white"]}
LAID = {"north": 1, "east": 2, "south": 3}


def push(house: House, seat: str, gesture: str = "press", **changes: Any) -> TestResponse:
    """A seat's button, as firmware tells of it."""
    number = list(house.table.course.seats).index(seat)
    body = {"button": number, "gesture": gesture, "request": house.request(), "seq": house.table.course.seq}
    return house.guest.post("/api/device/button", json=body | changes, headers=house.bearer("firmware"))


def unsure(house: House, options: list[int], question: bool = True) -> None:
    """The camera is not sure of the wand; ``options`` are what it may show."""
    wand = {"top": options[0], "bottom": None, "sure": len(options) < 2, "options": options, "corners_px": []}
    body = {
        "seq": house.table.course.seq,
        "question": house.table.course.questions["north"] if question else None,
        "request": house.request(),
        "reading": {"status": "unsure", "kind": None, "wands": {"wand": wand}},
    }
    assert house.guest.post("/api/device/throw", json=body, headers=house.bearer("vision")).status_code == 200


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[House]:
    """Die drei Magier with three players."""
    table = Table(tmp_path / "drei", GAME, HEADER)
    yield House(table)
    table.close()


def hand(house: House, chance: Random) -> Json:
    """The next thing that a player does: a throw typed by hand, or any legal action; and whose it is."""
    course, game = house.table.course, house.table.game
    wanted = game.throw_wanted(course.position)
    if wanted is None:
        action = chance.choice(game.legal(course.position))
        return {"seat": game.actor(course.position, action), "action": action}
    values: list[Any] = ["power", "magic", "fate"] if wanted.needs == "hidden" else [0, 1, 2]
    wands = {wand: {wanted.needs: chance.choice(values)} for wand in wanted.wands}
    return {"seat": wanted.seat, "action": game.throw_action(course.position, wands)}


def play_until(house: House, kind: str, seed: int = 3) -> str:
    """Play on until a question of this kind is asked; the seat that is asked."""
    chance = Random(seed)
    for _ in range(60):
        for seat, question in house.table.course.questions.items():
            if question.startswith(f"{kind}."):
                return seat
        assert house.act(**hand(house, chance)).status_code == 200
    raise AssertionError(f"no question {kind}")


class TestPress:
    def test_an_offer_is_accepted(self, evening: House) -> None:
        seat = play_until(evening, "offer")
        other = next(name for name in evening.seats if name != seat)
        before = evening.table.course.seq
        assert push(evening, other).get_json() == {"seq": before}
        assert push(evening, seat).status_code == 200
        played = evening.table.course.line[-1]
        assert (played.action, played.seat, played.source) == ({"type": "accept"}, seat, "hand")

    def test_where_a_choice_is_left_nothing_happens(self, house: House, evening: House) -> None:
        before = house.table.fingerprint
        assert [push(house, seat).status_code for seat in house.seats] == [200] * 3
        assert house.table.fingerprint == before
        play_until(evening, "move")
        before = evening.table.fingerprint
        moves = evening.table.game.legal(evening.table.course.position)
        assert len(moves) > 1
        assert [push(evening, seat).status_code for seat in evening.seats] == [200] * 3
        assert evening.table.fingerprint == before

    def test_the_only_reading_of_a_doubtful_throw_counts(self, house: House) -> None:
        house.lay(**LAID)
        unsure(house, [1])
        assert house.table.course.proposal is not None
        push(house, "east")
        assert house.table.course.proposal is not None, "not his throw"
        push(house, "north")
        assert house.table.course.proposal is None
        assert house.table.course.line[-1].action == {"type": "throw", "wands": {"wand": {"top": 1}}}

    def test_of_two_readings_none_counts_by_a_press(self, house: House) -> None:
        house.lay(**LAID)
        house.beat()
        unsure(house, [1, 2])
        before, toss = house.table.fingerprint, house.hosting.device_state().toss
        assert push(house, "north").status_code == 200
        assert house.table.fingerprint == before
        assert house.hosting.device_state().toss == toss, "first the throw that lies there"

    def test_an_ask_is_agreed_to(self, house: House) -> None:
        house.lay(north=1)
        push(house, "north", "hold")
        assert house.table.course.ask is not None
        push(house, "north")
        assert house.table.course.ask is not None, "no voice in one's own ask"
        push(house, "east")
        push(house, "south")
        assert house.table.course.ask is None
        assert house.table.course.line == ()

    def test_a_dispute_is_not_decided_by_a_button(self, house: House) -> None:
        house.lay(**LAID)
        assert house.act("north", {"type": "throw", "wands": {"wand": {"top": 1}}}).status_code == 200
        body = {"seq": house.table.course.seq, "request": "d", "seat": "east"}
        assert house.seats["east"].post("/api/dispute", json=body).status_code == 200
        before = house.table.fingerprint
        assert [push(house, seat).status_code for seat in house.seats] == [200] * 3
        assert house.table.fingerprint == before


class TestHold:
    def test_the_last_decision_is_taken_back_with_consent(self, house: House) -> None:
        house.lay(north=1)
        push(house, "east", "hold")
        assert house.table.course.ask is None, "not his decision"
        push(house, "north", "hold")
        ask = house.table.course.ask
        assert ask is not None and (ask.type, ask.by, ask.voters) == ("undo", "north", ("east", "south"))
        before = house.table.fingerprint
        assert push(house, "north", "hold").status_code == 200, "one ask is open already"
        assert house.table.fingerprint == before

    def test_a_throw_stays(self, house: House) -> None:
        house.lay(**LAID)
        assert house.act("north", {"type": "throw", "wands": {"wand": {"top": 1}}}).status_code == 200
        before = house.table.fingerprint
        push(house, "north", "hold")
        assert house.table.fingerprint == before

    def test_at_a_seat_that_nobody_holds_nothing_happens(self, house: House) -> None:
        house.lay(north=1)
        house.seats["north"].post("/api/leave", json={"seat": "north", "request": "bye"})
        before = house.table.fingerprint
        push(house, "north", "hold")
        assert house.table.fingerprint == before


class TestOnce:
    def test_a_press_on_an_older_state_is_stale(self, house: House) -> None:
        seq = house.table.course.seq
        house.lay(north=1)
        before = house.table.fingerprint
        answer = push(house, "north", "hold", seq=seq)
        assert (answer.status_code, answer.get_json()) == (409, {"seq": house.table.course.seq})
        assert house.table.fingerprint == before

    def test_the_same_press_again_is_done_once(self, house: House) -> None:
        house.lay(north=1)
        seq = house.table.course.seq
        first = push(house, "north", "hold", request="one", seq=seq)
        before = house.table.fingerprint
        again = push(house, "north", "hold", request="one", seq=seq)
        assert (first.status_code, again.status_code) == (200, 200)
        assert again.get_json() == first.get_json()
        assert house.table.fingerprint == before

    def test_the_same_press_throws_the_simulated_wands_once(self, house: House) -> None:
        house.lay(**LAID)
        house.beat()
        before = house.hosting.device_state().toss
        for _ in range(3):
            assert push(house, "north", request="one").status_code == 200
        assert house.hosting.device_state().toss == before + 1

    def test_a_camera_that_is_not_ready_is_not_asked(self, house: House) -> None:
        house.lay(**LAID)
        house.beat(state="degraded")
        before = house.hosting.device_state().toss
        push(house, "north")
        assert house.hosting.device_state().toss == before

    @pytest.mark.parametrize("number", [-1, 3, 10**9])
    def test_a_button_of_no_seat_does_nothing(self, house: House, number: int) -> None:
        before = house.table.fingerprint
        assert push(house, "north", button=number).status_code == 200
        assert house.table.fingerprint == before

    def test_only_firmware_has_buttons(self, house: House) -> None:
        house.lay(north=1)
        body = {"button": 0, "gesture": "hold", "request": "x", "seq": house.table.course.seq}
        for headers in ({}, house.bearer("vision"), house.bearer("host")):
            assert house.guest.post("/api/device/button", json=body, headers=headers).status_code == 403
        assert house.table.course.ask is None

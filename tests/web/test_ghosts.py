"""Ghosts through the API: who may call them, who throws for them, what phones are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.table import ghosts
from companion.table.table import Table
from tests.web.guests import House

HEADER: Json = {"seats": ["red", "black", "white"], "board": "tiny"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Three people; the ghost thinks for four seconds of the test's clock."""
    table = Table(tmp_path / "drei", GAME, HEADER)
    yield House(table)
    table.close()


def call(house: House, by: str, seat: str, level: str = "strong") -> Any:
    body = {"request": house.request(), "seat": by, "ghost": seat, "level": level}
    return house.seats[by].post("/api/ghost", json=body)


def vote(house: House, seat: str, choice: str = "yes") -> None:
    ask = house.table.course.ask
    assert ask is not None
    body = {"request": house.request(), "seat": seat, "ask": ask.id, "choice": choice}
    assert house.seats[seat].post("/api/vote", json=body).status_code == 200


def hand_over(house: House, by: str, seat: str) -> None:
    """A ghost for a seat, with every voice."""
    assert call(house, by, seat).status_code == 200
    for other in list(house.table.course.seats):
        ask = house.table.course.ask
        if ask is not None and other in ask.voters:
            vote(house, other)
    assert house.table.course.seats[seat].ghost is not None


def throw(house: House, by: str, seat: str, chance: Random) -> Any:
    """One person types a throw of a seat."""
    wanted = GAME.throw_wanted(house.table.course.position)
    assert wanted is not None
    values: list[Any] = ["power", "magic", "fate"] if wanted.needs == "hidden" else [0, 1, 2]
    action = GAME.throw_action(
        house.table.course.position, {wand: {wanted.needs: chance.choice(values)} for wand in wanted.wands}
    )
    return house.seats[by].post("/api/act", json=house.command(seat, action))


def test_a_seat_is_handed_over_by_consent_and_stranger_and_spectator_are_refused(house: House) -> None:
    body = {"request": "x", "seat": "red", "ghost": "white", "level": "strong"}
    assert house.guest.post("/api/ghost", json=body).status_code == 403
    assert call(house, "red", "white", "godlike").status_code in (400, 422)
    hand_over(house, "red", "white")
    told = house.guest.get("/api/state").json
    assert told is not None and told["seats"]["white"]["ghost"] == "strong" and not told["seats"]["white"]["taken"]
    assert told["levels"] == list(GAME.levels)


def test_one_person_throws_for_two_ghosts_to_the_end(house: House) -> None:
    hand_over(house, "red", "white")
    hand_over(house, "red", "black")
    chance = Random(3)
    for _ in range(6000):
        course = house.table.course
        if not course.questions:
            break
        (seat,) = course.questions
        if GAME.throw_wanted(course.position) is not None:
            assert throw(house, "red", seat, chance).status_code == 200
        elif seat == "red":
            action = chance.choice(GAME.legal(course.position))
            assert house.seats["red"].post("/api/act", json=house.command("red", action)).status_code == 200
        else:
            house.hosting.tick()
            house.clock += 4
            house.hosting.tick()
            assert house.table.course.seq > course.seq
    assert not house.table.course.questions
    sources = {(line.seat, line.source) for line in house.table.course.line}
    assert {("black", "ghost"), ("white", "ghost"), ("black", "hand")} <= sources and ("red", "ghost") not in sources


def test_nobody_decides_for_a_ghost(house: House) -> None:
    """Only its throws are open to people."""
    hand_over(house, "red", "white")
    chance = Random(1)
    while not ("white" in house.table.course.questions and GAME.legal(house.table.course.position)):
        course = house.table.course
        (seat,) = course.questions
        if GAME.throw_wanted(course.position) is not None:
            by = "red" if seat == "white" else seat
            assert throw(house, by, seat, chance).status_code == 200
        else:
            action = chance.choice(GAME.legal(course.position))
            assert house.seats[seat].post("/api/act", json=house.command(seat, action)).status_code == 200
    action = GAME.legal(house.table.course.position)[0]
    before = house.table.fingerprint
    for by in ("red", "black"):
        assert house.seats[by].post("/api/act", json=house.command("white", action)).status_code == 403
    assert house.table.fingerprint == before


def test_a_person_may_throw_for_a_ghost_but_not_for_another_person(house: House) -> None:
    (first,) = house.table.course.questions
    other = next(seat for seat in ("red", "black", "white") if seat != first)
    assert throw(house, other, first, Random(1)).status_code == 403
    third = next(seat for seat in ("red", "black", "white") if seat not in (first, other))
    hand_over(house, third, first)
    assert throw(house, other, first, Random(1)).status_code == 200


def seen(house: House, wands: dict[str, Any], question: str | None) -> str:
    """What the camera saw is told; the outcome."""
    unsure = any(not each["sure"] for each in wands.values())
    report = {
        "seq": house.table.course.seq,
        "question": question,
        "request": house.request(),
        "reading": {"status": "unsure" if unsure else "ok", "kind": None, "wands": wands},
    }
    told = house.guest.post("/api/device/throw", json=report, headers=house.bearer("vision"))
    return str(told.get_json()["outcome"])


def lying(names: Iterable[str]) -> dict[str, Any]:
    """Wands that show a one."""
    return {name: {"top": 1, "bottom": None, "sure": True, "options": [], "corners_px": []} for name in names}


def doubtful(house: House) -> None:
    """The camera is not sure of one wand of the throw that is asked for."""
    wanted = GAME.throw_wanted(house.table.course.position)
    assert wanted is not None
    wands = lying(wanted.wands)
    wands[wanted.wands[0]] |= {"sure": False, "options": [0, 1]}
    assert seen(house, wands, house.table.course.questions[wanted.seat]) == "proposed"


@pytest.mark.parametrize("choice", ["count", "count-2", "again", "hand"])
def test_any_person_says_what_a_ghosts_doubtful_throw_shows(house: House, choice: str) -> None:
    (ghost,) = house.table.course.questions
    people = [seat for seat in ("red", "black", "white") if seat != ghost]
    hand_over(house, people[0], ghost)
    doubtful(house)
    before = house.table.course
    assert before.proposal is not None and before.proposal.seat == ghost
    for seat in people:
        parts = house.seats[seat].get("/fragments?page=play").get_json()["fragments"]
        assert f'data-key="judge-{choice}"' in parts["actions"]["html"] and "Geist" not in parts["ask"]["html"]
        assert f'data-seat="{ghost}"' in parts["actions"]["html"]
    spectator = house.guest.get("/fragments?page=table").get_json()["fragments"]
    assert not any("judge-" in each["html"] for each in spectator.values())
    body = {"request": house.request(), "seat": ghost, "seq": before.seq, "proposal": before.proposal.id}
    assert house.guest.post("/api/proposal", json=body | {"choice": choice}).status_code == 403
    assert house.seats[people[1]].post("/api/proposal", json=body | {"choice": choice}).status_code == 200
    after = house.table.course
    counted = [played for played in after.line if played.action["type"] == "throw"]
    assert after.proposal is None and bool(counted) == choice.startswith("count")


def test_nobody_says_what_another_persons_doubtful_throw_shows(house: House) -> None:
    (first,) = house.table.course.questions
    doubtful(house)
    proposal = house.table.course.proposal
    assert proposal is not None
    other = next(seat for seat in ("red", "black", "white") if seat != first)
    body = {"request": "x", "seat": first, "seq": house.table.course.seq, "proposal": proposal.id, "choice": "again"}
    assert house.seats[other].post("/api/proposal", json=body).status_code == 403
    actions = house.seats[other].get("/fragments?page=play").get_json()["fragments"]["actions"]["html"]
    assert "judge-again" not in actions


def test_a_throw_before_a_ghost_has_decided_does_not_count(house: House) -> None:
    """No person decides for it by letting an early throw count."""
    chance = Random(3)
    (first,) = house.table.course.questions
    helper, other = (seat for seat in ("red", "black", "white") if seat != first)
    hand_over(house, helper, first)
    hand_over(house, helper, other)
    for _ in range(200):
        asked = next(iter(house.table.course.questions))
        wanted = GAME.throw_wanted(house.table.course.position)
        if wanted is not None:
            assert throw(house, helper, wanted.seat, chance).status_code == 200
        elif asked == helper:
            legal = GAME.legal(house.table.course.position)
            assert house.act(helper, legal[0]).status_code == 200
        elif flying := _asked_next(house):
            assert seen(house, lying(flying), None) == "ignored" and house.table.course.proposal is None
            return
        else:
            ghosts.act(house.table)
    raise AssertionError("no decision of a ghost asks for a throw")


def _asked_next(house: House) -> tuple[str, ...]:
    """The wands for which a decision that stands now would ask the same seat."""
    position = house.table.course.position
    for decision in GAME.legal(position):
        wanted = GAME.throw_wanted(GAME.apply(position, decision)[0])
        if wanted is not None and wanted.seat in house.table.course.questions:
            return tuple(wanted.wands)
    return ()


def test_who_sits_down_takes_the_seat_back(house: House) -> None:
    hand_over(house, "red", "white")
    body = {"code": house.table.code, "seat": "white", "name": "Back"}
    assert house.app.test_client().post("/api/join", json=body).status_code == 200
    assert house.table.course.seats["white"].ghost is None and house.table.course.seats["white"].name == "Back"


def test_two_voices_judge_where_a_ghost_plays(house: House) -> None:
    hand_over(house, "red", "white")
    (first,) = house.table.course.questions
    throw(house, "red" if first == "white" else first, first, Random(2))
    seq = house.table.course.seq
    body = {"request": house.request(), "seat": "red", "seq": seq}
    answer = house.seats["red"].post("/api/dispute", json=body | {"entry": house.table.course.line[-1].seq})
    if answer.status_code == 200:
        ask = house.table.course.ask
        assert ask is not None and set(ask.voters) <= {"red", "black"}


def test_the_sheet_of_a_new_game_offers_ghosts_for_free_seats_and_names_those_that_play(house: House) -> None:
    assert "data-empty" not in house.seats["red"].get("/new").text
    hand_over(house, "red", "white")
    body = {"request": house.request(), "seat": "red", "free": "white"}
    page = house.seats["red"].get("/new").text
    assert "data-empty" not in page and "Geist" in page
    assert house.seats["red"].post("/api/free", json=body).status_code == 200
    page = house.seats["red"].get("/new").text
    assert page.count("data-empty") == 1 and 'data-key="ghost-white-strong"' in page
    assert "data-empty" not in house.guest.get("/new").text

"""The game with towers on a real table: a claim and an announced move outlive a restart, and no secret leaves."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest

from companion.games import Invalid, Json, registry
from companion.games.dreimagier.board import shipped_text
from companion.games.tuerme import GAME
from companion.games.tuerme.actions import to_json
from companion.games.tuerme.box import load_box
from companion.games.tuerme.players import next_action
from companion.games.tuerme.position import ANNOUNCED, CLAIM, LIFTED, OVER
from companion.games.tuerme.twins import dealt_anew
from companion.protocol import ROLES
from companion.table import boardcheck, boards, games, lamps, play, record, undo
from companion.table.errors import Denied, Sealed
from companion.table.setup import Setup
from companion.table.state import passing, state
from companion.table.table import Table
from tests.table.hands import Hands

MASTER = {"seats": ["blue", "yellow", "red"], "settings": {"mode": "master"}}
FREEING = {"seats": ["blue", "yellow"], "settings": {"mode": "master", "spells": ["free"]}}


def act(hands: Hands, action: Json) -> None:
    """A seat answers what it is asked, or does what it may do besides."""
    course = hands.table.course
    seat = GAME.actor(course.position, action)
    besides = action in GAME.may(course.position)
    question = (course.offers if besides else course.questions)[seat]
    play.act(hands.table, hands.command(seat, action, question=question))


def play_on(hands: Hands, rng: random.Random, phases: frozenset[str] = frozenset(), most: int = 2000) -> str:
    """Until one of these phases, or the end."""
    for _ in range(most):
        position = hands.table.course.position
        if position.phase == OVER or position.phase in phases:
            break
        act(hands, to_json(position.setup, next_action(position, rng.randrange)))
    return str(hands.table.course.position.phase)


@pytest.mark.parametrize("phase", [CLAIM, ANNOUNCED, LIFTED])
def test_the_same_question_stands_after_a_restart(phase: str, tmp_path: Path) -> None:
    options = FREEING if phase == LIFTED else MASTER
    hands = Hands(Table(tmp_path, GAME, options)).seated()
    assert play_on(hands, random.Random(phase), frozenset({phase})) == phase
    before = hands.table.course
    hands.table.close()
    again = Table(tmp_path, GAME, options)
    assert again.course.position == before.position and again.course.questions == before.questions
    assert state(GAME, again.course, "blue", "de") == state(GAME, before, "blue", "de")
    again.close()


def test_a_whole_game_is_played_and_the_history_names_no_space(tmp_path: Path) -> None:
    hands = Hands(Table(tmp_path, GAME, MASTER)).seated()
    assert play_on(hands, random.Random(1)) == OVER
    shown = state(GAME, hands.table.course, None, "de")
    lines = json.dumps(shown["history"])
    assert '"from"' not in lines and '"space"' not in lines and '"under"' not in lines and '"who"' not in lines
    assert shown["view"]["ranking"] and not shown["open"]
    hands.table.close()


def test_the_record_is_sealed_until_the_end_and_the_check_of_the_board_goes_no_deeper(tmp_path: Path) -> None:
    hands = Hands(Table(tmp_path, GAME, {})).seated()
    play_on(hands, random.Random(3), most=60)
    assert any(any(tiers[:-1]) for tiers in hands.table.course.position.tiers)
    with pytest.raises(Sealed):
        list(record.opened_lines(GAME, hands.table.course))
    other = dealt_anew(hands.table.course.position, random.Random(4).randrange)
    twin = msgspec.structs.replace(hands.table.course, position=other)
    assert boardcheck.pieces(GAME, twin) == boardcheck.pieces(GAME, hands.table.course)
    assert play_on(hands, random.Random(5)) == OVER
    text = "".join(record.opened_lines(GAME, hands.table.course))
    assert record.replay(GAME, text)[0] == hands.table.course.position
    hands.table.close()


def test_undo_stops_at_a_lifted_tower(tmp_path: Path) -> None:
    hands = Hands(Table(tmp_path, GAME, {})).seated()
    act(hands, {"type": "card", "card": "t1"})
    undo.undo(hands.table, "blue", hands.table.course.seq, hands.request())
    assert hands.table.course.position.phase == "card"
    act(hands, {"type": "card", "card": "t1"})
    act(hands, {"type": "tower", "tower": "t9"})
    with pytest.raises(Denied):
        undo.undo(hands.table, "blue", hands.table.course.seq, hands.request())
    hands.table.close()


def test_a_refusal_carries_rule_and_sentence(tmp_path: Path) -> None:
    hands = Hands(Table(tmp_path, GAME, {})).seated()
    with pytest.raises(Denied) as caught:
        hands.act("blue", {"type": "go"})
    assert (caught.value.reason.rule, caught.value.reason.text) == ("T1", "Erst eine Karte.")
    hands.table.close()


def test_a_correction_stands_once_the_others_agree(tmp_path: Path) -> None:
    hands = Hands(Table(tmp_path, GAME, {})).seated()
    play_on(hands, random.Random(3), most=60)
    while not GAME.besides(hands.table.course.position):
        play_on(hands, random.Random(hands.table.course.seq), most=1)
    position = hands.table.course.position
    rng = range(5)
    tries = [{"blue": blue, "yellow": yellow} for blue in rng for yellow in rng if blue + yellow]
    said = [{"type": "correct", "seat": "yellow", "there": there} for there in tries]
    found = [action for action in said if GAME.why_not(position, action, "yellow") is None]
    assert found
    question = hands.table.course.offers["yellow"]
    play.act(hands.table, hands.command("yellow", found[-1], question=question))
    assert hands.table.course.position == position and hands.table.course.ask is not None
    hands.vote("blue", "yes")
    assert hands.table.course.line[-1].action == found[-1] and hands.table.course.ask is None
    hands.table.close()


def test_who_was_under_a_lifted_tower_and_who_was_caught_passes_once(tmp_path: Path) -> None:
    hands = Hands(Table(tmp_path, GAME, {})).seated()
    seen = set()
    for _ in range(200):
        before = hands.table.course.seq
        if play_on(hands, random.Random(before), most=1) == OVER:
            break
        course = hands.table.course
        shown = [passing(GAME, course, role, before) for role in (None, "blue", "yellow")]
        assert shown[0] == shown[1] == shown[2]
        seen |= {str(event["type"]) for event in shown[0]}
        assert passing(GAME, course, None, course.seq) == ()
        assert not {"lifted", "imprisoned"} & set(state(GAME, course, "blue", "de")["sounds"])
    assert seen == {"lifted", "imprisoned"}
    hands.table.close()


def test_an_owners_box_is_kept_beside_the_board_of_another_game(tmp_path: Path) -> None:
    first, mine = registry.find("dreimagier"), load_box("default").toml.replace('name = "default"', 'name = "unsere"')
    wooden = shipped_text("forks")
    with pytest.raises(Invalid):
        boards.keep(Setup(tmp_path), GAME, wooden)
    with pytest.raises(Invalid):
        boards.keep(Setup(tmp_path), first, mine)
    table = Table(tmp_path / "data", first)
    setup = Setup(table.folder)
    table.chosen = boards.chooser(setup)
    for game, toml in ((GAME, mine), (first, wooden)):
        boards.choose(setup, game, boards.keep(setup, game, toml))
    games.new(table, None, table.course.seq, "one", {"game": "tuerme"})
    assert table.course.header["board"]["name"] == "unsere"
    games.new(table, None, table.course.seq, "two", {"game": "dreimagier"})
    assert table.course.header["board"]["name"] == "forks"
    table.close()


def test_every_lamp_role_is_one_of_the_wire(tmp_path: Path) -> None:
    hands, found = Hands(Table(tmp_path, GAME, MASTER)).seated(), set[str]()
    for number in range(150):
        if play_on(hands, random.Random(number), most=1) == OVER:
            break
        told = lamps.device_state(GAME, hands.table.course, "t", 0)
        found |= {role for roles in told.lamps.values() for role in roles}
        lit = GAME.lamps(hands.table.course.position)
        assert {node: set(roles) for node, roles in told.lamps.items()} == {node: set(lit[node]) for node in lit}
    assert {"movable", "goal", "own"} <= found <= set(ROLES)
    hands.table.close()

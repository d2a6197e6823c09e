"""The game with towers on a real table: a claim and an announced move outlive a restart, and no secret leaves."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest

from companion.games import Json
from companion.games.tuerme import GAME
from companion.games.tuerme.actions import to_json
from companion.games.tuerme.players import next_action
from companion.games.tuerme.position import ANNOUNCED, CLAIM, LIFTED, OVER
from companion.games.tuerme.twins import dealt_anew
from companion.table import boardcheck, play, record, undo
from companion.table.errors import Denied, Sealed
from companion.table.state import state
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

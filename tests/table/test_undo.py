"""Undo takes decisions back with consent, never a throw that was seen."""

from __future__ import annotations

import pytest

from companion.table import asks
from companion.table.errors import Denied, NotYours, Stale
from companion.table.table import Table
from tests.table.hands import Hands
from tests.table.pocket import POCKET

THROW = {"type": "throw", "wands": {"wand": {"top": 1}}}


def test_others_that_were_asked_since_must_agree(hands: Hands, table: Table) -> None:
    hands.lay(north=2)
    position = table.course.position
    hands.undo("north")
    assert table.course.ask is not None and table.course.ask.voters == ("east", "south")
    assert table.course.position == position, "nothing is taken back before all agree"
    hands.vote("east", "yes")
    assert table.course.position == position
    hands.vote("south", "yes")
    assert table.course.position.laid == {}
    assert table.course.ask is None


def test_one_no_ends_it(hands: Hands, table: Table) -> None:
    hands.lay(north=2)
    hands.undo("north")
    hands.vote("east", "no")
    assert table.course.ask is None and table.course.position.laid == {"north": 2}
    assert table.course.told[-1].body["verdict"] == "no"


def test_an_undo_is_an_entry_and_what_it_voids_is_kept(hands: Hands, table: Table) -> None:
    hands.lay(north=2)
    laid = table.course.seq
    hands.undo("north")
    for seat in ("east", "south"):
        hands.vote(seat, "yes")
    assert [entry.kind for entry in table.entries[-4:]] == ["ask", "vote", "vote", "undo"]
    assert [told.void for told in table.course.told if told.seq == laid] == [True]
    assert table.course.questions["north"] == f"lay.north.{table.course.seq}", "a new question: old taps are stale"


def test_alone_at_the_table_nobody_needs_to_agree(table: Table) -> None:
    hands = Hands(table)
    hands.lay(north=2)
    hands.undo("north")
    assert table.course.position.laid == {} and table.entries[-1].kind == "undo"


def test_a_seen_throw_stays(hands: Hands, table: Table) -> None:
    hands.lay(north=1, east=2, south=3)
    hands.act("north", THROW)
    with pytest.raises(Denied) as denied:
        hands.undo("north")
    assert denied.value.reason.message == "table.undo-nothing"


def test_everything_back_to_the_last_throw(table: Table) -> None:
    hands = Hands(table)
    hands.lay(north=1, east=2, south=3)
    hands.act("north", THROW)
    thrown = table.course.position
    hands.lay(north=2, east=3)
    hands.undo("north", everything=True)
    assert table.course.position == thrown


def test_forced_steps_go_with_the_decision_before_them(table: Table) -> None:
    hands = Hands(table)
    for card in (1, 2):
        hands.lay(north=card, east=card, south=card)
        if card == 1:
            hands.act("north", THROW)
    hands.act("north", THROW)
    assert table.course.line[-1].source == "table"
    with pytest.raises(Denied):
        hands.undo("north")


def test_the_ask_lapses_when_the_game_goes_on(hands: Hands, table: Table) -> None:
    hands.lay(north=2)
    hands.undo("north")
    ask = table.course.ask
    hands.lay(east=1)
    assert ask is not None and table.course.ask is None
    with pytest.raises(Stale):
        asks.vote(table, "south", ask.id, "yes", "late")


def test_voices_count_once_and_only_of_those_concerned(hands: Hands, table: Table) -> None:
    hands.lay(north=2)
    hands.undo("north")
    hands.vote("east", "yes")
    with pytest.raises(Denied):
        hands.vote("east", "yes")
    with pytest.raises(NotYours):
        hands.vote("north", "yes")
    with pytest.raises(Denied):
        hands.vote("south", "perhaps")


def test_an_open_ask_stands_after_a_restart(hands: Hands, table: Table) -> None:
    hands.lay(north=2)
    hands.undo("north")
    hands.vote("east", "yes")
    table.close()
    reopened = Table(table.folder, POCKET)
    try:
        assert reopened.course.ask == table.course.ask
        Hands(reopened).vote("south", "yes")
        assert reopened.course.position.laid == {}
    finally:
        reopened.close()

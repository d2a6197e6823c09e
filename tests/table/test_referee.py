"""Corrections of old throws and disputes about the last one."""

from __future__ import annotations

import msgspec
import pytest

from companion.games import Json
from companion.table import games, referee
from companion.table.errors import Denied, Stale
from companion.table.table import Table
from tests.table.hands import Hands
from tests.table.pocket import SEATS


def throw(top: int) -> Json:
    return {"type": "throw", "wands": {"wand": {"top": top}}}


@pytest.fixture
def played(hands: Hands) -> Hands:
    """A trick is over (south won it with 3), and two have laid in the next."""
    hands.lay(north=1, east=2, south=3)
    hands.act("north", throw(2))
    hands.lay(north=2, east=3)
    return hands


def thrown(table: Table) -> int:
    return next(p.seq for p in reversed(table.course.line) if p.action["type"] == "throw")


def correct(hands: Hands, seat: str, entry: int, action: Json) -> None:
    referee.correct(hands.table, seat, hands.table.course.seq, hands.request(), entry, action)


def dispute(hands: Hands, seat: str) -> None:
    referee.dispute(hands.table, seat, hands.table.course.seq, hands.request())


def test_two_of_three_rewind_to_an_old_throw(played: Hands, table: Table) -> None:
    entry, before = thrown(table), table.course.position
    correct(played, "north", entry, throw(0))
    assert table.course.position == before
    played.vote("south", "rewind")
    assert table.course.position.won == {"north": 1, "east": 0, "south": 0}
    assert table.course.position.laid == {}
    assert {told.seq for told in table.course.told if told.void} == {entry, entry + 1, entry + 2}
    assert table.course.rewound is not None and table.course.rewound.before == before


def test_two_of_three_leave_it_as_played(played: Hands, table: Table) -> None:
    before = table.course.position
    correct(played, "north", thrown(table), throw(0))
    played.vote("south", "stands")
    played.vote("east", "stands")
    assert table.course.position == before and table.course.ask is None
    assert table.course.told[-1].body["verdict"] == "stands"
    assert not any(told.void for told in table.course.told)


def test_only_throws_that_stand_can_be_corrected_and_only_to_throws(played: Hands, table: Table) -> None:
    entry = thrown(table)
    for number, action in [(entry + 1, throw(0)), (1, throw(0)), (entry, {"type": "lay", "seat": "north", "card": 1})]:
        with pytest.raises(Denied):
            correct(played, "north", number, action)
    assert table.course.ask is None


def test_a_dispute_voids_nothing_when_the_throw_stands(played: Hands, table: Table) -> None:
    before = table.course.position
    dispute(played, "east")
    played.vote("south", "stands")
    played.vote("north", "stands")
    assert table.course.position == before
    correction = next(entry for entry in reversed(table.entries) if entry.kind == "correction")
    assert correction.body["voices"] == {"south": "stands", "north": "stands"}


def test_two_voices_for_a_value_put_it_right(played: Hands, table: Table) -> None:
    dispute(played, "east")
    played.vote("south", "value:" + msgspec.json.encode(throw(0)).decode())
    played.vote("north", 'value: {"wands":{"wand":{"top":0}}, "type":"throw"}')
    assert table.course.position.won["north"] == 1
    assert table.course.line[-1].action == throw(0)


def test_three_voices_that_differ_mean_again(played: Hands, table: Table) -> None:
    dispute(played, "east")
    played.vote("south", "stands")
    played.vote("north", "again")
    played.vote("east", "value:" + msgspec.json.encode(throw(1)).decode())
    assert list(table.course.questions) == ["north"]
    assert table.course.questions["north"] == f"throw.north.{table.course.seq}"


def test_silence_means_again(played: Hands, table: Table) -> None:
    dispute(played, "east")
    ask = table.course.ask
    assert ask is not None
    referee.silence(table, ask.id)
    assert list(table.course.questions) == ["north"] and table.course.ask is None
    seq = table.course.seq
    referee.silence(table, ask.id)
    assert table.course.seq == seq


def test_a_value_that_is_no_throw_is_refused(played: Hands, table: Table) -> None:
    dispute(played, "east")
    for choice in ("value:", "value:[]", 'value:{"type":"throw"}', "value:" + "[" * 5000):
        with pytest.raises(Denied):
            played.vote("south", choice)
    assert table.course.ask is not None and table.course.ask.votes == {}


def test_the_next_throw_ends_the_dispute_a_decision_does_not(played: Hands, table: Table) -> None:
    dispute(played, "east")
    played.lay(south=1)
    assert table.course.ask is not None
    played.act("north", throw(1))
    assert table.course.ask is None


def test_without_a_throw_there_is_nothing_to_dispute(hands: Hands) -> None:
    with pytest.raises(Denied):
        dispute(hands, "north")


def test_one_ask_at_a_time(played: Hands, table: Table) -> None:
    dispute(played, "east")
    with pytest.raises(Denied):
        correct(played, "north", thrown(table), throw(0))


def test_a_new_game_needs_all_others(played: Hands, table: Table) -> None:
    games.new(table, "north", table.course.seq, "new", {"cards": 2})
    played.vote("east", "yes")
    assert table.course.header["cards"] == 3
    played.vote("south", "yes")
    assert table.course.header["cards"] == 2 and table.course.line == ()
    assert all(table.course.seats[seat].hash for seat in SEATS), "everybody keeps his seat"


def test_the_host_begins_a_new_game_at_once(played: Hands, table: Table) -> None:
    with pytest.raises(Stale):
        games.new(table, None, 1, "old", {})
    games.new(table, None, table.course.seq, "new", {})
    assert table.course.line == ()

"""Odds of a game that goes on are for spectators; seats see them while every one of them has agreed, no longer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.dreimagier import GAME
from companion.table import asks, games, outlook, seats
from companion.table.errors import Denied, Unreadable
from companion.table.table import Table
from tests.games.toy import TOY
from tests.table.hands import Hands


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    table = Table(tmp_path / "data", GAME, {"board": "tiny"})
    yield Hands(table).seated()
    table.close()


def wish(hands: Hands, by: str, shown: bool = True) -> None:
    outlook.show(hands.table, by, shown, hands.request())


def agreed(hands: Hands) -> None:
    wish(hands, "red")
    hands.vote("black", "yes")
    hands.vote("white", "yes")
    assert hands.table.course.outlook


def test_all_must_agree_and_not_only_those_whose_phones_are_there(hands: Hands) -> None:
    wish(hands, "red")
    assert hands.table.course.ask is not None and hands.table.course.ask.voters == ("black", "white")
    hands.vote("black", "yes")
    assert not hands.table.course.outlook
    hands.vote("white", "yes")
    assert hands.table.course.outlook and hands.table.course.ask is None
    assert hands.table.course.told[-1].body["voices"] == {"black": "yes", "white": "yes"}


@pytest.mark.parametrize("how", ["no", "withdrawn", "time", "busy"])
def test_one_who_does_not_agree_is_enough(hands: Hands, how: str) -> None:
    wish(hands, "red")
    ask = hands.table.course.ask
    assert ask is not None
    hands.vote("black", "yes")
    if how == "no":
        hands.vote("white", "no")
    elif how == "withdrawn":
        hands.vote("red", asks.WITHDRAW)
    elif how == "time":
        asks.expire(hands.table, ask.id)
    else:
        with pytest.raises(Denied):
            wish(hands, "white")
    assert not hands.table.course.outlook


def test_each_may_end_it_and_again_all_must_agree(hands: Hands) -> None:
    agreed(hands)
    before = hands.table.course.seq
    wish(hands, "white")
    assert hands.table.course.seq == before, "what is so already is not asked again"
    wish(hands, "black", shown=False)
    assert not hands.table.course.outlook
    wish(hands, "black")
    assert hands.table.course.ask is not None and not hands.table.course.outlook


def test_who_sits_down_later_has_not_agreed(hands: Hands) -> None:
    agreed(hands)
    seats.leave(hands.table, "white", hands.request())
    assert hands.table.course.outlook, "who is left has agreed"
    seats.join(hands.table, hands.table.code, "white", "Dora")
    assert not hands.table.course.outlook


def test_another_game_begins_without(hands: Hands) -> None:
    agreed(hands)
    games.new(hands.table, None, hands.table.course.seq, hands.request(), {})
    assert not hands.table.course.outlook


def test_it_outlives_a_restart(hands: Hands, tmp_path: Path) -> None:
    agreed(hands)
    hands.table.close()
    again = Table(tmp_path / "data", GAME, {"board": "tiny"})
    assert again.course.outlook
    again.close()


def test_somebody_alone_asks_nobody(tmp_path: Path) -> None:
    table = Table(tmp_path / "alone", GAME, {"board": "tiny"})
    hands = Hands(table)
    hands.tokens["red"] = seats.join(table, table.code, "red", "Anna").token
    wish(hands, "red")
    assert table.course.outlook
    table.close()


def test_a_game_that_tells_no_odds_has_none_to_show(tmp_path: Path) -> None:
    table = Table(tmp_path / "toy", TOY)
    with pytest.raises(Unreadable):
        outlook.show(table, next(iter(table.course.seats)), True, "r")
    table.close()

"""An action of the game that the others must agree to goes through the table's votes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
import pytest

from companion.games import Events, Json, Reason
from companion.table import play, record
from companion.table.course import Ask
from companion.table.errors import Denied, Stale
from companion.table.state import state
from companion.table.table import Table
from tests.games.toy import Toy, ToyGame
from tests.table.hands import Hands

CHANGE = {"type": "change", "seat": "north", "number": 3}


class Fickle(ToyGame):
    """Who has picked may take another number, if all others agree."""

    def besides(self, position: Toy) -> Mapping[str, tuple[str, ...]]:
        """As long as the die lies still."""
        return {seat: ("change",) for seat in position.picks if position.die is None}

    def wants_consent(self, action: Json) -> bool:
        """To change one's mind."""
        return bool(action["type"] == "change")

    def why_not(self, position: Toy, action: Json, seat: str | None = None) -> Reason | None:
        """Only a number that there is."""
        if action.get("type") != "change" or action["seat"] not in self.besides(position):
            return super().why_not(position, action, seat)
        return None if action["number"] in (1, 2, 3) else Reason("TOY", "toy.number", {}, "Eins bis drei.")

    def _change(self, position: Toy, action: Json) -> tuple[Toy, Events]:
        picks = {**position.picks, action["seat"]: action["number"]}
        return msgspec.structs.replace(position, picks=picks), ({"type": "changed", "seat": action["seat"]},)


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Hands]:
    """Three people; north and east have picked 1."""
    table = Table(tmp_path, Fickle(), {"seats": ["north", "east", "south"]})
    hands = Hands(table).seated()
    for seat in ("north", "east"):
        hands.act(seat, {"type": "pick", "seat": seat, "number": 1})
    yield hands
    table.close()


def wish(hands: Hands, action: Json = CHANGE) -> None:
    """North would like to change his mind."""
    play.act(hands.table, hands.command("north", action, question=hands.table.course.offers["north"]))


def asked(hands: Hands) -> Ask:
    """What is asked of the others."""
    assert hands.table.course.ask is not None
    return hands.table.course.ask


def test_it_stands_once_all_others_agree(three: Hands) -> None:
    wish(three)
    assert three.table.course.position.picks["north"] == 1, "nothing has changed before"
    assert asked(three).voters == ("east", "south") and asked(three).data == {"action": CHANGE}
    shown = state(three.table.game, three.table.course, "south", "de")["ask"]
    assert (shown["type"], shown["by"], shown["data"]) == ("action", "north", {"action": CHANGE})
    three.vote("east", "yes")
    assert three.table.course.position.picks["north"] == 1
    three.vote("south", "yes")
    assert three.table.course.position.picks["north"] == 3 and three.table.course.ask is None
    last = three.table.course.line[-1]
    assert (last.action, last.seat, last.source) == (CHANGE, "north", "hand")


def test_one_who_does_not_agree_is_enough(three: Hands) -> None:
    wish(three)
    three.vote("south", "no")
    assert three.table.course.ask is None and three.table.course.position.picks["north"] == 1
    assert three.table.course.told[-1].body["verdict"] == "no"
    assert "change" not in str(three.table.course.told[-1].body), "what was asked is in no history"


def test_it_is_off_as_soon_as_the_game_goes_on_or_is_taken_back(three: Hands) -> None:
    wish(three)
    three.act("south", {"type": "pick", "seat": "south", "number": 2})
    assert three.table.course.ask is None
    wish(three)
    three.vote("north", "withdraw")
    assert three.table.course.ask is None and three.table.course.position.picks["north"] == 1


def test_it_is_refused_as_every_action_and_waits_for_no_other_question(three: Hands) -> None:
    with pytest.raises(Denied, match="Eins bis drei"):
        wish(three, {**CHANGE, "number": 7})
    stale = three.table.course.offers["north"] + "0"
    with pytest.raises(Stale):
        play.act(three.table, three.command("north", CHANGE, question=stale))
    three.undo("east")
    with pytest.raises(Denied):
        wish(three)


def test_who_sits_alone_asks_nobody(tmp_path: Path) -> None:
    table = Table(tmp_path, Fickle(), {"seats": ["north", "east"]})
    hands = Hands(table)
    hands.act("north", {"type": "pick", "seat": "north", "number": 1})
    wish(hands)
    assert table.course.ask is None and table.course.position.picks == {"north": 3}
    text = "".join(record.lines(table.game, table.course))
    assert record.replay(table.game, text)[0] == table.course.position
    table.close()

"""What devices are sent is a function of the course."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from companion.games import registry
from companion.protocol import ROLES, DeviceState, encode, read_device_state
from companion.table import lamps, state
from companion.table.table import Table
from tests.games.toy import Toy, ToyGame
from tests.table.hands import Hands, play_on
from tests.table.pocket import POCKET


def test_dark_while_a_throw_is_awaited(hands: Hands, table: Table) -> None:
    before = lamps.device_state(table.game, table.course, "t", 0)
    assert not before.dark and before.throw is None and before.lamps == {"middle": ["own"]}
    hands.lay(north=1, east=2, south=3)
    after = lamps.device_state(table.game, table.course, "t", 7)
    assert after.dark and after.lamps == {} and after.toss == 7
    assert after.throw is not None and after.throw.question == table.course.questions["north"]
    assert after.asked == ["north"] and after.seats == ["north", "east", "south"]


def test_sounds_are_those_of_the_last_entry_and_go_with_it(hands: Hands, table: Table) -> None:
    hands.lay(north=1)
    assert state.sounds(POCKET, table.course, None) == ["laid"]
    hands.undo("north")
    for seat in ("east", "south"):
        hands.vote(seat, "yes")
    assert state.sounds(POCKET, table.course, None) == ["undo"]


class Lit(ToyGame):
    """The toy game with lamps."""

    def lamps(self, position: Toy) -> dict[str, tuple[str, ...]]:
        """Whoever has not picked is movable; the middle is the goal, and where all come to."""
        seats = {seat: ("movable", "own") for seat in position.seats if seat not in position.picks}
        return {**seats, "middle": ("goal", "announced", "target", "")}


def test_roles_that_any_game_may_use_reach_the_devices(tmp_path: Path) -> None:
    table = Table(tmp_path, Lit(), {"seats": ["north", "east"]})
    hands = Hands(table)
    hands.act("east", {"type": "pick", "seat": "east", "number": 1})
    told = lamps.device_state(table.game, table.course, "t", 0)
    assert told.lamps == {"north": ["own", "movable"], "middle": ["target", "announced", "goal"]}
    assert read_device_state(encode(told)).lamps == told.lamps
    table.close()


def test_a_whole_game_of_die_drei_magier_can_be_sent(tmp_path: Path) -> None:
    table = Table(tmp_path, registry.find("dreimagier"), {"board": "tiny"})

    def sent() -> None:
        told = lamps.device_state(table.game, table.course, table.name, 0)
        assert msgspec.json.decode(encode(told), type=DeviceState) == told
        assert not (told.dark and any("target" in role for roles in told.lamps.values() for role in roles))
        assert {role for roles in told.lamps.values() for role in roles} <= set(ROLES)
        assert set(told.lamps) <= set(told.positions)

    try:
        play_on(Hands(table).seated(), random.Random(4), 80, sent)
    finally:
        table.close()

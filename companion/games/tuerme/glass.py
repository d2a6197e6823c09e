"""V4: after the game, the towers made of glass: who was where at each step, and who sat longest.

Nothing here is asked before the game is over; ``steps`` refuses it.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import msgspec

from companion.games import Json
from companion.games.tuerme.actions import parse
from companion.games.tuerme.checks import floors
from companion.games.tuerme.play import step
from companion.games.tuerme.position import OVER, Position, count, first_position
from companion.games.tuerme.settings import setup_from
from companion.games.tuerme.towers import name, told
from companion.games.tuerme.view import view_of


class Stay(msgspec.Struct, frozen=True):
    """How many turns on end wizards of a colour sat on one floor under a tower; ``floor`` is a tower or a space."""

    seat: str
    floor: str
    turns: int


def positions(header: Json, actions: Sequence[Json]) -> list[Position]:
    """Every position of a game that is over.  Raises ValueError for one that still runs."""
    setup = setup_from(header)
    found = [first_position(setup)]
    for action in actions:
        found.append(step(found[-1], parse(setup, action))[0])
    if found[-1].phase != OVER:
        raise ValueError("the game still runs: its towers are closed (V4)")
    return found


def shown(position: Position) -> Json:
    """A position with the towers made of glass: what a spectator saw, and everybody in his column."""
    columns = [
        {"towers": [name(tower) for tower in towers], "wizards": [told(position, crowd) for crowd in tiers]}
        for towers, tiers in zip(position.towers, position.tiers, strict=True)
    ]
    return {**view_of(position, None), "columns": columns}


def stays(found: Sequence[Position]) -> list[Stay]:
    """The longest stay of each colour, longest first."""
    setup, running = found[0].setup, dict[tuple[int, str], int]()
    longest: dict[int, Stay] = {}
    for before, after in itertools.pairwise(found):
        inside = _inside(after)
        ended = before.active != after.active or after.phase == OVER
        for seat in range(len(setup.seats)):
            for floor, crowd in floors(after).items():
                key = (seat, floor)
                sits = floor in inside and count(crowd, seat) > 0
                running[key] = running.get(key, 0) + ended if sits else 0
                if sits and running[key] > longest.get(seat, Stay("", "", 0)).turns:
                    longest[seat] = Stay(setup.seats[seat], floor, running[key])
    return sorted(longest.values(), key=lambda stay: (-stay.turns, setup.seats.index(stay.seat)))


def _inside(position: Position) -> set[str]:
    """Floors with a tower over them."""
    found = {f"ground {space + 1}" for space, towers in enumerate(position.towers) if towers}
    return found | {name(tower) for towers in position.towers for tower in towers[:-1]}

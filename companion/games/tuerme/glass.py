"""V4: after the game, the towers made of glass: who was where at each step, and who sat longest.

Nothing here is asked before the game is over; ``steps`` refuses it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import msgspec

from companion.games import Events, Json
from companion.games.tuerme.actions import parse
from companion.games.tuerme.play import step
from companion.games.tuerme.position import OVER, Position, count, first_position
from companion.games.tuerme.settings import setup_from
from companion.games.tuerme.towers import name, told
from companion.games.tuerme.view import view_of


class Stay(msgspec.Struct, frozen=True):
    """How many turns on end wizards of a colour sat on one floor under a tower; ``floor`` is a tower or a space.

    ``step`` is the number of the action that ended it and ``space`` where that was; ``out`` is False where only the
    game's end did.
    """

    seat: str
    floor: str
    turns: int
    space: int
    step: int
    out: bool


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
    seats, longest = found[0].setup.seats, dict[str, Stay]()
    for stay in ended(found):
        if stay.turns > longest.get(stay.seat, stay).turns or stay.seat not in longest:
            longest[stay.seat] = stay
    return sorted(longest.values(), key=lambda stay: (-stay.turns, seats.index(stay.seat)))


def hindsight(found: Sequence[Position]) -> tuple[Events, ...]:
    """For each position how long those sat who come out with it; at the end the longest stay of each colour."""
    told: list[list[Json]] = [[] for _ in found]
    for stay in sorted(ended(found), key=lambda stay: -stay.turns):
        if stay.out:
            told[stay.step].append(_event("sat", stay))
    told[-1] += [_event("sat-longest" if stay.out else "sat-to-end", stay) for stay in stays(found)]
    return tuple(map(tuple, told))


def _event(kind: str, stay: Stay) -> Json:
    return {"type": kind, "seat": stay.seat, "space": stay.space, "turns": stay.turns, "rule": "V4"}


def ended(found: Sequence[Position]) -> Iterator[Stay]:
    """Every stay of at least one turn in the order in which it ended; those that only the end ended come last."""
    seats, sat, was = found[0].setup.seats, dict[tuple[int, str], int](), _held(found[0])
    for number, (before, after) in enumerate(itertools.pairwise(found), 1):
        now = _held(after)
        for key, (many, space) in was.items():
            if sat.get(key) and now.get(key, (0, 0))[0] < many:
                yield Stay(seats[key[0]], key[1], sat[key], space, number, True)
        over = before.active != after.active or after.phase == OVER
        sat, was = {key: sat.get(key, 0) + over for key in now}, now
    for key, (_, space) in was.items():
        if sat.get(key):
            yield Stay(seats[key[0]], key[1], sat[key], space, len(found) - 1, False)


def _held(position: Position) -> dict[tuple[int, str], tuple[int, int]]:
    """How many of each seat sit on each floor with a tower over it, and on which space that is."""
    found = {}
    for space, (towers, tiers) in enumerate(zip(position.towers, position.tiers, strict=True), 1):
        inside = (f"ground {space}", *map(name, towers))[: len(towers)]
        for floor, crowd in zip(inside, tiers, strict=False):
            for seat in range(len(position.setup.seats)):
                if many := count(crowd, seat):
                    found[seat, floor] = (many, space)
    return found

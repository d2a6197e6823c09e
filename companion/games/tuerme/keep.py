"""The keep (M3): who goes in, and where it moves then (W4, W6, K1-K8)."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games import Json
from companion.games.tuerme import goal
from companion.games.tuerme.bottles import changed
from companion.games.tuerme.position import NOWHERE, Position
from companion.games.tuerme.teams import own, team


def enter(position: Position, colours: Sequence[int], by: int, events: list[Json]) -> None:
    """W4: these go in together, brought by a seat; K1: then the keep moves on, once.  They have left their places."""
    setup, mine = position.setup, own(position, by)
    for colour in colours:
        position.home = changed(position.home, colour, 1)
        events.append({"type": "entered", "seat": setup.seats[colour], "by": setup.seats[by], "rule": "W4"})
    if by == position.active and mine in colours:
        position.entered = True
    if setup.foreign or not set(colours).isdisjoint(team(setup, by)):
        move_on(position, events)
    goal.look(position, events)


def move_on(position: Position, events: list[Json]) -> None:
    """K2, K4: clockwise to the next free shield."""
    for step in range(1, position.setup.box.spaces):
        space = (position.keep + step) % position.setup.box.spaces
        if is_free(position, space) and has_shield(position, space):
            _put(position, space, "K2", events)
            return
    events.append({"type": "keep-stays", "rule": "K4"})


def _put(position: Position, space: int, rule: str, events: list[Json]) -> None:
    told = {"type": "keep-moved", "from": position.keep + 1, "to": space + 1, "rule": rule}
    position.keep = space
    position.moves = (*position.moves, told)
    events.append(told)


def is_free(position: Position, space: int) -> bool:
    """K3: no visible wizard there."""
    return not position.tiers[space][-1]


def has_shield(position: Position, space: int) -> bool:
    """K3: only the topmost thing counts: the last tower, or the ground where there is none."""
    towers, box = position.towers[space], position.setup.box
    return box.tower_shields[towers[-1]] if towers else box.shields[space]


def next_place(position: Position, way: int, times: int) -> int:
    """X6: the place that the spell takes it to, shield or not; NOWHERE where there are not so many."""
    spaces = position.setup.box.spaces
    for step in range(1, spaces):
        space = (position.keep + way * step) % spaces
        if is_free(position, space):
            times -= 1
            if not times:
                return space
    return NOWHERE


def shift(position: Position, way: int, times: int, events: list[Json]) -> None:
    """X6: the spell moves it."""
    _put(position, next_place(position, way, times), "X6", events)

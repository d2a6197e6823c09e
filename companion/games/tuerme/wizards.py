"""Wizards on their way: who may walk, and what a walk does (W1-W6, W8)."""

from __future__ import annotations

from companion.games import Json
from companion.games.tuerme import keep
from companion.games.tuerme.box import SIX
from companion.games.tuerme.position import NOWHERE, WALK, Action, Position, one
from companion.games.tuerme.ring import put


def walks(position: Position, seat: int, steps: int) -> list[Action]:
    """W1-W3: the walks of a seat's visible wizards by so many steps, by space."""
    found: list[Action] = []
    digit, tiers, goal = 15 << 4 * seat, position.tiers, position.keep
    spaces, actions = len(tiers), position.setup.walks[seat]
    for space in range(spaces):
        if tiers[space][-1] & digit:
            target = (space + steps) % spaces
            if target == goal or tiers[target][-1] % 15 < SIX:
                found.append(actions[space])
    return found


def walk(position: Position, crowd: tuple[int, ...], space: int, steps: int, by: int, events: list[Json]) -> None:
    """W2, W4: these leave a space together, the first one walking, the others riding (X7)."""
    target = (space + steps) % len(position.tiers)
    moved = sum(one(seat) for seat in crowd)
    put(position, space, position.tiers[space][-1] - moved)
    _told(position, crowd, space, target, steps, by, events)
    if target == position.keep:
        keep.enter(position, crowd, by, events)
    else:
        put(position, target, position.tiers[target][-1] + moved)


def _told(
    position: Position, crowd: tuple[int, ...], space: int, target: int, steps: int, by: int, events: list[Json]
) -> None:
    names = position.setup.seats
    told: Json = {
        "type": "walked",
        "seat": names[crowd[0]],
        "by": names[by],
        "value": steps,
        "from": space + 1,
        "to": target + 1,
        "riders": [names[seat] for seat in crowd[1:]],
        "rule": "W2",
    }
    position.moves = (*position.moves, told)
    events.append(told)


def follow_walk(position: Position, seat: int, space: int, target: int, other: bool) -> None:
    """Z10: the announced wizard was moved; the announcement goes with it, its riders do not (X7)."""
    said = position.announced
    if said is None or said.kind != WALK or (said.piece, said.space) != (seat, space) or other:
        return
    goes_in = target == position.keep
    position.announced = type(said)(WALK, seat, NOWHERE if goes_in else target, said.steps)

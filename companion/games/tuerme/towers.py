"""Towers on their way: which may move, who travels, who is left behind and who is caught (B1-B8, I1-I7)."""

from __future__ import annotations

from companion.games import Json
from companion.games.tuerme.bottles import fill
from companion.games.tuerme.position import NOWHERE, WALK, Action, Position, place_of
from companion.games.tuerme.ring import put_columns


def tower_moves(position: Position, steps: int) -> tuple[Action, ...]:
    """B1-B5: all towers but those that would land on the keep."""
    barred = position.towers[(position.keep - steps) % len(position.towers)]
    every = position.setup.tower_moves
    return tuple(action for action in every if action[1] not in barred) if barred else every


def may_move(position: Position, tower: int, steps: int) -> bool:
    """B5."""
    return (place_of(position, tower) + steps) % len(position.towers) != position.keep


def move(position: Position, tower: int, steps: int, by: int, events: list[Json]) -> None:
    """B6: the tower with all above it and all who stand in and on them; B7: those under it stay and are visible."""
    space = place_of(position, tower)
    towers, tiers = position.towers[space], position.tiers[space]
    height, target = towers.index(tower), (space + steps) % len(position.towers)
    onto, over = position.towers[target], position.tiers[target]
    left = (towers[:height], tiers[: height + 1])
    put_columns(position, {space: left, target: (onto + towers[height:], over + tiers[height + 1 :])})
    if position.keep == space:  # K6: it rides
        position.keep = target
    _follow(position, space, target)
    position.bared = space
    _told(position, tower, steps, space, target, by, events)
    events.append({"type": "lifted", "tower": name(tower), "under": told(position, tiers[height]), "rule": "V3"})
    if over[-1]:  # I1, I3, I6: the visible ones of that space, whoever they belong to
        who = told(position, over[-1])
        events.append({"type": "imprisoned", "by": position.setup.seats[by], "who": who, "rule": "I1"})
        fill(position, by, events)


def name(tower: int) -> str:
    """M2: towers are told apart by the companion."""
    return f"t{tower + 1}"


def told(position: Position, crowd: int) -> dict[str, int]:
    """A crowd by colours."""
    if not crowd:
        return {}
    return {seat: crowd >> 4 * at & 15 for at, seat in enumerate(position.setup.seats) if crowd >> 4 * at & 15}


def _told(position: Position, tower: int, steps: int, space: int, target: int, by: int, events: list[Json]) -> None:
    event: Json = {
        "type": "tower-moved",
        "tower": name(tower),
        "by": position.setup.seats[by],
        "value": steps,
        "from": space + 1,
        "to": target + 1,
        "rule": "B2",
    }
    position.moves = (*position.moves, event)
    events.append(event)


def _follow(position: Position, space: int, target: int) -> None:
    """Z10: an announced wizard travels with its tower; one that a tower lands on is covered."""
    said = position.announced
    if said is None or said.kind != WALK or said.space not in (space, target):
        return
    now = target if said.space == space else NOWHERE
    position.announced = type(said)(WALK, said.piece, now, said.steps, said.riders)


def swap(position: Position, one: int, other: int, by: int, events: list[Json]) -> None:
    """X3: the topmost towers of two spaces change places with who stands on them; I7: nobody is caught."""
    towers, tiers, names = position.towers, position.tiers, position.setup.seats
    tops, bared = (towers[one][-1], towers[other][-1]), [tiers[one][-2], tiers[other][-2]]
    columns = {
        one: ((*towers[one][:-1], tops[1]), (*tiers[one][:-1], tiers[other][-1])),
        other: ((*towers[other][:-1], tops[0]), (*tiers[other][:-1], tiers[one][-1])),
    }
    put_columns(position, columns)
    exchanged = {one: other, other: one}
    position.keep = exchanged.get(position.keep, position.keep)
    said = position.announced
    if said is not None and said.kind == WALK:
        now = exchanged.get(said.space, said.space)
        position.announced = type(said)(WALK, said.piece, now, said.steps, said.riders)
    pair, spaces = [name(tower) for tower in tops], [one + 1, other + 1]
    event: Json = {"type": "swapped", "towers": pair, "by": names[by], "from": spaces, "to": spaces[::-1], "rule": "X3"}
    position.moves = (*position.moves, event)
    events.append(event)
    for tower, under in zip(pair, bared, strict=True):
        events.append({"type": "lifted", "tower": tower, "under": told(position, under), "rule": "V3"})

"""The spells: which may be cast on what, and what each does (Z1-Z10, X1-X8).

A cast is ``("cast", seat, spell, what)``; ``what`` depends on the spell: ``(colour, space, times, other)`` for a
wizard, ``(tower, times)``, two spaces for a swap, ``(way, times)`` for the keep, the rider's colour, a tower to lift.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.games import Json
from companion.games.tuerme import bottles, claims, keep, turns, wizards
from companion.games.tuerme import towers as moving
from companion.games.tuerme.box import SIX
from companion.games.tuerme.position import (
    CLAIM,
    LIFTED,
    NOWHERE,
    STEPS,
    WALK,
    Action,
    Announced,
    Lifted,
    Position,
    count,
    has_room,
    place_of,
    size,
)
from companion.games.tuerme.ring import put
from companion.games.tuerme.teams import own, team

REACH = {"wizard_forward": 1, "tower_forward": 2, "wizard_back": -1, "tower_back": -2}
"""X1, X2, X4, X5: spaces for one price."""


def offered(position: Position, seat: int) -> tuple[Action, ...]:
    """What a seat may cast without being asked: the active player (Z2, Z9), and the same spell again (Z8)."""
    if position.phase not in STEPS or not position.full[seat]:
        return ()
    if seat == position.active and claims.has_right(position, seat):
        return tuple(casts(position, seat))
    if position.last is not None and claims.may_repeat(position, seat, position.last[1]):
        return tuple(_of(position, seat, position.last[1]))
    return ()


def casts(position: Position, seat: int) -> Iterator[Action]:
    """Z1: every cast that a seat with the right could make now."""
    for spell in position.setup.spells:
        if claims.fits(position, spell):
            yield from _of(position, seat, spell)


def _of(position: Position, seat: int, spell: str) -> Iterator[Action]:
    price = position.setup.prices[spell]
    if position.full[seat] < price or not claims.fits(position, spell):
        return
    most = position.full[seat] // price if position.setup.master else 1  # Z8
    for what in TARGETS[spell](position, seat, spell, most):
        yield ("cast", seat, spell, what)


def frees(position: Position, seat: int) -> tuple[Action, ...]:
    """X8: any tower but under six wizards, by anybody between steps; W6: not by whoever has brought one in."""
    setup = position.setup
    if "free" not in setup.spells or position.full[seat] < setup.prices["free"]:
        return ()
    if position.phase not in (*STEPS, CLAIM) or (seat == position.active and position.entered):
        return ()
    return tuple(
        ("cast", seat, "free", (tower,))
        for tower in range(len(setup.box.rooms))
        if has_room(position, place_of(position, tower))
    )


def for_wizards(position: Position, seat: int, spell: str, most: int) -> Iterator[tuple[Any, ...]]:
    """X1, X4, Z3, Z8: a visible wizard on or back; of several alike with the announced one also another (Z10)."""
    setup, spaces, way = position.setup, len(position.tiers), REACH[spell]
    colours = (own(position, seat),) if setup.own_only else range(len(setup.seats))
    said = position.announced
    for colour in colours:
        for space in range(spaces):
            there = count(position.tiers[space][-1], colour)
            if not there:
                continue
            alike = there > 1 and said is not None and (said.kind, said.piece, said.space) == (WALK, colour, space)
            for times in range(1, min(most, spaces - 1) + 1):
                if _may_reach(position, (space + way * times) % spaces, way):
                    yield (colour, space, times, False)
                    if alike:
                        yield (colour, space, times, True)


def _may_reach(position: Position, target: int, way: int) -> bool:
    """W3, X4."""
    if target == position.keep:
        return way > 0 or position.setup.backwards
    return size(position.tiers[target][-1]) < SIX


def for_towers(position: Position, seat: int, spell: str, most: int) -> Iterator[tuple[Any, ...]]:
    """X2, X5, Z8: a tower on or back, short of a whole round."""
    reach, spaces = REACH[spell], len(position.towers)
    for tower in range(len(position.setup.box.rooms)):
        for times in range(1, min(most, (spaces - 1) // abs(reach)) + 1):
            if moving.may_move(position, tower, reach * times):
                yield (tower, times)


def for_swap(position: Position, seat: int, spell: str, most: int) -> Iterator[tuple[Any, ...]]:
    """X3: two spaces with towers, not the keep's unless it travels."""
    with_towers = [space for space, there in enumerate(position.towers) if there and may_swap(position, space)]
    for at, one in enumerate(with_towers):
        for other in with_towers[at + 1 :]:
            yield (one, other)


def may_swap(position: Position, space: int) -> bool:
    """X3."""
    return space != position.keep or position.setup.keep_travels


def for_keep(position: Position, seat: int, spell: str, most: int) -> Iterator[tuple[Any, ...]]:
    """X6, Z8."""
    for way in (1, -1):
        for times in range(1, most + 1):
            if keep.next_place(position, way, times) == NOWHERE:
                break
            yield (way, times)


def for_ride(position: Position, seat: int, spell: str, most: int) -> Iterator[tuple[Any, ...]]:
    """X7: an own wizard beside the announced one, if there is room for all at the goal (W3)."""
    said, rider = position.announced, own(position, seat)
    if said is None or said.space == NOWHERE or not stands_with(position, said, rider):
        return
    target = (said.space + said.steps) % len(position.tiers)
    if has_room(position, target, 2 + len(turns.riding(position, said))):
        yield (rider,)


def stands_with(position: Position, said: Announced, rider: int) -> bool:
    """X7: whether one of this colour stands there that is neither announced nor rides already."""
    busy = (rider == said.piece) + turns.riding(position, said).count(rider)
    return count(position.tiers[said.space][-1], rider) > busy


TARGETS: dict[str, Callable[[Position, int, str, int], Iterator[tuple[Any, ...]]]] = {
    "wizard_forward": for_wizards,
    "tower_forward": for_towers,
    "swap": for_swap,
    "wizard_back": for_wizards,
    "tower_back": for_towers,
    "keep": for_keep,
    "piggyback": for_ride,
}


def uses(spell: str, what: tuple[Any, ...]) -> int:
    """Z8: how often it is paid for."""
    return int(what[2] if spell in ("wizard_forward", "wizard_back") else what[1]) if spell in TIMED else 1


TIMED = ("wizard_forward", "tower_forward", "wizard_back", "tower_back", "keep")
"""Z8: spells that move one piece, so that several uses make one longer move."""


def cast(position: Position, seat: int, spell: str, what: tuple[Any, ...], events: list[Json]) -> None:
    """Z1: paid, counted and carried out."""
    back = position.claim.back if position.phase == CLAIM and position.claim else position.phase
    times = uses(spell, what)
    price = position.setup.prices[spell] * times
    bottles.spend(position, seat, price)
    name = position.setup.seats[seat]
    events.append({"type": "cast", "seat": name, "spell": spell, "price": price, "rule": RULES[spell]})
    if spell == "free":
        _lift(position, seat, what[0], events)
        return
    if not claims.may_repeat(position, seat, spell):
        claims.count_spell(position, seat)
    position.claim = None
    EFFECTS[spell](position, seat, what, events)
    position.last = (seat, spell)
    turns.after_spell(position, seat, back, events)


def _wizard(position: Position, seat: int, what: tuple[Any, ...], events: list[Json], way: int) -> None:
    """X1, X4."""
    colour, space, times, other = what
    steps = way * times
    wizards.follow_walk(position, colour, space, (space + steps) % len(position.tiers), other)
    wizards.walk(position, (colour,), space, steps, seat, events)


def _forward(position: Position, seat: int, what: tuple[Any, ...], events: list[Json]) -> None:
    _wizard(position, seat, what, events, REACH["wizard_forward"])


def _back(position: Position, seat: int, what: tuple[Any, ...], events: list[Json]) -> None:
    _wizard(position, seat, what, events, REACH["wizard_back"])


def _tower_forward(position: Position, seat: int, what: tuple[Any, ...], events: list[Json]) -> None:
    moving.move(position, what[0], REACH["tower_forward"] * what[1], seat, events)


def _tower_back(position: Position, seat: int, what: tuple[Any, ...], events: list[Json]) -> None:
    moving.move(position, what[0], REACH["tower_back"] * what[1], seat, events)


def _swap(position: Position, seat: int, what: tuple[Any, ...], events: list[Json]) -> None:
    moving.swap(position, what[0], what[1], seat, events)


def _keep(position: Position, seat: int, what: tuple[Any, ...], events: list[Json]) -> None:
    keep.shift(position, what[0], what[1], events)


def _ride(position: Position, seat: int, what: tuple[Any, ...], events: list[Json]) -> None:
    said = position.announced
    if said is not None:
        riders = (*turns.riding(position, said), what[0])
        position.announced = Announced(said.kind, said.piece, said.space, said.steps, riders)


EFFECTS: dict[str, Callable[[Position, int, tuple[Any, ...], list[Json]], None]] = {
    "wizard_forward": _forward,
    "tower_forward": _tower_forward,
    "swap": _swap,
    "wizard_back": _back,
    "tower_back": _tower_back,
    "keep": _keep,
    "piggyback": _ride,
}
RULES = {
    "wizard_forward": "X1",
    "tower_forward": "X2",
    "swap": "X3",
    "wizard_back": "X4",
    "tower_back": "X5",
    "keep": "X6",
    "piggyback": "X7",
    "free": "X8",
}


def _lift(position: Position, seat: int, tower: int, events: list[Json]) -> None:
    """X8: the tower is in the air, and all see who is under it (V3)."""
    position.lifted = Lifted(seat, tower, position.phase)
    position.phase = LIFTED
    under = moving.told(position, under_lifted(position))
    events.append({"type": "lifted", "tower": moving.name(tower), "under": under, "rule": "V3"})


def under_lifted(position: Position) -> int:
    """Who is seen under the tower in the air."""
    if position.lifted is None:
        return 0
    space = place_of(position, position.lifted.tower)
    return position.tiers[space][position.towers[space].index(position.lifted.tower)]


def lifted_actions(position: Position) -> tuple[Action, ...]:
    """X8, G8: one of his own or his partner's under it, which he chooses; none: the price is gone."""
    held = position.lifted
    if held is None:
        return ()
    under = under_lifted(position)
    mine = [colour for colour in team(position.setup, held.seat) if count(under, colour)]
    return tuple(("free", held.seat, colour) for colour in mine) or (("lower", held.seat),)


def free(position: Position, seat: int, colour: int, events: list[Json]) -> None:
    """X8: to the very top of that stack, under the keep straight into it."""
    held = position.lifted
    if held is None:
        return
    space = place_of(position, held.tower)
    height = position.towers[space].index(held.tower)
    tiers = list(position.tiers[space])
    tiers[height] -= 1 << 4 * colour
    position.tiers = (*position.tiers[:space], tuple(tiers), *position.tiers[space + 1 :])
    seats = position.setup.seats
    told: Json = {"type": "freed", "seat": seats[colour], "by": seats[seat], "rule": "X8"}
    position.moves = (*position.moves, {**told, "to": space + 1})
    events.append({**told, "to": space + 1})
    if space == position.keep:
        keep.enter(position, (colour,), seat, events)
    else:
        put(position, space, position.tiers[space][-1] + (1 << 4 * colour))
    _put_back(position, seat, held, events)


def lower(position: Position, seat: int, events: list[Json]) -> None:
    """X8: nobody of his is under it."""
    events.append({"type": "freed-nobody", "seat": position.setup.seats[seat], "rule": "X8"})
    if position.lifted is not None:
        _put_back(position, seat, position.lifted, events)


def _put_back(position: Position, seat: int, held: Lifted, events: list[Json]) -> None:
    """The step goes on that it fell into, a claim too (X8)."""
    back = position.claim.back if held.back == CLAIM and position.claim else held.back
    position.lifted = None
    turns.after_spell(position, seat, back, events)
    if position.claim is not None:
        position.phase = CLAIM

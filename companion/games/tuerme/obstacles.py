"""What stands in the way of a piece or a spell: rule, message id and values, from what is open on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games import Json
from companion.games.tuerme import claims, spells
from companion.games.tuerme.position import (
    CLAIM,
    NOWHERE,
    PUSH,
    Position,
    count,
    has_room,
    place_of,
)
from companion.games.tuerme.teams import own
from companion.games.tuerme.towers import may_move
from companion.games.tuerme.turns import STEP_ON, riding

Obstacle = tuple[str, str, Json]


def of_walk(position: Position, colour: int, space: int) -> Obstacle | None:
    """C2, W1, W3."""
    steps = position.steps[0]
    if not steps:
        return "C2", "card-no-wizard", {}
    if colour != own(position, position.active):
        return "W1", "wizard-not-own", {"seat": position.setup.seats[own(position, position.active)]}
    return _of_piece(position, colour, space, steps)


def _of_piece(position: Position, colour: int, space: int, steps: int) -> Obstacle | None:
    """A visible wizard, and room at its goal."""
    if not count(position.tiers[space][-1], colour):
        return "W1", "wizard-not-there", {"colour": position.setup.seats[colour], "space": space + 1}
    target = (space + steps) % len(position.tiers)
    return None if has_room(position, target) else ("W3", "six-stand", {"space": target + 1})


def of_tower(position: Position, tower: int) -> Obstacle | None:
    """C1, B5."""
    steps = STEP_ON if position.phase == PUSH else position.steps[1]
    if not steps:
        return "C1", "card-no-tower", {}
    return None if may_move(position, tower, steps) else ("B5", "keep-there", {"space": position.keep + 1})


def of_right(position: Position, seat: int) -> Obstacle | None:
    """W6, Z2, Z4, Z6: whether this seat has a spell left here."""
    if claims.has_right(position, seat):
        return None
    if seat == position.active and position.entered:
        return "W6", "entered", {}
    if not position.setup.master:
        return ("Z4", "spell-used-turn", {}) if seat == position.active else ("Z2", "spell-active-only", {})
    return "Z6", "spell-used-action", {}


def of_cast(position: Position, seat: int, spell: str, what: tuple[Any, ...]) -> Obstacle | None:
    """Z1, then whose right it is, then the spell's own rules."""
    setup, full = position.setup, position.full[seat]
    price = setup.prices[spell] * spells.uses(spell, what)
    if spell not in setup.spells:
        return "Z1", "spell-not-laid", {"spell": spell}
    if full < setup.prices[spell]:
        return "Z1", "price", {"spell": spell, "price": setup.prices[spell], "full": full}
    if spell == "free":
        return _free(position, seat, what)
    found = _turn_to_cast(position, seat, spell)
    if found:
        return found
    if price > full or (spells.uses(spell, what) > 1 and not setup.master):
        return ("Z8", "price", {"spell": spell, "price": price, "full": full}) if setup.master else ("Z4", "once", {})
    return TARGETS[spell](position, seat, spell, what)


def _turn_to_cast(position: Position, seat: int, spell: str) -> Obstacle | None:
    """Z6, Z8, Z9."""
    if position.phase == CLAIM:
        asked = position.claim.queue[0] if position.claim else NOWHERE
        return None if asked == seat else ("Z9", "claim-first", {"seat": position.setup.seats[asked]})
    if claims.may_repeat(position, seat, spell):
        return None
    found = of_right(position, seat)
    if found or seat == position.active:
        return found
    return "Z9", "claim-needed", {}


def _free(position: Position, seat: int, what: tuple[Any, ...]) -> Obstacle | None:
    """X8, W6."""
    if seat == position.active and position.entered:
        return "W6", "entered", {}
    space = place_of(position, what[0])
    return None if has_room(position, space) else ("X8", "free-six", {"space": space + 1})


def _wizard(position: Position, seat: int, spell: str, what: tuple[Any, ...]) -> Obstacle | None:
    """Z3, Z8, X4, W3, Z10."""
    colour, space, times, other = what
    spaces, steps = len(position.tiers), spells.REACH[spell] * times
    if position.setup.own_only and colour != own(position, seat):
        return "Z3", "spell-own-only", {"spell": spell}
    if abs(steps) >= spaces:
        return "Z8", "whole-round", {}
    if (space + steps) % spaces == position.keep and steps < 0 and not position.setup.backwards:
        return "X4", "back-into-keep", {}
    return _of_piece(position, colour, space, steps) or (("Z10", "no-other", {}) if other else None)


def _tower(position: Position, seat: int, spell: str, what: tuple[Any, ...]) -> Obstacle | None:
    """Z8, B5."""
    steps = spells.REACH[spell] * what[1]
    if abs(steps) >= len(position.towers):
        return "Z8", "whole-round", {}
    return None if may_move(position, what[0], steps) else ("B5", "keep-there", {"space": position.keep + 1})


def _swap(position: Position, seat: int, spell: str, what: tuple[Any, ...]) -> Obstacle | None:
    """X3."""
    for space in what:
        if not position.towers[space]:
            return "X3", "swap-no-tower", {"space": space + 1}
        if not spells.may_swap(position, space):
            return "X3", "swap-keep", {}
    return None


def _keep(position: Position, seat: int, spell: str, what: tuple[Any, ...]) -> Obstacle | None:
    """X6."""
    return "X6", "keep-no-place", {}


def _ride(position: Position, seat: int, spell: str, what: tuple[Any, ...]) -> Obstacle | None:
    """X7, W3."""
    said = position.announced
    if said is None or not claims.fits(position, spell):
        return "X7", "ride-only-walk", {}
    if what[0] != own(position, seat):
        return "X7", "ride-own", {}
    if said.space == NOWHERE or not spells.stands_with(position, said, what[0]):
        return "X7", "ride-not-there", {}
    target = (said.space + said.steps) % len(position.tiers)
    return "W3", "six-with-riders", {"space": target + 1, "count": 2 + len(riding(position, said))}


TARGETS: dict[str, Callable[[Position, int, str, tuple[Any, ...]], Obstacle | None]] = {
    "wizard_forward": _wizard,
    "tower_forward": _tower,
    "swap": _swap,
    "wizard_back": _wizard,
    "tower_back": _tower,
    "keep": _keep,
    "piggyback": _ride,
}

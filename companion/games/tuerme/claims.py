"""Whose right a spell is: the count of each action, and claims that go round (Z2, Z4, Z6-Z9)."""

from __future__ import annotations

from companion.games import Json
from companion.games.tuerme.position import (
    ANNOUNCED,
    CARD,
    CLAIM,
    OVER,
    ROLL,
    STEPS,
    WALK,
    Action,
    Claim,
    Position,
    main_phase,
)


def slot(position: Position, seat: int) -> int:
    """Z4, Z6: for which action a spell of this seat would count now."""
    if not position.setup.master or position.away:
        return 0
    played = len(position.played)
    if played == 1 and not position.entered and main_phase(position) == CARD:  # between the actions
        return 1 if _taken(position, seat, 0) else 0
    return max(played - 1, 0)


def _taken(position: Position, seat: int, number: int) -> bool:
    used = position.used[number]
    return bool(used >> seat & 1) if position.setup.each else bool(used)


def has_right(position: Position, seat: int) -> bool:
    """Z2, Z6, W6: whether this seat may cast in this action at all, price aside."""
    if seat == position.active:
        if position.entered:
            return False
    elif not position.setup.master:
        return False
    return not _taken(position, seat, slot(position, seat))


def may_repeat(position: Position, seat: int, spell: str) -> bool:
    """Z8: the same spell once more by whoever cast it just now."""
    if not position.setup.again or not position.setup.master or position.last != (seat, spell):
        return False
    return not (seat == position.active and position.entered)


def fits(position: Position, spell: str) -> bool:
    """X7: a ride is taken on a card's announced walk only; X8: freeing needs no right and is no matter of claims."""
    if spell == "piggyback":
        said = position.announced
        return main_phase(position) == ANNOUNCED and said is not None and said.kind == WALK
    return spell != "free"


def could_pay(position: Position, seat: int) -> bool:
    """Z9: whether this seat has the bottles for a spell that may be cast now."""
    setup = position.setup
    return any(position.full[seat] >= setup.prices[spell] and fits(position, spell) for spell in setup.spells)


def may_come(position: Position) -> bool:
    """Z7: whether anybody could pay for a spell that may still come."""
    if not any(position.full):
        return False
    setup = position.setup
    frees = setup.prices["free"] if "free" in setup.spells else 0
    for seat in range(len(position.full)):
        if has_right(position, seat) and could_pay(position, seat):
            return True
        if frees and position.full[seat] >= frees and not (seat == position.active and position.entered):
            return True
    return False


def may_claim(position: Position, seat: int) -> bool:
    """Z9: somebody else, between steps, with a right and the bottles."""
    if seat == position.active or position.phase not in STEPS:
        return False
    return has_right(position, seat) and could_pay(position, seat)


def queue(position: Position, claimer: int) -> tuple[int, ...]:
    """Z9: the active player first, then clockwise those who could pay, at last the claimer himself."""
    seats = len(position.full)
    before = (claimer - position.active) % seats
    asked = ((position.active + step) % seats for step in range(before))
    able = (seat for seat in asked if has_right(position, seat) and could_pay(position, seat))
    return (*able, claimer)


def claim(position: Position, seat: int, events: list[Json]) -> None:
    """Z9: the question goes round."""
    position.claim = Claim(queue(position, seat), position.phase)
    position.phase = CLAIM
    events.append({"type": "claimed", "seat": position.setup.seats[seat], "rule": "Z9"})


def yield_actions(position: Position, seat: int) -> tuple[Action, ...]:
    """Z9, Z10: leave the right to the next; on an announced move, let that come first."""
    back = position.claim.back if position.claim else ""
    return (("yield", seat), ("after", seat)) if back == ANNOUNCED else (("yield", seat),)


def give_way(position: Position, seat: int, events: list[Json]) -> None:
    """Z9: the next one is asked; when all have yielded all is as before the claim."""
    held = position.claim
    events.append({"type": "yielded", "seat": position.setup.seats[seat], "rule": "Z9"})
    if held is None:
        return
    if len(held.queue) > 1:
        position.claim = Claim(held.queue[1:], held.back)
    else:
        position.phase, position.claim = held.back, None


def reserve(position: Position, seat: int) -> None:
    """Z10: after the announced move this seat is asked before all others, if it still has a right."""
    if position.phase in (OVER, ROLL) or not (has_right(position, seat) and could_pay(position, seat)):
        return
    position.claim = Claim((seat,), position.phase)
    position.phase = CLAIM


def count_spell(position: Position, seat: int) -> None:
    """Z6: a spell counts for its action."""
    used = list(position.used)
    used[slot(position, seat)] |= 1 << seat
    position.used = (used[0], used[1])

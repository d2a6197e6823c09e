"""Legal actions and next positions in numbers: one function per phase, one per action.

This is the fast path: ``step`` trusts that its action is legal.  The border (``game``) reads JSON, asks ``reasons`` and
then calls ``step``; a simulator may call ``legal_actions``, ``may_actions`` and ``step`` directly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games import Json
from companion.games.tuerme import bottles, claims, correction, spells, turns
from companion.games.tuerme.position import (
    ANNOUNCED,
    CARD,
    CLAIM,
    END,
    LIFTED,
    MOVE,
    NOWHERE,
    OVER,
    PUSH,
    ROLL,
    STEPS,
    Action,
    Position,
    main_phase,
)
from companion.games.tuerme.teams import team


def _claim_actions(position: Position) -> tuple[Action, ...]:
    """Z9: whoever is asked casts or yields."""
    if position.claim is None:
        return ()
    seat = position.claim.queue[0]
    return (*spells.casts(position, seat), *claims.yield_actions(position, seat))


LEGAL: dict[str, Callable[[Position], tuple[Action, ...]]] = {
    CARD: turns.card_actions,
    MOVE: turns.move_actions,
    PUSH: turns.push_actions,
    ANNOUNCED: turns.go_actions,
    CLAIM: _claim_actions,
    LIFTED: spells.lifted_actions,
    END: turns.end_actions,
}
"""One function per phase that awaits a decision."""


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Every decision that answers what is asked; empty while a roll is awaited or all is over."""
    lister = LEGAL.get(position.phase)
    return () if lister is None else lister(position)


def may_actions(position: Position) -> tuple[Action, ...]:
    """What seats may do besides: spells, claims, freeing, and what partners do."""
    phase = position.phase
    if phase in (ROLL, LIFTED, OVER):
        return ()
    found: list[Action] = []
    if any(position.full):
        for seat in range(len(position.full)):
            if position.full[seat]:
                found += _of_seat(position, seat)
    if position.setup.teams and may_exchange(position):
        found += [("exchange", seat) for seat in team(position.setup, position.active)]
    return tuple(found)


def _of_seat(position: Position, seat: int) -> list[Action]:
    found = [*spells.offered(position, seat)]
    if claims.may_claim(position, seat):
        found.append(("claim", seat))
    found += spells.frees(position, seat)
    if bottles.may_give(position, seat):
        found.append(("give", seat))
    return found


def may_exchange(position: Position) -> bool:
    """G2: once a turn, while a card is still to be played."""
    if not position.setup.teams or position.exchanged or position.away or position.entered:
        return False
    return len(position.played) < 2 and position.phase in (*STEPS, CLAIM)


def asked_seat(position: Position) -> int:
    """Who must act; NOWHERE when the game is over."""
    if position.phase == CLAIM and position.claim is not None:
        return position.claim.queue[0]
    if position.phase == LIFTED and position.lifted is not None:
        return position.lifted.seat
    return NOWHERE if position.phase == OVER else position.active


def _exchange(position: Position, seat: int, events: list[Json]) -> None:
    """G2: the companion notes that cards were exchanged."""
    position.exchanged = True
    events.append({"type": "exchanged", "seat": position.setup.seats[seat], "rule": "G2"})


def _after(position: Position, seat: int, events: list[Json]) -> None:
    """Z10: the announced move comes first, then this seat is asked again."""
    position.claim, position.phase = None, ANNOUNCED
    events.append({"type": "after", "seat": position.setup.seats[seat], "rule": "Z10"})
    turns.go(position, None, events)
    claims.reserve(position, seat)


def _correct(position: Position, seat: int, there: Any, events: list[Json]) -> None:
    """What was seen may leave no room for an announced move (Z10)."""
    correction.correct(position, seat, there, events)
    if position.phase != LIFTED:
        turns.after_spell(position, NOWHERE, main_phase(position), events)
        if position.claim is not None:
            position.phase = CLAIM


HANDLERS: dict[str, Callable[..., None]] = {
    "card": turns.play_card,
    "roll": turns.roll,
    "again": turns.again,
    "hand": turns.hand_away,
    "walk": turns.name_wizard,
    "tower": turns.name_tower,
    "waste": turns.waste,
    "stay": turns.stay,
    "go": turns.go,
    "over": turns.turn_over,
    "claim": claims.claim,
    "yield": claims.give_way,
    "after": _after,
    "cast": spells.cast,
    "free": spells.free,
    "lower": spells.lower,
    "exchange": _exchange,
    "give": bottles.give,
    "correct": _correct,
}
"""One function per type of action; it takes what belongs to the action, and the events."""


def step(position: Position, action: Action) -> tuple[Position, tuple[Json, ...]]:
    """The next position and what happened, for an action that is legal; the position given stays as it is."""
    after = position.__copy__()  # type: ignore[attr-defined]
    if action[0] != "correct":
        after.bared = NOWHERE
    events: list[Json] = []
    HANDLERS[action[0]](after, *action[1:], events)
    if action[0] != "cast":
        after.last = None
    return after, tuple(events)

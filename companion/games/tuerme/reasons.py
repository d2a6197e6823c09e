"""Why something cannot be done: the rule's id, a message id with its values, and the German sentence (V2: never from
the inside of a tower).

``why_not`` gives None exactly for what may be done: what is not in the lists of ``play`` has a reason, and the checks
below only find which.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games import Invalid, Reason
from companion.games.tuerme import correction, obstacles
from companion.games.tuerme.obstacles import Obstacle
from companion.games.tuerme.play import asked_seat, legal_actions, may_actions, may_exchange
from companion.games.tuerme.position import (
    ANNOUNCED,
    CARD,
    CLAIM,
    END,
    LIFTED,
    MOVE,
    OVER,
    PUSH,
    ROLL,
    Action,
    Position,
)
from companion.games.tuerme.sentences import sentence
from companion.games.tuerme.teams import team

BY_ACTIVE = ("card", "roll", "again", "hand", "walk", "tower", "waste", "stay", "go", "over")


def reason(rule: str, message: str, **values: Any) -> Reason:
    """A reason with its German sentence."""
    return Reason(rule, message, values, sentence(message, values))


def unreadable(invalid: Invalid) -> Reason:
    """An action that is none."""
    said = "; ".join(f"{fault.where} {fault.text}" for fault in invalid.faults)
    return reason("T1", "unreadable", what=said)


def why_not(position: Position, action: Action, seat: str | None = None) -> Reason | None:
    """The reason why an action cannot be done (by that seat), None exactly for what may be."""
    actor = actor_of(position, action)
    if seat is not None and actor != seat:
        return reason("S4", "not-your-turn", seat=actor)
    if is_allowed(position, action):
        return None
    found = _obstacle(position, action) or ("T1", "not-now", {})
    return reason(found[0], found[1], **found[2])


def actor_of(position: Position, action: Action) -> str:
    """Whose action it is: the seat that it names, else who is active."""
    seat = position.active if action[0] in BY_ACTIVE else action[1]
    return position.setup.seats[seat]


def is_allowed(position: Position, action: Action) -> bool:
    """Whether ``step`` takes it."""
    if action[0] == "roll":
        return position.phase == ROLL
    if action[0] == "correct":
        at = correction.spot(position)
        return position.phase != OVER and at is not None and correction.is_possible(position, at, action[2])
    return action in legal_actions(position) or action in may_actions(position)


def _obstacle(position: Position, action: Action) -> Obstacle | None:
    kind = action[0]
    if position.phase == OVER:
        return "E2", "over", {}
    if kind == "correct":
        at = correction.spot(position)
        return ("B8", "correct-nothing", {}) if at is None else ("V3", "correct-total", {})
    if kind in ("free", "lower"):
        return _freeing(position, action)
    if position.phase == LIFTED:
        return "X8", "lifted-first", {}
    if kind == "roll":
        return "C4", "no-roll", {}
    if position.phase == ROLL:
        return "C4", "roll-first", {}
    if kind == "cast":
        return obstacles.of_cast(position, action[1], action[2], action[3])
    return OBSTACLES.get(kind, _active)(position, action)


def _freeing(position: Position, action: Action) -> Obstacle:
    """X8, G8."""
    held = position.lifted
    if held is None:
        return "X8", "nothing-lifted", {}
    if action[1] != held.seat:
        return "X8", "lifted-by", {"seat": position.setup.seats[held.seat]}
    return ("X8", "lower-first-free", {}) if action[0] == "lower" else ("X8", "not-under", {})


def _active(position: Position, action: Action) -> Obstacle | None:
    """What the active player does: first what is asked now, then what stands against it."""
    kind, wanted = action[0], WANTED[action[0]]
    if position.phase == CLAIM:
        return "Z9", "claim-first", {"seat": position.setup.seats[asked_seat(position)]}
    if kind == "hand" and position.played:
        return "T5", "hand-late", {}
    if position.phase not in wanted:
        return FIRST[position.phase]
    return DETAILS[kind](position, action) if kind in DETAILS else None


WANTED: dict[str, tuple[str, ...]] = {
    "card": (CARD,),
    "hand": (CARD,),
    "again": (MOVE,),
    "walk": (MOVE,),
    "waste": (MOVE,),
    "tower": (MOVE, PUSH),
    "stay": (PUSH,),
    "go": (ANNOUNCED,),
    "over": (END,),
}
"""The phases in which an action has its place."""
FIRST: dict[str, Obstacle] = {
    CARD: ("T1", "card-first", {}),
    MOVE: ("T3", "move-first", {}),
    PUSH: ("T5", "push-first", {}),
    ANNOUNCED: ("Z7", "go-first", {}),
    END: ("T2", "turn-is-over", {}),
}
"""What is asked instead."""


def _again(position: Position, _: Action) -> Obstacle:
    """C4."""
    return ("C4", "no-more-rolls", {}) if position.rolls else ("C4", "no-roll", {})


def _waste(position: Position, _: Action) -> Obstacle:
    """T3, T4."""
    return "T3", "must-use", {}


def _walk(position: Position, action: Action) -> Obstacle | None:
    return obstacles.of_walk(position, action[1], action[2])


def _tower(position: Position, action: Action) -> Obstacle | None:
    return obstacles.of_tower(position, action[1])


DETAILS: dict[str, Callable[[Position, Action], Obstacle | None]] = {
    "again": _again,
    "waste": _waste,
    "walk": _walk,
    "tower": _tower,
}


def _claim(position: Position, action: Action) -> Obstacle | None:
    """Z9."""
    if position.phase == CLAIM:
        return "Z9", "claim-first", {"seat": position.setup.seats[asked_seat(position)]}
    if not position.setup.master:
        return "Z2", "spell-active-only", {}
    if action[1] == position.active:
        return "Z9", "claim-active", {}
    return obstacles.of_right(position, action[1]) or ("Z9", "claim-cannot-pay", {})


def _yield(position: Position, action: Action) -> Obstacle:
    """Z9, Z10."""
    if position.phase != CLAIM:
        return "Z9", "no-claim", {}
    if action[1] != asked_seat(position):
        return "Z9", "claim-first", {"seat": position.setup.seats[asked_seat(position)]}
    return "Z10", "after-no-move", {}


def _exchange(position: Position, action: Action) -> Obstacle | None:
    """G2."""
    if not position.setup.teams:
        return "G1", "no-teams", {}
    if action[1] not in team(position.setup, position.active):
        return "G2", "exchange-team", {}
    return None if may_exchange(position) else ("G2", "exchange-late", {})


def _give(position: Position, action: Action) -> Obstacle:
    """G7."""
    return ("G7", "give-none", {}) if position.setup.teams else ("G1", "no-teams", {})


OBSTACLES: dict[str, Callable[[Position, Action], Obstacle | None]] = {
    "claim": _claim,
    "yield": _yield,
    "after": _yield,
    "exchange": _exchange,
    "give": _give,
}

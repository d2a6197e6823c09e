"""Why something cannot be done: the rule's id and one sentence that names the obstacle."""

from __future__ import annotations

from typing import Any

from companion.games import Invalid, Reason
from companion.games.dreimagier.play import THROW_KINDS, completed, legal_actions, wanted_wands
from companion.games.dreimagier.position import Position, asked_seat
from companion.games.dreimagier.setup import Action
from companion.games.dreimagier.wands import COLOURS, UNKNOWN


def unreadable(invalid: Invalid) -> Reason:
    """For what is no action at all."""
    return Reason("P1", "unreadable", {}, "Das ist keine Antwort auf diese Frage.")


def why_not(position: Position, action: Action, seat: str | None = None) -> Reason | None:
    """The reason why an action cannot be done, None exactly for what may be."""
    if seat is not None and seat != COLOURS[asked_seat(position)]:
        return Reason("P1", "other-seat", {}, "Du bist gerade nicht gefragt.")
    if action[0] in ("throw", "spoilt"):
        if position.phase not in THROW_KINDS:
            return Reason("P1", "no-throw", {}, "Gerade wird nicht geworfen.")
        return None if action[0] == "spoilt" else _throw(position, action[1])
    if action in legal_actions(position):
        return None
    return Reason("P1", "other-question", {}, "Das geht gerade nicht.")


def _throw(position: Position, wands: Any) -> Reason | None:
    tops, hidden = wands
    flown = tuple(w for w in range(3) if tops[w] != UNKNOWN or hidden[w] != UNKNOWN)
    if flown != wanted_wands(position):
        return Reason("S2", "wrong-wands", {}, "Es müssen genau die verlangten Stäbe fliegen.")
    whole = completed(position, wands)
    needed = whole[1] if THROW_KINDS[position.phase] == "spell" else whole[0]
    if any(needed[w] == UNKNOWN for w in flown):
        return Reason("M4", "not-seen", {}, "Es fehlt, was für diesen Wurf zählt.")
    return None

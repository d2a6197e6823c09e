"""Why something cannot be done: the rule's id, a message id with its values, and the German sentence.

``why_not`` gives None exactly for what may be done.  Where several rules forbid an action, one of them is named.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games import Invalid, Reason
from companion.games.dreimagier.obstacles import (
    Obstacle,
    apprentice_idle,
    jump_obstacle,
    magic_obstacle,
    magician_idle,
    must_leave,
    walk_obstacle,
)
from companion.games.dreimagier.play import THROW_KINDS, Wands, completed, legal_actions, wanted_wands
from companion.games.dreimagier.position import (
    DONE,
    DUEL,
    DUEL_THROW,
    MAGIC,
    MOVE,
    NONE,
    OFFER,
    OVER,
    SYMBOL,
    TAKE,
    Position,
    asked_seat,
)
from companion.games.dreimagier.sentences import sentence
from companion.games.dreimagier.setup import Action
from companion.games.dreimagier.spell import choices
from companion.games.dreimagier.view import question
from companion.games.dreimagier.wands import COLOURS, FACES, UNKNOWN, symbol_counts

PHASES_OF = {
    "jump": MOVE,
    "walk": MOVE,
    "stay": MOVE,
    "take": TAKE,
    "again": DUEL,
    "stop": DUEL,
    "accept": OFFER,
    "decline": OFFER,
    "symbol": SYMBOL,
    "magic": MAGIC,
}
"""The phase in which an action has its place."""


def why_not(position: Position, action: Action, seat: str | None = None) -> Reason | None:
    """The reason why an action cannot be done (by that seat), None exactly for what may be."""
    obstacle = _obstacle(position, action, seat)
    return None if obstacle is None else _reason(obstacle)


def unreadable(_: Invalid) -> Reason:
    """P1: what is no action at all answers no question."""
    return _reason(("P1", "unreadable", {}))


def _reason(obstacle: Obstacle) -> Reason:
    rule, message, values = obstacle
    return Reason(rule, message, values, sentence(message, values))


def _obstacle(position: Position, action: Action, seat: str | None) -> Obstacle | None:
    if position.phase == OVER:
        return "W1", "over", {"winner": COLOURS[position.winner]}
    if seat is not None and seat != COLOURS[asked_seat(position)]:
        return "P1", "other-seat", _asked(position)
    if action[0] in ("throw", "spoilt"):
        return _throw_obstacle(position, action)
    if action in legal_actions(position):
        return None
    if position.phase in THROW_KINDS:
        values = {"seat": COLOURS[asked_seat(position)], "throw": THROW_KINDS[position.phase]}
        return "P1", "throw-first", values
    if position.phase != PHASES_OF[action[0]]:
        return _wrong_phase(position, action[0])
    return REFUSERS[action[0]](position, action[1])


def _asked(position: Position) -> dict[str, Any]:
    found = question(position)
    return {} if found is None else {"seat": found[0], "question": found[1]}


def _wrong_phase(position: Position, kind: str) -> Obstacle:
    """P1, or the rule that gives the action its place."""
    asked = {"question": _asked(position)["question"]}
    if kind in ("jump", "walk", "stay"):
        return "P1", "not-moving", asked
    if kind in ("accept", "decline"):
        return "P1", "nothing-offered", asked
    if kind in ("again", "stop"):
        if position.duel is not None:
            return "D1", "duel-later", {"place": position.setup.names[position.duel.place]}
        return "D1", "no-duel", {}
    return {"take": ("C1", "no-taking", {}), "symbol": ("Z2", "no-symbols", {}), "magic": ("Z4", "no-magic", {})}[kind]


def _jump(position: Position, node: int) -> Obstacle:
    assert position.move is not None
    return jump_obstacle(position, position.move, node)


def _walk(position: Position, node: int) -> Obstacle:
    assert position.move is not None
    return walk_obstacle(position, position.move, node)


def _stay(position: Position, figure: str) -> Obstacle:
    """T1, T8, T9, K1 for the magician; T1, T11, K1 for the apprentice (K5 is off here)."""
    move = position.move
    assert move is not None
    state = {"magician": move.magician, "apprentice": move.apprentice}[figure]
    if state == DONE:
        return "T1", f"{figure}-done", {}
    if state == NONE:
        return magician_idle(position, move) if figure == "magician" else apprentice_idle(position, move)
    if figure == "magician":
        return must_leave(move, position.magicians[position.mover])
    return "T1", "must-walk", {"pips": move.total}


def _take(_: Position, rival: int) -> Obstacle:
    """C1: from a rival; both have the card (C7), so only the own hand is refused."""
    return "C1", "take-own", {}


def _again(position: Position, fly: tuple[int, ...]) -> Obstacle:
    """D2: some wand must fly; D5 by setting: not one that was kept."""
    if not fly or position.duel is None:
        return "D2", "again-none", {}
    kept = next(wand for wand in fly if wand not in position.duel.fly)
    return "D5", "kept-stays", {"wand": COLOURS[kept]}


def _symbol(position: Position, face: int) -> Obstacle:
    """Z2: another symbol is seen more often."""
    assert position.throw is not None
    counts = symbol_counts(position.throw.hidden)
    return "Z2", "symbol-rare", {"symbol": FACES[face], "count": counts[face], "best": FACES[choices(position)[0]]}


REFUSERS: dict[str, Callable[[Position, Any], Obstacle]] = {
    "jump": _jump,
    "walk": _walk,
    "stay": _stay,
    "take": _take,
    "again": _again,
    "symbol": _symbol,
    "magic": magic_obstacle,
}
"""One function per action that can be refused in its own phase; ``stop``, ``accept``, ``decline`` never are."""


def _throw_obstacle(position: Position, action: Action) -> Obstacle | None:
    if position.phase not in THROW_KINDS:
        asked = _asked(position)
        if action[0] == "spoilt":
            return "S2", "nothing-spoilt", {"question": asked["question"]}
        return "P1", "no-throw", asked
    return None if action[0] == "spoilt" else _seen_obstacle(position, action[1])


def _seen_obstacle(position: Position, wands: Wands) -> Obstacle | None:
    """S2, D2, M4: exactly the wanted wands, each with what counts, and no contradiction."""
    tops, hidden = wands
    fly, table = wanted_wands(position), position.setup.table
    whole = completed(position, wands)
    spell = THROW_KINDS[position.phase] == "spell"
    for wand, colour in enumerate(COLOURS):
        seen = tops[wand] != UNKNOWN or hidden[wand] != UNKNOWN
        if seen != (wand in fly):
            kept = position.phase == DUEL_THROW and seen
            return ("D2", "kept-flew", {"wand": colour}) if kept else ("S2", "wand-missing", {"wand": colour})
        if seen and (whole[1] if spell else whole[0])[wand] == UNKNOWN:
            return "M4", "face-missing" if spell else "top-missing", {"wand": colour}
        if seen and table is not None and table[wand][whole[1][wand]] != whole[0][wand]:
            return "M4", "contradiction", {"wand": colour, "top": tops[wand], "symbol": FACES[hidden[wand]]}
    return None

"""Legal actions and next positions in numbers: one function per phase, one per action.

This is the fast path: ``step`` trusts that its action is legal.  The border (``game``) reads JSON, asks ``reasons`` and
then calls ``step``; a simulator may call ``legal_actions`` and ``step`` directly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games import Json
from companion.games.dreimagier import duel, moves, spell
from companion.games.dreimagier.position import (
    DUEL,
    DUEL_THROW,
    MAGIC,
    MOVE,
    OFFER,
    PIP,
    SPELL,
    START,
    SYMBOL,
    TAKE,
    Position,
    Throw,
    thrower,
)
from companion.games.dreimagier.setup import Action
from companion.games.dreimagier.wands import COLOURS, FACES, UNKNOWN, Three, hidden_of, symbol_counts, top_of

Wands = tuple[Three, Three]
"""What was seen of each wand: values on top, hidden faces; UNKNOWN where it did not fly or was not seen."""

THROW_KINDS = {START: "start", PIP: "pip", DUEL_THROW: "duel", SPELL: "spell"}
SPOILT: Action = ("spoilt", None)
ALL_WANDS = (0, 1, 2)


def _offer_actions(_: Position) -> tuple[Action, ...]:
    return spell.OFFER_ACTIONS


LEGAL: dict[str, Callable[[Position], tuple[Action, ...]]] = {
    MOVE: moves.move_actions,
    TAKE: moves.take_actions,
    DUEL: duel.duel_actions,
    OFFER: _offer_actions,
    SYMBOL: spell.symbol_actions,
    MAGIC: spell.magic_actions,
}
"""One function per phase that awaits a decision."""


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Every legal decision in a fixed order; empty while a throw is awaited or all is over."""
    lister = LEGAL.get(position.phase)
    return () if lister is None else lister(position)


def wanted_wands(position: Position) -> tuple[int, ...]:
    """The wands that must fly in the awaited throw (S2, D2)."""
    return position.duel.fly if position.phase == DUEL_THROW and position.duel is not None else ALL_WANDS


def completed(position: Position, wands: Wands) -> Wands:
    """M4: what was seen of the wands, with what the wand table adds."""
    table = position.setup.table
    if table is None:
        return wands
    tops, hidden = wands
    red, black, white = (
        (
            top_of(table, colour, hidden[colour]) if tops[colour] == UNKNOWN else tops[colour],
            hidden_of(table, colour, tops[colour]) if hidden[colour] == UNKNOWN else hidden[colour],
        )
        for colour in range(3)
    )
    return (red[0], black[0], white[0]), (red[1], black[1], white[1])


def throw(position: Position, wands: Wands, events: list[Json]) -> None:
    """A throw has been seen; its use is that of the phase."""
    tops, hidden = completed(position, wands)
    phase, fly = position.phase, wanted_wands(position)
    if len(fly) < 3 and position.duel is not None:  # D2: a kept wand's value stands
        kept, last = position.duel.tops, position.throw
        tops = _merge(tops, kept, fly)
        hidden = _merge(hidden, last.hidden if last is not None else hidden, fly)
    seen = position.throw = Throw(thrower(position), THROW_KINDS[phase], tops, hidden, fly)
    events.append(_thrown(seen))
    USES[phase](position, seen, events)


def _merge(fresh: Three, old: Three, fly: tuple[int, ...]) -> Three:
    red, black, white = (fresh[wand] if wand in fly else old[wand] for wand in ALL_WANDS)
    return red, black, white


def _thrown(seen: Throw) -> Json:
    event: Json = {
        "type": "thrown",
        "seat": COLOURS[seen.seat],
        "kind": seen.kind,
        "flew": [COLOURS[wand] for wand in seen.flew],
        "rule": "M4",
    }
    if seen.kind == "spell":
        counts = symbol_counts(seen.hidden)
        event["counts"] = {face: counts[number] for number, face in enumerate(FACES)}
    else:
        event["tops"] = {colour: seen.tops[number] for number, colour in enumerate(COLOURS)}
        event["sum"] = sum(seen.tops)
    return event


def _spoilt(position: Position, _: None, events: list[Json]) -> None:
    """S2: the same wands fly again; in a duel it uses up no throw."""
    events.append(
        {
            "type": "spoilt",
            "seat": COLOURS[thrower(position)],
            "kind": THROW_KINDS[position.phase],
            "flew": [COLOURS[wand] for wand in wanted_wands(position)],
            "rule": "S2",
        }
    )


USES: dict[str, Callable[[Position, Throw, list[Json]], None]] = {
    START: moves.start_throw,
    PIP: moves.pip_throw,
    DUEL_THROW: duel.duel_throw,
    SPELL: spell.spell_throw,
}
"""One function per phase that awaits a throw."""

HANDLERS: dict[str, Callable[[Position, Any, list[Json]], None]] = {
    "throw": throw,
    "spoilt": _spoilt,
    "jump": moves.jump,
    "walk": moves.walk,
    "stay": moves.stay,
    "take": moves.take,
    "again": duel.again,
    "stop": duel.stop,
    "accept": spell.accept,
    "decline": spell.decline,
    "symbol": spell.symbol,
    "magic": spell.magic,
}
"""One function per type of action."""


def step(position: Position, action: Action) -> tuple[Position, tuple[Json, ...]]:
    """The next position and what happened, for an action that is legal; the position given stays as it is."""
    after = position.__copy__()  # type: ignore[attr-defined]
    after.banished = ()
    events: list[Json] = []
    HANDLERS[action[0]](after, action[1], events)
    return after, tuple(events)

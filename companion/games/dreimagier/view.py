"""What a role sees.  There are no secrets: everyone sees the same, and may look at all hands at any time."""

from __future__ import annotations

from typing import Any

from companion.games import Json
from companion.games.dreimagier.actions import to_json
from companion.games.dreimagier.board import MAGIC_PLACES, PLACES
from companion.games.dreimagier.duel import most_throws
from companion.games.dreimagier.flow import ordered_rights, ranking
from companion.games.dreimagier.lamps import lamp_roles
from companion.games.dreimagier.play import THROW_KINDS, legal_actions, wanted_wands
from companion.games.dreimagier.position import (
    DUEL,
    MAGIC,
    MOVE,
    NOBODY,
    OFFER,
    OVER,
    SYMBOL,
    TAKE,
    Duel,
    Position,
    Right,
    asked_seat,
    thrower,
)
from companion.games.dreimagier.setup import NAME
from companion.games.dreimagier.spell import choices
from companion.games.dreimagier.wands import COLOURS, FACES, UNKNOWN, symbol_counts

QUESTIONS = {MOVE: "move", TAKE: "take", DUEL: "duel", OFFER: "offer", SYMBOL: "symbol", MAGIC: "magic"}


def colour(seat: int) -> str | None:
    """The name of a colour, None for nobody."""
    return None if seat == NOBODY else COLOURS[seat]


def question(position: Position) -> tuple[str, str] | None:
    """Who is asked what; None when the game is over."""
    if position.phase == OVER:
        return None
    return COLOURS[asked_seat(position)], QUESTIONS.get(position.phase, "throw")


def wanted(position: Position) -> Json | None:
    """The awaited throw: seat, kind, wands that fly, kept ones with their value, what counts of them."""
    kind = THROW_KINDS.get(position.phase)
    if kind is None:
        return None
    fly = wanted_wands(position)
    duel = position.duel
    kept = {COLOURS[wand]: duel.tops[wand] for wand in range(3) if wand not in fly} if duel is not None else {}
    return {
        "seat": colour(thrower(position)),
        "kind": kind,
        "wands": [COLOURS[wand] for wand in fly],
        "kept": kept,
        "needs": "hidden" if kind == "spell" else "top",
    }


def view_of(position: Position) -> Json:
    """The whole table; the same for every role."""
    setup, asked = position.setup, question(position)
    return {
        "game": NAME,
        "phase": position.phase,
        "turn": colour(position.turn),
        "thrower": colour(thrower(position)),
        "asked": [] if asked is None else [{"seat": asked[0], "kind": asked[1]}],
        "seats": [COLOURS[seat] for seat in setup.order],
        "figures": figures_json(position),
        "cards": cards_json(position),
        "supply": supply_json(position),
        "throw": _throw(position),
        "throw_wanted": wanted(position),
        "duel": _duel(position),
        "offer": None if position.offer is None else _right(position.offer),
        "symbols": _symbols(position),
        "move": _move(position),
        "take": None if position.take == NOBODY else PLACES[position.take],
        "start": _start(position),
        "rights": [_right(right) for right in ordered_rights(position)],
        "legal": [to_json(setup, action) for action in legal_actions(position)],
        "lamps": {node: list(roles) for node, roles in lamp_roles(position).items()},
        "winner": colour(position.winner),
        "ranking": ranking(position) if position.phase == OVER else None,
        "board": {"name": setup.board.name, "surveyed": setup.board.surveyed},
        "ruleset": setup.header["ruleset"],
    }


def figures_json(position: Position) -> Json:
    """Where the figures stand, and the stones."""
    names = position.setup.names
    return {
        name: {
            "magician": names[position.magicians[seat]],
            "apprentice": names[position.apprentices[seat]],
            "stone": position.stones[seat],
        }
        for seat, name in enumerate(COLOURS)
    }


def cards_json(position: Position) -> Json:
    """Every hand, in the order of the places."""
    return {
        name: [PLACES[place] for place in MAGIC_PLACES if position.cards[seat] >> place & 1]
        for seat, name in enumerate(COLOURS)
    }


def supply_json(position: Position) -> Json:
    """Cards that still lie on each magic place."""
    return {PLACES[place]: position.supply[place] for place in MAGIC_PLACES}


def _throw(position: Position) -> Json | None:
    last = position.throw
    if last is None:
        return None
    return {
        "seat": COLOURS[last.seat],
        "kind": last.kind,
        "wands": {
            name: {
                "top": None if last.tops[number] == UNKNOWN else last.tops[number],
                "hidden": None if last.hidden[number] == UNKNOWN else FACES[last.hidden[number]],
            }
            for number, name in enumerate(COLOURS)
        },
        "flew": [COLOURS[wand] for wand in last.flew],
        "sum": None if UNKNOWN in last.tops else sum(last.tops),
    }


def _duel(position: Position) -> Json | None:
    duel = position.duel
    if duel is None:
        return None
    return {
        "place": PLACES[duel.place],
        "challenger": COLOURS[duel.challenger],
        "challenged": COLOURS[duel.challenged],
        "leader": COLOURS[duel.leader],
        "turn": COLOURS[duel.side],
        "results": {COLOURS[seat]: _result(duel, seat) for seat in (duel.challenger, duel.challenged)},
        "throws_left": most_throws(duel) - duel.throws,
        "round": duel.round,
    }


def _result(duel: Duel, seat: int) -> Json:
    """A side's result in this round, announced or so far."""
    if seat == duel.leader and duel.lead is not None:
        return _score(duel.lead_tops, duel.lead[1], True)
    if seat == duel.side:
        return _score(duel.tops, duel.throws, False)
    return _score((UNKNOWN,) * 3, 0, False)


def _score(tops: tuple[int, ...], throws: int, done: bool) -> Json:
    shown: dict[str, Any] = {name: tops[number] for number, name in enumerate(COLOURS) if tops[number] != UNKNOWN}
    return {"sum": sum(tops) if throws else None, "throws": throws, "wands": shown, "done": done}


def _right(right: Right) -> Json:
    return {"seat": COLOURS[right[0]], "kind": right[1]}


def _symbols(position: Position) -> Json | None:
    if position.phase != SYMBOL or position.throw is None:
        return None
    counts = symbol_counts(position.throw.hidden)
    return {
        "counts": {face: counts[number] for number, face in enumerate(FACES)},
        "choices": [FACES[face] for face in choices(position)],
    }


def _move(position: Position) -> Json | None:
    move = position.move
    if move is None:
        return None
    stone = position.stones[position.mover]
    return {
        "sum": move.total,
        "reach": [move.total, 2 * move.total] if stone else [move.total],
        "magician_steps": move.steps,
        "magician": move.magician,
        "apprentice": move.apprentice,
        "must_jump": move.forced,
        "spell": move.spell,
    }


def _start(position: Position) -> Json | None:
    start = position.start
    if start is None:
        return None
    sums = {COLOURS[seat]: total for seat, total in start.sums}
    return {"sums": sums, "waiting": [COLOURS[seat] for seat in start.waiting]}

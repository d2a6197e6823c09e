"""A position as JSON, complete: with its header it stands alone (example: ``tests/games/data/position.json``).

{"header": {...},                      as made by ``Game.header``
 "phase": one of position.PHASES, "turn": colour | null, "mover": colour | null,
 "figures": {colour: {"magician": place, "apprentice": node, "stone": bool}},
 "cards": {colour: [places]}, "supply": {place: 0-2},
 "first_thrown": [colours], "bonus_won": [colours],
 "rights": [{"seat", "kind": "bonus" | "doublet"}], "earned": [the same, won in this move],
 "offer": {"seat", "kind": "spell" | "bonus" | "doublet"} | null, "take": place | null,
 "start": {"waiting": [colours], "sums": {colour: n}} | null,
 "throw": {"seat", "kind", "flew": [colours], "tops": {colour: n | null}, "hidden": {colour: face | null}} | null,
 "move": {"sum", "steps", "magician": "open" | "done" | "none", "apprentice": likewise, "forced", "spell"} | null,
 "duel": {"place", "challenger", "challenged", "leader", "side", "round", "lead": {"sum", "throws", "tops"} | null,
          "throws", "tops", "fly"} | null,
 "winner": colour | null, "banished": [{"seat", "figure"}]}
"""

from __future__ import annotations

from typing import Any

from companion.games import Fault, Invalid, Json
from companion.games.dreimagier.board import MAGIC_PLACES, PLACES
from companion.games.dreimagier.checks import check
from companion.games.dreimagier.position import (
    BONUS,
    DONE,
    DOUBLET,
    NOBODY,
    NONE,
    OPEN,
    PHASES,
    Bools,
    Duel,
    Move,
    Position,
    Right,
    StartThrows,
    Throw,
)
from companion.games.dreimagier.reader import Reader
from companion.games.dreimagier.setup import Setup, setup_from
from companion.games.dreimagier.view import cards_json, colour, figures_json, supply_json
from companion.games.dreimagier.wands import COLOURS, FACES, UNKNOWN, Three

MAGIC_NAMES = tuple(PLACES[place] for place in MAGIC_PLACES)
STATES = (OPEN, DONE, NONE)
KINDS = ("start", "pip", "duel", "spell")
RIGHTS = (BONUS, DOUBLET)


def encode(position: Position) -> Json:
    """The position as JSON."""
    return {
        "header": position.setup.header,
        "phase": position.phase,
        "turn": colour(position.turn),
        "mover": colour(position.mover),
        "figures": figures_json(position),
        "cards": cards_json(position),
        "supply": supply_json(position),
        "first_thrown": _flags(position.first_thrown),
        "bonus_won": _flags(position.bonus_won),
        "rights": [_right(right) for right in position.rights],
        "earned": [_right(right) for right in position.earned],
        "offer": None if position.offer is None else _right(position.offer),
        "take": None if position.take == NOBODY else PLACES[position.take],
        "start": _start(position.start),
        "throw": _throw(position.throw),
        "move": _move(position.move),
        "duel": _duel(position.duel),
        "winner": colour(position.winner),
        "banished": [{"seat": COLOURS[seat], "figure": figure} for seat, figure in position.banished],
    }


def _flags(values: Bools) -> list[str]:
    return [COLOURS[seat] for seat in range(3) if values[seat]]


def _right(right: Right) -> Json:
    return {"seat": COLOURS[right[0]], "kind": right[1]}


def _colours(numbers: tuple[int, ...]) -> list[str]:
    return [COLOURS[number] for number in numbers]


def _tops(tops: Three) -> Json:
    return {name: None if tops[number] == UNKNOWN else tops[number] for number, name in enumerate(COLOURS)}


def _hidden(hidden: Three) -> Json:
    return {name: None if hidden[number] == UNKNOWN else FACES[hidden[number]] for number, name in enumerate(COLOURS)}


def _start(start: StartThrows | None) -> Json | None:
    if start is None:
        return None
    return {"waiting": _colours(start.waiting), "sums": {COLOURS[seat]: total for seat, total in start.sums}}


def _throw(throw: Throw | None) -> Json | None:
    if throw is None:
        return None
    return {
        "seat": COLOURS[throw.seat],
        "kind": throw.kind,
        "flew": _colours(throw.flew),
        "tops": _tops(throw.tops),
        "hidden": _hidden(throw.hidden),
    }


def _move(move: Move | None) -> Json | None:
    if move is None:
        return None
    return {
        "sum": move.total,
        "steps": move.steps,
        "magician": move.magician,
        "apprentice": move.apprentice,
        "forced": move.forced,
        "spell": move.spell,
    }


def _duel(duel: Duel | None) -> Json | None:
    if duel is None:
        return None
    lead = None
    if duel.lead is not None:
        lead = {"sum": duel.lead[0], "throws": duel.lead[1], "tops": _tops(duel.lead_tops)}
    return {
        "place": PLACES[duel.place],
        "challenger": COLOURS[duel.challenger],
        "challenged": COLOURS[duel.challenged],
        "leader": COLOURS[duel.leader],
        "side": COLOURS[duel.side],
        "round": duel.round,
        "lead": lead,
        "throws": duel.throws,
        "tops": _tops(duel.tops),
        "fly": _colours(duel.fly),
    }


def decode(data: Any) -> Position:
    """The position from JSON.  Raises Invalid with all faults; an impossible position has faults too."""
    reader = Reader(data)
    setup, faults = _read_setup(reader)
    fields = {**_plain(reader, setup.names if not faults else None), **_parts(reader, setup.order)}
    reader.close()
    faults += reader.faults
    position = Position(setup=setup, **fields)
    if not faults:
        faults += check(position)
    if faults:
        raise Invalid("the position", faults)
    return position


def _read_setup(reader: Reader) -> tuple[Setup, list[Fault]]:
    """The set-up; after faults in the header a default one, so that the faults of the rest are found too."""
    try:
        return setup_from(reader.whole("header")), []
    except Invalid as invalid:
        return setup_from({}), [Fault(f"header.{fault.where}", fault.text) for fault in invalid.faults]


def _plain(reader: Reader, names: tuple[str, ...] | None) -> dict[str, Any]:
    figures, cards, supply = reader.part("figures"), reader.part("cards"), reader.part("supply")
    seats = [figures.part(name) for name in COLOURS]
    found = {
        "phase": reader.word("phase", PHASES),
        "turn": reader.number_or_nobody("turn", COLOURS),
        "mover": reader.number_or_nobody("mover", COLOURS),
        "magicians": tuple(seat.number("magician", PLACES) for seat in seats),
        "apprentices": tuple(seat.number("apprentice", names) if names else seat.skip("apprentice") for seat in seats),
        "stones": tuple(seat.flag("stone") for seat in seats),
        "cards": tuple(sum(1 << number for number in cards.numbers(name, PLACES, MAGIC_NAMES)) for name in COLOURS),
        "supply": tuple(supply.count(name, 0, 2) if name in MAGIC_NAMES else 0 for name in PLACES),
        "first_thrown": _bools(reader.numbers("first_thrown", COLOURS)),
        "bonus_won": _bools(reader.numbers("bonus_won", COLOURS)),
        "take": reader.number_or_nobody("take", PLACES),
        "winner": reader.number_or_nobody("winner", COLOURS),
    }
    for part in (figures, cards, supply, *seats):
        part.close()
    return found


def _bools(numbers: tuple[int, ...]) -> Bools:
    return 0 in numbers, 1 in numbers, 2 in numbers


def _parts(reader: Reader, order: Three) -> dict[str, Any]:
    offer = reader.optional("offer")
    return {
        "rights": tuple(_read_right(item, RIGHTS) for item in reader.parts("rights")),
        "earned": tuple(_read_right(item, RIGHTS) for item in reader.parts("earned")),
        "offer": None if offer is None else _read_right(offer, (*RIGHTS, "spell")),
        "start": _read_start(reader.optional("start"), order),
        "throw": _read_throw(reader.optional("throw")),
        "move": _read_move(reader.optional("move")),
        "duel": _read_duel(reader.optional("duel")),
        "banished": tuple(_read_banished(item) for item in reader.parts("banished")),
    }


def _read_right(reader: Reader, kinds: tuple[str, ...]) -> Right:
    right = reader.number("seat", COLOURS), reader.word("kind", kinds)
    reader.close()
    return right


def _read_banished(reader: Reader) -> tuple[int, str]:
    found = reader.number("seat", COLOURS), reader.word("figure", ("magician", "apprentice"))
    reader.close()
    return found


def _read_start(reader: Reader | None, order: Three) -> StartThrows | None:
    if reader is None:
        return None
    waiting, sums = reader.listed("waiting", COLOURS), reader.part("sums")
    totals = tuple((seat, sums.count(COLOURS[seat], 0, 6)) for seat in order if sums.has(COLOURS[seat]))
    sums.close()
    reader.close()
    return StartThrows(waiting, totals)


def _read_tops(reader: Reader, key: str) -> Three:
    part = reader.part(key)
    red, black, white = (part.count_or_unknown(name, 0, 2) for name in COLOURS)
    part.close()
    return red, black, white


def _read_hidden(reader: Reader) -> Three:
    part = reader.part("hidden")
    red, black, white = (part.number_or_nobody(name, FACES) for name in COLOURS)
    part.close()
    return red, black, white


def _read_throw(reader: Reader | None) -> Throw | None:
    if reader is None:
        return None
    throw = Throw(
        seat=reader.number("seat", COLOURS),
        kind=reader.word("kind", KINDS),
        tops=_read_tops(reader, "tops"),
        hidden=_read_hidden(reader),
        flew=reader.numbers("flew", COLOURS),
    )
    reader.close()
    return throw


def _read_move(reader: Reader | None) -> Move | None:
    if reader is None:
        return None
    move = Move(
        total=reader.count("sum", 1, 6),
        steps=reader.count("steps", 0, 2),
        magician=reader.word("magician", STATES),
        apprentice=reader.word("apprentice", STATES),
        forced=reader.flag("forced"),
        spell=reader.flag("spell"),
    )
    reader.close()
    return move


def _read_duel(reader: Reader | None) -> Duel | None:
    if reader is None:
        return None
    lead = reader.optional("lead")
    unknown = (UNKNOWN, UNKNOWN, UNKNOWN)
    duel = Duel(
        place=reader.number("place", PLACES),
        challenger=reader.number("challenger", COLOURS),
        challenged=reader.number("challenged", COLOURS),
        leader=reader.number("leader", COLOURS),
        side=reader.number("side", COLOURS),
        round=reader.count("round", 1, 1_000_000),
        lead=None if lead is None else (lead.count("sum", 0, 6), lead.count("throws", 1, 3)),
        lead_tops=unknown if lead is None else _read_tops(lead, "tops"),
        throws=reader.count("throws", 0, 3),
        tops=_read_tops(reader, "tops"),
        fly=reader.numbers("fly", COLOURS),
    )
    if lead is not None:
        lead.close()
    reader.close()
    return duel

"""The position as a seat sees it: the ghost plays from what it is sent, like everybody.

A view leaves out what no action of this move depends on: who has made his first throw, bonus rights already used.
"""

from __future__ import annotations

from typing import Any

from companion.games import Json
from companion.games.dreimagier.board import PLACES
from companion.games.dreimagier.duel import NO_TOPS
from companion.games.dreimagier.position import NOBODY, Duel, Move, Position, StartThrows, Throw
from companion.games.dreimagier.setup import setup_from
from companion.games.dreimagier.wands import COLOURS, FACES, UNKNOWN, Three


def position_of(header: Json, view: Json) -> Position:
    """The position under this header that looks like this."""
    setup = setup_from(header)
    figures = view["figures"]
    offer = None if view["offer"] is None else _right(view["offer"])
    return Position(
        setup=setup,
        phase=view["phase"],
        turn=_seat(view["turn"]),
        mover=_mover(view),
        magicians=_three(setup.numbers[figures[colour]["magician"]] for colour in COLOURS),
        apprentices=_three(setup.numbers[figures[colour]["apprentice"]] for colour in COLOURS),
        stones=_three(bool(figures[colour]["stone"]) for colour in COLOURS),
        cards=_three(_hand(view["cards"][colour]) for colour in COLOURS),
        supply=tuple(view["supply"].get(place, 0) for place in PLACES),
        first_thrown=(True, True, True),
        bonus_won=(False, False, False),
        rights=tuple(_right(right) for right in view["rights"]),
        offer=offer,
        take=NOBODY if view["take"] is None else PLACES.index(view["take"]),
        start=_start(view["start"]),
        throw=_throw(view["throw"]),
        move=_move(view["move"]),
        duel=_duel(view),
        winner=_seat(view["winner"]),
    )


def _three(values: Any) -> Any:
    return tuple(values)


def _seat(name: str | None) -> int:
    return NOBODY if name is None else COLOURS.index(name)


def _mover(view: Json) -> int:
    """Whose move it is: the thrower, in a duel its challenger's: has made its throw."""
    duel = view["duel"]
    return _seat(view["thrower"] if duel is None else duel["challenger"])


def _hand(cards: list[str]) -> int:
    return sum(1 << PLACES.index(card) for card in cards)


def _right(right: Json) -> tuple[int, str]:
    return COLOURS.index(right["seat"]), right["kind"]


def _start(start: Json | None) -> StartThrows | None:
    if start is None:
        return None
    sums = tuple((COLOURS.index(seat), total) for seat, total in start["sums"].items())
    return StartThrows(tuple(COLOURS.index(seat) for seat in start["waiting"]), sums)


def _throw(throw: Json | None) -> Throw | None:
    if throw is None:
        return None
    wands = [throw["wands"][colour] for colour in COLOURS]
    tops = _three(UNKNOWN if wand["top"] is None else wand["top"] for wand in wands)
    hidden = _three(UNKNOWN if wand["hidden"] is None else FACES.index(wand["hidden"]) for wand in wands)
    flew = tuple(COLOURS.index(colour) for colour in throw["flew"])
    return Throw(COLOURS.index(throw["seat"]), throw["kind"], tops, hidden, flew)


def _move(move: Json | None) -> Move | None:
    if move is None:
        return None
    figures = move["magician"], move["apprentice"]
    return Move(move["sum"], move["magician_steps"], *figures, move["must_jump"], move["spell"])


def _duel(view: Json) -> Duel | None:
    duel = view["duel"]
    if duel is None:
        return None
    leader, side = COLOURS.index(duel["leader"]), COLOURS.index(duel["turn"])
    led, own = duel["results"][duel["leader"]], duel["results"][duel["turn"]]
    flying = view["throw_wanted"]["wands"] if view["throw_wanted"] else (view["throw"] or {"flew": COLOURS})["flew"]
    return Duel(
        place=PLACES.index(duel["place"]),
        challenger=COLOURS.index(duel["challenger"]),
        challenged=COLOURS.index(duel["challenged"]),
        leader=leader,
        side=side,
        round=duel["round"],
        lead=(led["sum"], led["throws"]) if led["done"] else None,
        lead_tops=_tops(led) if led["done"] else NO_TOPS,
        throws=own["throws"],
        tops=_tops(own),
        fly=tuple(COLOURS.index(colour) for colour in flying),
    )


def _tops(result: Json) -> Three:
    red, black, white = (result["wands"].get(colour, UNKNOWN) for colour in COLOURS)
    return red, black, white

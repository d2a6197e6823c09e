"""The position: everything that the rules need, phase included; values only, never changed in place.

Figures, cards and stones are kept by colour number, nodes by node number, hands of cards as bits by place number.
``encode`` and ``decode`` (in ``notation``) are its JSON.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from companion.games.dreimagier.setup import Setup
from companion.games.dreimagier.wands import UNKNOWN, Three

NOBODY = -1
ALL_CARDS = 0b111001111
"""Bits of the seven magic places."""

START, PIP, OFFER, MOVE, TAKE = "start", "pip", "offer", "move", "take"
DUEL_THROW, DUEL, SPELL, SYMBOL, MAGIC, OVER = "duel-throw", "duel", "spell", "symbol", "magic", "over"
PHASES = (START, PIP, OFFER, MOVE, TAKE, DUEL_THROW, DUEL, SPELL, SYMBOL, MAGIC, OVER)
THROW_PHASES = (START, PIP, DUEL_THROW, SPELL)

OPEN, DONE, NONE = "open", "done", "none"
"""State of a figure in a move: may still act, has acted (or chosen to stay), cannot act."""

BONUS, DOUBLET = "bonus", "doublet"

Right = tuple[int, str]
"""A right to a further throw: owner and kind."""
Bools = tuple[bool, bool, bool]


class Throw(msgspec.Struct, frozen=True):
    """The last throw: who, what for, values on top and hidden faces of all three wands, which of them flew."""

    seat: int
    kind: str
    tops: Three
    hidden: Three
    flew: tuple[int, ...]


class StartThrows(msgspec.Struct, frozen=True):
    """S1: who still has to throw in this round, and the sums of those who have."""

    waiting: tuple[int, ...]
    sums: tuple[tuple[int, int], ...]


class Move(msgspec.Struct, frozen=True):
    """A move under way: the throw's sum, the own wand's value, what each figure may still do.

    ``forced``: the magician must jump (T8, T9).  ``spell``: a spell throw is still to be offered (Z1).
    """

    total: int
    steps: int
    magician: str
    apprentice: str
    forced: bool
    spell: bool


class Duel(msgspec.Struct, frozen=True):
    """A duel, pending (D8) or under way.

    ``leader`` leads this round (D4), ``side`` throws now, ``lead`` is the leader's announced result (sum, throws),
    ``throws`` and ``tops`` are those of ``side`` so far, ``fly`` the wands of the last or next throw.
    """

    place: int
    challenger: int
    challenged: int
    leader: int
    side: int
    round: int
    lead: tuple[int, int] | None
    lead_tops: Three
    throws: int
    tops: Three
    fly: tuple[int, ...]


class Position(msgspec.Struct):
    """One position of a game.

    ``turn`` is whose turn it is, ``mover`` who made (or makes) the throw under way: another one after a bonus won out
    of turn.  ``rights`` are older rights to throws in order, ``earned`` those won in this move (B2 orders them at its
    end).  ``take`` is the cleared place whose card the mover takes from a rival.  ``banished`` are the figures that the
    last action sent to the labyrinth, as (colour, figure).
    """

    setup: Setup
    phase: str
    turn: int
    mover: int
    magicians: Three
    apprentices: Three
    stones: Bools
    cards: Three
    supply: tuple[int, ...]
    first_thrown: Bools
    bonus_won: Bools
    rights: tuple[Right, ...] = ()
    earned: tuple[Right, ...] = ()
    offer: Right | None = None
    take: int = NOBODY
    start: StartThrows | None = None
    throw: Throw | None = None
    move: Move | None = None
    duel: Duel | None = None
    winner: int = NOBODY
    banished: tuple[tuple[int, str], ...] = ()


Item = TypeVar("Item")


def put(values: tuple[Item, Item, Item], colour: int, value: Item) -> tuple[Item, Item, Item]:
    """The three values with that of one colour replaced."""
    red, black, white = values
    if colour == 0:
        return value, black, white
    return (red, value, white) if colour == 1 else (red, black, value)


def first_position(setup: Setup) -> Position:
    """S1: all six figures on life, two cards on each magic place, the first seat to throw for the start."""
    life = setup.numbers["life"]
    return Position(
        setup=setup,
        phase=START,
        turn=NOBODY,
        mover=NOBODY,
        magicians=(life, life, life),
        apprentices=(life, life, life),
        stones=(False, False, False),
        cards=(0, 0, 0),
        supply=tuple(2 if ALL_CARDS >> place & 1 else 0 for place in range(9)),
        first_thrown=(False, False, False),
        bonus_won=(False, False, False),
        start=StartThrows(setup.order, ()),
    )


def new_duel(place: int, challenger: int, challenged: int) -> Duel:
    """D1, D2: the challenger leads with all three wands."""
    return Duel(
        place=place,
        challenger=challenger,
        challenged=challenged,
        leader=challenger,
        side=challenger,
        round=1,
        lead=None,
        lead_tops=(UNKNOWN, UNKNOWN, UNKNOWN),
        throws=0,
        tops=(UNKNOWN, UNKNOWN, UNKNOWN),
        fly=(0, 1, 2),
    )


def thrower(position: Position) -> int:
    """Whose throw it is, under way or awaited; NOBODY when the game is over."""
    if position.start is not None:
        return position.start.waiting[0]
    if position.duel is not None and position.phase in (DUEL_THROW, DUEL):
        return position.duel.side
    return NOBODY if position.phase == OVER else position.mover


def asked_seat(position: Position) -> int:
    """The one seat that must act; NOBODY when the game is over."""
    if position.offer is not None:
        return position.offer[0]
    return thrower(position)


def card_count(cards: int) -> int:
    """Number of cards in a hand."""
    return cards.bit_count()

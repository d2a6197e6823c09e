"""The course of a table: what the journal's entries add up to (``companion.table.steps``).

The table keeps the last course and replaces it as a whole, so that readers never see half an entry.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games import Json
from companion.table.bodies import Ghost
from companion.table.entries import Base


class Played(msgspec.Struct, frozen=True):
    """One action that stands: the entry's number, who, how and when, what happened, and the position before it."""

    seq: int
    action: Json
    seat: str
    source: str
    picture: str | None
    events: tuple[Json, ...]
    before: Any
    at: int | None = None
    ghost: Ghost | None = None


class Seat(msgspec.Struct, frozen=True):
    """A seat: the player's name, the hash of the secret that holds it (None: free), and the ghost on a free one."""

    name: str
    hash: str | None
    ghost: Ghost | None = None


class Proposal(msgspec.Struct, frozen=True):
    """A throw that the players must judge.  ``choices`` are objects with ``choice`` and, to count it, ``actions``."""

    id: int
    seat: str
    reason: str
    kind: str | None
    choices: tuple[Json, ...]
    wands: Json
    picture: str | None
    source: str
    refusal: Json | None


class Ask(msgspec.Struct, frozen=True):
    """Something that other seats must agree to; see ``companion.table.asks``."""

    id: int
    type: str
    by: str | None
    data: Json
    voters: tuple[str, ...]
    need: int
    choices: tuple[str, ...]
    votes: dict[str, str]

    @property
    def at_the_door(self) -> bool:
        """Somebody who holds no seat wants in: such asks stand beside all else and block nothing."""
        return self.type in DOOR


DOOR = ("replace", "evening")
OUTLOOK, SHOWN, HIDDEN = "odds", "shown", "hidden"
"""The ask to let seats see the odds, and how it ends where all agree, and later; see ``companion.table.outlook``."""
ALL = ""
"""Stands for a new evening, where a seat could be named."""


class Rewound(msgspec.Struct, frozen=True):
    """The last undo or correction: its entry, and the position that the wooden board still shows."""

    seq: int
    before: Any


class Told(msgspec.Struct, frozen=True):
    """One line of the history; ``action`` and ``events`` go to a role only as the game tells them."""

    seq: int
    kind: str
    seat: str | None
    source: str | None
    action: Json | None
    events: tuple[Json, ...]
    body: Json
    void: bool = False


class Course(msgspec.Struct, frozen=True):
    """All that follows from the entries up to ``seq``.  ``position`` is None before the first game.

    ``questions`` names what is asked of a seat, ``offers`` what a seat may do besides; ``began`` is the entry of the
    game and ``began_at`` its time, ``sat`` who sat on each seat last, also after he left it.
    ``ask`` is the one question to the table that the game waits for, ``knocks`` are those of people at the door.
    ``quiet`` tells when (the clock) people said that nobody shall ask for a seat again tonight, or for a new evening
    (``ALL``).  It outlives the game; the wish for a seat goes with its holder.
    ``outlook`` tells whether all seats have agreed to see the odds.
    """

    seq: int = 0
    began: int = 0
    began_at: int | None = None
    sat: dict[str, str] = {}
    header: Json = {}
    position: Any = None
    line: tuple[Played, ...] = ()
    seats: dict[str, Seat] = {}
    questions: dict[str, str] = {}
    offers: dict[str, str] = {}
    proposal: Proposal | None = None
    ask: Ask | None = None
    knocks: tuple[Ask, ...] = ()
    told: tuple[Told, ...] = ()
    notices: tuple[Json, ...] = ()
    rewound: Rewound | None = None
    quiet: dict[str, int] = {}
    outlook: bool = False

    @property
    def names(self) -> dict[str, str]:
        """The names that players gave, by seat."""
        return {seat: each.name for seat, each in self.seats.items() if each.name}

    def find_ask(self, number: int) -> Ask | None:
        """The open ask of this number, at the table or at the door."""
        return next((each for each in self.asks if each.id == number), None)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """Everything that is asked of seats beside the game's own questions."""
        return (*self.knocks, *((self.ask,) if self.ask is not None else ()))


def base_after(course: Course, seq: int, check: str) -> Base:
    """Where entries begin that follow entry ``seq``; the course tells who sits where then."""
    seats = {name: _kept(seat) for name, seat in course.seats.items()}
    return Base(seq, check, seats, course.quiet)


def _kept(seat: Seat) -> Json:
    ghost = {} if seat.ghost is None else {"ghost": msgspec.to_builtins(seat.ghost)}
    return {"name": seat.name, "hash": seat.hash, **ghost}


def from_base(base: Base) -> Course:
    """The course where entries after ``base`` begin."""
    seats = {name: msgspec.convert(each, Seat) for name, each in base.seats.items()}
    return Course(seq=base.seq, seats=seats, quiet=base.quiet)


def question_id(kind: str, seat: str, seq: int) -> str:
    """Name of a question: its kind, the seat, and the entry with which it arose."""
    return f"{kind}.{seat}.{seq}"

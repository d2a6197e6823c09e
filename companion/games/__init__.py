"""What a table asks of any game.

A game is a pure package: no input or output, no clock, no randomness.  The table, the pages and the
programs know a game by this contract alone; nothing outside ``companion.games`` names one.

Chance is an input: a throw is an action like any other, made by a camera, a finger or a seeded simulator.
Where a position waits for a throw, ``throw_wanted`` describes it and ``legal`` is empty; where it waits for a
decision, ``legal`` lists every one in a fixed order and ``throw_wanted`` is None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

Json = dict[str, Any]
"""A JSON object, keys sorted when it is written; integers, strings, booleans, lists and objects only."""


class GameError(Exception):
    """Root of all errors of the games."""


class Fault(msgspec.Struct, frozen=True):
    """One fault of a board, header, position or action: ``where`` names the key, ``text`` what to do."""

    where: str
    text: str


class Invalid(GameError, ValueError):
    """Unreadable or impossible input; lists every fault, not only the first."""

    def __init__(self, what: str, faults: Sequence[Fault]) -> None:
        self.what = what
        self.faults = tuple(faults)
        lines = "".join(f"\n  {fault.where}: {fault.text}" for fault in self.faults)
        super().__init__(f"{what} cannot be used:{lines}")


class Reason(msgspec.Struct, frozen=True):
    """Why an action is not allowed: the rule's id, and a sentence as message id with its values.

    ``message`` is a key of the translations, ``values`` what fills its placeholders; ``text`` is the German sentence.
    """

    rule: str
    message: str
    values: Json
    text: str


class Refused(GameError, ValueError):
    """An action that the rules do not allow here; carries the reason and the unchanged position."""

    def __init__(self, reason: Reason, position: Any) -> None:
        self.reason = reason
        self.position = position
        super().__init__(f"{reason.rule}: {reason.text}")


class Question(msgspec.Struct, frozen=True):
    """One seat is asked one thing; ``kind`` names it (``throw``, ``move``, ``duel``, ...)."""

    seat: str
    kind: str


class ThrowWanted(msgspec.Struct, frozen=True):
    """The throw that the position waits for.

    ``kind`` is the game's name for the use of the throw, ``wands`` the pieces that must fly, ``kept`` those that lie
    still with the value they show, ``needs`` is ``top``, ``hidden`` or ``either``: what a source must tell of each.
    """

    seat: str
    kind: str
    wands: tuple[str, ...]
    kept: Mapping[str, int]
    needs: str


Position = TypeVar("Position")

# What a game may offer besides (the table asks for each with getattr, and does without):
#   open_information: bool                   nothing is secret: every role is told all, the record may be read any time
#   tell(action, events, role)               -> (action | None, events): what a role may be told of a line of history
#   sentence(reason, language) -> str        the sentence of a Reason in a language
#   by_hand(position, action) -> bool        the only legal action is still to be taken by a hand, not by the table
#   lamp_numbers(header) -> {node: (n, ..)}  the strip's lamps of each node
#   contested: frozenset[str]                kinds of questions that people quarrel over: pictures are kept
#   pieces(position) -> ({"node", ..}, ..)   the pieces on a board, to check after a restart
#   positions(header) -> {node: (x, y)}      millimetres on the board, x east and y south


class Game(Protocol[Position]):
    """A game as the table sees it; every function is pure and its arguments are never changed."""

    name: str

    def header(self, options: Json) -> Json:
        """The complete, checked header of a game with these options (missing ones get their default).

        Raises Invalid with all faults.  The header is JSON and holds all that a replay needs.
        """
        ...

    def start(self, header: Json) -> Position:
        """The first position under a header made by ``header``."""
        ...

    def seats(self, header: Json) -> tuple[str, ...]:
        """Names of the seats in playing order (for Die drei Magier its colours)."""
        ...

    def asked(self, position: Position) -> tuple[Question, ...]:
        """Which seats must act, on what; empty exactly when the game is over."""
        ...

    def legal(self, position: Position) -> tuple[Json, ...]:
        """Every legal decision as JSON action, in a fixed order; empty while a throw is awaited or all is over."""
        ...

    def actor(self, position: Position, action: Json) -> str:
        """The seat whose action this is (needed where several are asked)."""
        ...

    def apply(self, position: Position, action: Json) -> tuple[Position, tuple[Json, ...]]:
        """The next position and what happened.  Raises Refused (nothing changed) or Invalid (unreadable)."""
        ...

    def why_not(self, position: Position, action: Json, seat: str | None = None) -> Reason | None:
        """The reason why this cannot be done here (by that seat), None exactly for what ``apply`` takes."""
        ...

    def throw_wanted(self, position: Position) -> ThrowWanted | None:
        """The throw that is awaited, if any."""
        ...

    def throw_action(self, position: Position, wands: Mapping[str, Json]) -> Json:
        """The throw action for what a source saw: per wand ``{"top": n}`` and/or ``{"hidden": face}``."""
        ...

    def is_chance(self, action: Json) -> bool:
        """True for what was seen rather than decided: undo never goes behind it."""
        ...

    def lamps(self, position: Position) -> dict[str, tuple[str, ...]]:
        """Node to roles, as in ``companion.protocol.ROLES``; no target while a throw is awaited."""
        ...

    def view(self, position: Position, role: str | None) -> Json:
        """All that a seat (or None: a spectator) may see; the only thing that is ever sent of a position."""
        ...

    def encode(self, position: Position) -> Json:
        """The position as JSON, complete."""
        ...

    def decode(self, data: Json) -> Position:
        """The position from JSON; raises Invalid with all faults."""
        ...

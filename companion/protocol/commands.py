"""Commands: what a seat does in a game, and what the host answers."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Command(msgspec.Struct, frozen=True):
    """From a phone: one action.  ``request`` is unique a tap: the same again changes nothing, with the same answer."""

    seq: int
    question: str
    request: str
    seat: str
    action: dict[str, Any]


class Refusal(msgspec.Struct, frozen=True):
    """Why not: the rule's id and one sentence in the player's language; ``nodes`` of the board it speaks of."""

    rule: str
    text: str
    nodes: tuple[str, ...] = ()


class Answer(msgspec.Struct, frozen=True):
    """To every command.  ``stale`` and ``refused`` changed nothing; ``state`` is the table as that role sees it."""

    outcome: Literal["done", "stale", "refused"]
    seq: int
    refusal: Refusal | None
    state: dict[str, Any]


class Undo(msgspec.Struct, frozen=True):
    """From a seat: take the last decision back; ``all``: every one back to the last throw."""

    seq: int
    request: str
    seat: str
    all: bool = False


class Judge(msgspec.Struct, frozen=True):
    """From a seat: its answer to the open proposal (``state.proposal.id``), one of its choices."""

    seq: int
    request: str
    seat: str
    proposal: int
    choice: str


class Toss(msgspec.Struct, frozen=True):
    """From the seat that is to throw: drop the wands of the *simulated* camera."""

    seat: str
    seq: int
    request: str


class Correct(msgspec.Struct, frozen=True):
    """From a seat: an old throw (entry number in the history) was read wrongly; ``action`` is the throw as it was."""

    seq: int
    request: str
    seat: str
    entry: int
    action: dict[str, Any]


class Dispute(msgspec.Struct, frozen=True):
    """From a seat: question the last throw."""

    seq: int
    request: str
    seat: str


class Check(msgspec.Struct, frozen=True):
    """From a seat, after a restart: let piece ``at`` of the board glow (``state.check.pieces``; None: done).

    ``wrong`` are the pieces that stood wrongly so far.
    """

    request: str
    seat: str
    at: int | None = None
    wrong: list[int] = []

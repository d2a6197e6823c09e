"""Seats: how people come, agree and leave."""

from __future__ import annotations

import msgspec


class Join(msgspec.Struct, frozen=True):
    """From a phone: take a seat with the table's code; the name is shown to all."""

    code: str
    seat: str | None
    name: str


class JoinAnswer(msgspec.Struct, frozen=True):
    """To ``Join``.  The token is in a cookie too; ``waiting``: somebody must agree to ``ask`` first."""

    token: str
    seat: str
    waiting: bool
    ask: int | None = None


class Withdraw(msgspec.Struct, frozen=True):
    """From a browser that waits at the door: it does not want in any more."""

    code: str
    request: str


class Free(msgspec.Struct, frozen=True):
    """From a seat or, without seat, from the host: free the seat ``free``, whose phone is away."""

    request: str
    free: str
    seat: str | None = None


class GhostSeat(msgspec.Struct, frozen=True):
    """From a seat or, without seat, from the host: let the game play the seat ``ghost`` at this level."""

    request: str
    ghost: str
    level: str
    seat: str | None = None


class ShowOdds(msgspec.Struct, frozen=True):
    """From a seat: let all seats see the odds of this game, if the others agree; or no longer."""

    request: str
    seat: str
    shown: bool


class Vote(msgspec.Struct, frozen=True):
    """From a seat: its voice in an open ask (``state.ask``, ``state.knocks``), one of its choices.

    ``withdraw`` from the seat that asked takes it back.
    In a dispute the choice may be ``value:`` and the throw action as JSON.
    """

    request: str
    seat: str
    ask: int
    choice: str


class Leave(msgspec.Struct, frozen=True):
    """From a seat: give it up."""

    request: str
    seat: str

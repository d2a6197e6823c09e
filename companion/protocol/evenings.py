"""Evenings: a game begins anew, goes on from a record, or forgets a name."""

from __future__ import annotations

from typing import Any

import msgspec


class AskEvening(msgspec.Struct, frozen=True):
    """From a browser without a seat: begin a new evening, with every seat free."""

    code: str
    name: str


class Evening(msgspec.Struct, frozen=True):
    """From a seat or, without seat, from the host: a new game, the same but for these options, every seat free."""

    request: str
    seat: str | None = None
    options: dict[str, Any] = {}


class NewGame(msgspec.Struct, frozen=True):
    """From a seat (the others must agree) or, without seat, from the host: begin a new game with these options.

    ``game`` among the options may be another one.  ``sits`` tells who sits down where: a seat of the new game to one
    that is held now; without it all stay where they sit.
    """

    seq: int
    request: str
    seat: str | None = None
    options: dict[str, Any] = {}
    sits: dict[str, str] = {}


class Lay(msgspec.Struct, frozen=True):
    """From people at the table, with its code, before anybody sits: let this game lie on the table."""

    code: str
    request: str
    game: str


class Import(msgspec.Struct, frozen=True):
    """From the host: continue from a game record (JSON Lines text)."""

    request: str
    record: str


class Forget(msgspec.Struct, frozen=True):
    """From a seat or the host: take a name out of every game that is kept."""

    request: str
    name: str
    seat: str | None = None

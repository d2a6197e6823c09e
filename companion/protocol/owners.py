"""Owners: who sets the table up, and what they ask there."""

from __future__ import annotations

import msgspec


class HostLogin(msgspec.Struct, frozen=True):
    """From a browser: the host's token, to set up this table from here."""

    token: str


class Prove(msgspec.Struct, frozen=True):
    """From a browser: the short code that stands at the table, to set the table up from here."""

    code: str


class Claiming(msgspec.Struct, frozen=True):
    """From a phone, while nobody is an owner: a button at the table will be pressed for it."""

    request: str


class Standing(msgspec.Struct, frozen=True):
    """Whether a browser is an owner's, or waits for a press of a button at the table."""

    owner: bool
    waits: bool


class WithdrawOwner(msgspec.Struct, frozen=True):
    """From an owner: the device ``owner`` may no longer set the table up."""

    request: str
    owner: str


class Skip(msgspec.Struct, frozen=True):
    """From an owner: a step of the set-up is left out for now, or (``skipped`` false) is not any more."""

    request: str
    step: str
    skipped: bool = True


class Begin(msgspec.Struct, frozen=True):
    """From people at the table, with its code: play as things are; the first page has done its work."""

    code: str


class Address(msgspec.Struct, frozen=True):
    """From an owner: the address that phones are sent to; empty: the likeliest."""

    request: str
    address: str = ""


class GoBack(msgspec.Struct, frozen=True):
    """From an owner: make an earlier set-up, named by its date, the one that holds."""

    request: str
    version: str


class RestoreAnswer(msgspec.Struct, frozen=True):
    """To a set-up's file: the names of its parts; ``done``: they have replaced what was there."""

    parts: list[str]
    done: bool


class Read(msgspec.Struct, frozen=True):
    """From a seat or the host: the notices of the table have been read."""

    request: str
    seat: str | None = None

"""Seats: held by secrets of 256 bits, of which only hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata

import msgspec

from companion.table import asks, sentences
from companion.table.bodies import Sat, draft
from companion.table.course import Course
from companion.table.entries import Draft
from companion.table.errors import Denied, NotYours, Unreadable
from companion.table.play import origin
from companion.table.table import Table

NAME_LENGTH = 40


class Joined(msgspec.Struct, frozen=True):
    """A secret for a seat; ``waiting`` means that another seat must agree first."""

    token: str
    waiting: bool


def hashed(token: str) -> str:
    """The hash that is kept of a secret."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def holder(course: Course, token: str) -> str | None:
    """The seat that a secret holds; compares with every seat in constant time."""
    found = None
    ours = hashed(token)
    for name, seat in course.seats.items():
        if hmac.compare_digest(seat.hash or "", ours):
            found = name
    return found


def waits_for(course: Course, token: str) -> str | None:
    """The seat that a secret will hold when the others agree."""
    ask = course.ask
    if ask is None or ask.type != "replace" or not hmac.compare_digest(ask.data["hash"], hashed(token)):
        return None
    return str(ask.data["seat"])


def good_code(table: Table, code: str) -> bool:
    """Whether this is the table's code; constant time."""
    return hmac.compare_digest(table.code.encode(), code.strip().upper().encode("utf-8", "replace"))


def clean_name(name: str) -> str:
    """A name fit to show: no control characters, single spaces, at most 40 characters; raises Unreadable if empty."""
    shown = "".join(c if unicodedata.category(c)[0] != "C" else " " for c in unicodedata.normalize("NFC", name))
    shown = " ".join(shown.split())[:NAME_LENGTH].strip()
    if not shown:
        raise Unreadable("name: write at least one character")
    return shown


def join(table: Table, code: str, seat: str, name: str) -> Joined:
    """Take a free seat, or ask the others for a taken one.  Raises NotYours for a wrong code, Unreadable, Denied."""
    if not good_code(table, code):
        raise NotYours("this is not the code of the table")
    if seat not in table.course.seats:
        raise Unreadable(f"seat: one of {', '.join(table.course.seats)}")
    token = secrets.token_urlsafe(32)
    body = {"seat": seat, "name": clean_name(name), "hash": hashed(token)}

    def plan(course: Course) -> list[Draft]:
        others = [other for other, held in course.seats.items() if held.hash and other != seat]
        if course.seats[seat].hash is None or not others:
            return [draft(Sat(**body, how="replace" if course.seats[seat].hash else "join"))]
        if course.ask is not None:
            raise Denied(sentences.reason("table.busy"))
        return [asks.opened("replace", None, body, others, 1, ("yes", "no"))]

    table.write(plan, origin(f"join.{seat}", secrets.token_hex(16), body))
    return Joined(token, waiting=holder(table.course, token) is None)


def leave(table: Table, seat: str, request: str) -> None:
    """Free a seat that its holder gives up."""
    table.write(
        lambda course: [draft(Sat(seat, "", None, "leave"))],
        origin(seat, request, ["leave"]),
    )

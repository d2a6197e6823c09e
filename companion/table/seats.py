"""Seats: held by secrets of 256 bits, of which only hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata

import msgspec

from companion.games import Json, Reason
from companion.table import asks, knocks, sentences
from companion.table.bodies import Sat, Voted, draft
from companion.table.course import Ask, Course
from companion.table.entries import Draft
from companion.table.errors import Denied, NotYours, Unreadable
from companion.table.play import origin
from companion.table.table import Done, Table

NAME_LENGTH = 40


class Joined(msgspec.Struct, frozen=True):
    """A secret for a seat; ``waiting``: somebody must agree first, ``ask`` is what he is asked."""

    token: str
    waiting: bool
    ask: int | None = None


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
    ours = hashed(token)
    asked = [ask for ask in course.knocks if hmac.compare_digest(str(ask.data.get("hash")), ours)]
    return next((str(ask.data["seat"]) for ask in asked if ask.type == "replace"), None)


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


def join(
    table: Table, code: str, seat: str | None, name: str, live: asks.Live = asks.nobody, tokens: tuple[str, ...] = ()
) -> Joined:
    """Take a free seat, or ask for a held one (``companion.table.knocks``); ``tokens`` are those of this browser.

    Raises NotYours for a wrong code, Unreadable, Denied.
    """
    if not good_code(table, code):
        raise NotYours("this is not the code of the table")
    if seat is None:
        raise Denied(_no_seat(table.course))
    if seat not in table.course.seats:
        raise Unreadable(f"seat: one of {', '.join(table.course.seats)}")
    token = secrets.token_urlsafe(32)
    body = {"seat": seat, "name": clean_name(name), "hash": hashed(token)}
    mine = frozenset(hashed(each) for each in tokens)

    def plan(course: Course) -> list[Draft]:
        before = [
            each for ask in course.knocks if ask.data.get("hash") in mine for each in asks.closed(ask, "withdrawn")
        ]
        return [*before, *_seated(course, body, mine, live(course), (len(before), table.now()))]

    table.write(plan, origin(f"join.{seat}", secrets.token_hex(16), body))
    asked = next((ask.id for ask in table.course.knocks if ask.data.get("hash") == body["hash"]), None)
    return Joined(token, holder(table.course, token) is None, asked)


def _no_seat(course: Course) -> Reason:
    """A seat must be chosen; where none is free this is said too."""
    full = all(held.hash for held in course.seats.values())
    return sentences.reason("table.full" if full else "table.choose")


def _seated(
    course: Course, body: Json, mine: frozenset[str], live: frozenset[str], after: tuple[int, int]
) -> list[Draft]:
    """The seat is taken, or asked for; ``after`` are so many entries before these, and the time."""
    before, now = after
    held, seat = course.seats[body["seat"]], body["seat"]
    holds = [name for name, other in course.seats.items() if other.hash and other.hash in mine]
    others = [other for other in asks.taken(course) if other != seat]
    if held.hash is None:
        return [draft(Sat(**body, how="join"))]
    if seat in holds or (not others and seat not in live):
        return [draft(Sat(**body, how="replace"))]
    knocks.require_room(course, "replace", seat, live, now)
    opened = asks.opened("replace", None, body, asks.taken(course), 1, knocks.CHOICES)
    if not holds or seat in live:
        return [opened]
    ask = msgspec.convert({"id": course.seq + 1 + before, "votes": {}, **opened.body}, Ask)
    voice = draft(Voted(ask.id, holds[0], "yes"))
    return [opened, voice, *knocks.decided(course, ask, {holds[0]: "yes"}, live)]


def leave(table: Table, seat: str, request: str) -> None:
    """Free a seat that its holder gives up."""
    table.write(lambda course: freed(course, seat, "leave"), origin(seat, request, ["leave"]))


def free(table: Table, by: str | None, seat: str, request: str, live: asks.Live = asks.nobody) -> Done:
    """Free the seat of a ghost, or of a phone that is away; ``by`` None: the host.  Raises Unreadable, Denied."""
    if seat not in table.course.seats:
        raise Unreadable(f"free: one of {', '.join(table.course.seats)}")

    def plan(course: Course) -> list[Draft]:
        if seat in live(course):
            raise Denied(sentences.reason("table.live"))
        held = course.seats[seat]
        return freed(course, seat, "free") if held.hash or held.ghost else []

    return table.write(plan, origin(by or "host", request, ["free", seat]))


def freed(course: Course, seat: str, how: str) -> list[Draft]:
    """The seat is free; or it belongs to who waits for it at the door."""
    waiting = next((ask for ask in course.knocks if ask.data.get("seat") == seat), None)
    if waiting is not None:
        return knocks.granted(course, waiting, waiting.votes)
    return [draft(Sat(seat, "", None, how))]

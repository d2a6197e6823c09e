"""A new game on the table, a new evening, a game that goes on from its record, and what the players have read."""

from __future__ import annotations

import secrets

from companion.games import Json
from companion.table import asks, knocks
from companion.table.bodies import Begun, draft
from companion.table.course import Course
from companion.table.entries import Draft
from companion.table.play import origin, require_now
from companion.table.record import Recorded, begun
from companion.table.seats import Joined, clean_name, hashed
from companion.table.table import Done, Table

HOST = "host"


def new(
    table: Table, seat: str | None, seq: int, request: str, options: Json, live: asks.Live = asks.everybody
) -> Done:
    """Begin a new game, the same as before but for these options.

    At once for the host (seat None), for a seat with the consent of all others whose phones are there.

    Raises Stale, Denied, games.Invalid for options that cannot be used.
    """

    def plan(course: Course) -> list[Draft]:
        require_now(course, seq)
        header = following(table, course, options)
        others = [other for other in asks.taken(course) if other != seat and other in live(course)]
        if seat is None or not others:
            return [draft(Begun(header, "new"))]
        asks.require_free(course)
        data = {"header": header, "changes": table.game.changes(course.header, header)}
        return [asks.opened("new", seat, data, others, len(others), ("yes", "no"))]

    return table.write(plan, origin(seat or HOST, request, ["new", seq, options]))


def following(table: Table, course: Course, options: Json) -> Json:
    """The header of the next game: the same as before but for these options.  Raises games.Invalid."""
    return table.game.header(table.game.again(course.header, table.chosen(options)))


def import_(table: Table, text: str, request: str) -> Done:
    """Continue from a record: a new game with all its actions, at once.  Raises BadRecord, nothing changed."""
    recorded = Recorded(table.game, text)
    drafts = [draft(begun(recorded)), *map(draft, recorded.actions())]
    return table.write(lambda _: drafts, origin(HOST, request, ["import", text]))


def evening(table: Table, seat: str | None, request: str, options: Json, live: asks.Live = asks.nobody) -> Done:
    """A new game with every seat free, asked by a seat or the host (None); all others whose phones are there agree.

    Raises Denied, games.Invalid for options that cannot be used.
    """
    return table.write(
        lambda course: _evening(table, course, seat, {}, options, live(course)),
        origin(seat or HOST, request, ["evening", options]),
    )


def ask_evening(table: Table, name: str, live: asks.Live = asks.nobody) -> Joined:
    """The same asked by somebody at the door; where no phone is there to answer, it begins after a while."""
    token = secrets.token_urlsafe(32)
    data = {"name": clean_name(name), "hash": hashed(token)}
    table.write(
        lambda course: _evening(table, course, None, data, {}, live(course)), origin("door", data["hash"], ["evening"])
    )
    asked = next((ask.id for ask in table.course.knocks if ask.data.get("hash") == data["hash"]), None)
    return Joined(token, asked is not None, asked)


def _evening(
    table: Table, course: Course, seat: str | None, data: Json, options: Json, live: frozenset[str]
) -> list[Draft]:
    header = following(table, course, options)
    voters = [each for each in asks.taken(course) if each != seat]
    if not voters or not (data or live & set(voters)):
        return knocks.evening(course, header)
    knocks.require_room(course, "evening", None, live if data else frozenset(), table.now())
    shown = {**data, "header": header, "changes": table.game.changes(course.header, header)}
    return [asks.opened("evening", seat, shown, voters, len(voters), knocks.CHOICES)]


def read(table: Table, seat: str | None, request: str) -> Done:
    """The notices of the table have been read."""
    return table.write(
        lambda course: [Draft("note", {"type": "read", "by": seat or HOST})] if course.notices else [],
        origin(seat or HOST, request, ["read"]),
    )

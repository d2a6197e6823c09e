"""A new game on the table, one that goes on from its record, and what the players have read."""

from __future__ import annotations

from companion.games import Json
from companion.table import asks
from companion.table.bodies import Begun, draft
from companion.table.course import Course
from companion.table.entries import Draft
from companion.table.play import origin, require_now
from companion.table.record import Recorded, begun
from companion.table.table import Done, Table

HOST = "host"


def new(table: Table, seat: str | None, seq: int, request: str, options: Json) -> Done:
    """Begin a new game, the same as before but for these options.

    At once for the host (seat None), with the consent of all others for a seat.

    Raises Stale, Denied, games.Invalid for options that cannot be used.
    """

    def plan(course: Course) -> list[Draft]:
        require_now(course, seq)
        header = table.game.header(table.game.again(course.header, options))
        others = [other for other in asks.taken(course) if other != seat] if seat is not None else []
        if not others:
            return [draft(Begun(header, "new"))]
        asks.require_free(course)
        return [asks.opened("new", seat, {"header": header}, others, len(others), ("yes", "no"))]

    return table.write(plan, origin(seat or HOST, request, ["new", seq, options]))


def import_(table: Table, text: str, request: str) -> Done:
    """Continue from a record: a new game with all its actions, at once.  Raises BadRecord, nothing changed."""
    recorded = Recorded(table.game, text)
    drafts = [draft(begun(recorded)), *map(draft, recorded.actions())]
    return table.write(lambda _: drafts, origin(HOST, request, ["import", text]))


def read(table: Table, seat: str | None, request: str) -> Done:
    """The notices of the table have been read."""
    return table.write(
        lambda course: [Draft("note", {"type": "read", "by": seat or HOST})] if course.notices else [],
        origin(seat or HOST, request, ["read"]),
    )

"""The odds of a game that goes on: whoever watches sees them, seats only while all of them agree.

One seat asks and every other that is held must say yes; each may end it at any time.  Who sits down later has not
agreed, and another game begins without.
"""

from __future__ import annotations

from companion.table import asks
from companion.table.bodies import Closed, draft
from companion.table.course import HIDDEN, OUTLOOK, SHOWN, Ask, Course
from companion.table.entries import Draft
from companion.table.errors import Unreadable
from companion.table.play import origin
from companion.table.table import Done, Table


def show(table: Table, by: str, shown: bool, request: str) -> Done:
    """Ask all others to let the seats see the odds, or end it.  Raises Unreadable (no odds here), Denied (busy)."""
    if not table.game.odds(table.course.position):
        raise Unreadable("odds: this game tells none")

    def plan(course: Course) -> list[Draft]:
        if course.outlook == shown:
            return []
        if not shown:
            return [_told(0, HIDDEN, by, {})]
        voters = [seat for seat in asks.taken(course) if seat != by]
        if not voters:
            return [_told(0, SHOWN, by, {})]
        asks.require_free(course)
        return [asks.opened(OUTLOOK, by, {}, voters, len(voters), ("yes", "no"))]

    return table.write(plan, origin(by, request, [OUTLOOK, shown]))


def _told(ask: int, verdict: str, by: str | None, votes: dict[str, str]) -> Draft:
    return draft(Closed(ask, verdict, OUTLOOK, by, votes))


def _granted(_: Course, ask: Ask, choice: str, votes: dict[str, str]) -> list[Draft]:
    return [_told(ask.id, SHOWN, ask.by, votes)]


asks.EFFECTS[OUTLOOK] = _granted

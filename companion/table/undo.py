"""Undo: takes decisions back, never a throw that was seen, with the consent of those whom it concerns.

By itself the last decision (and the forced steps after it); ``all`` goes back to the last throw.  Concerned are the
other seats whose decisions are taken back, who appear in what happened, or who have been asked something since.
"""

from __future__ import annotations

from companion.games import Json
from companion.table import asks, sentences
from companion.table.course import Course, Played
from companion.table.entries import Draft
from companion.table.errors import Denied
from companion.table.play import origin, require_now
from companion.table.table import Done, Table


def undo(table: Table, seat: str, seq: int, request: str, everything: bool = False) -> Done:
    """Take the last decision back, or ask those concerned.  Raises Stale, Denied."""

    def plan(course: Course) -> list[Draft]:
        require_now(course, seq)
        asks.require_free(course)
        void = taken_back(table, course, everything)
        to = void[0].seq - 1
        others = concerned(course, void, seat)
        if not others:
            return [Draft("undo", {"to": to, "by": seat, "consent": []})]
        return [asks.draft("undo", seat, {"to": to}, others, len(others), ("yes", "no"))]

    return table.write(plan, origin(seat, request, ["undo", seq, everything]))


def taken_back(table: Table, course: Course, everything: bool) -> tuple[Played, ...]:
    """The actions that an undo makes void, oldest first; raises Denied where the last thing is a throw."""
    first = len(course.line)
    while first > 0 and not table.game.is_chance(course.line[first - 1].action):
        first -= 1
        if not everything and course.line[first].source != "table":
            break
    void = course.line[first:]
    if not void or all(played.source == "table" for played in void):
        raise Denied(sentences.reason("table.undo-nothing"))
    return void


def concerned(course: Course, void: tuple[Played, ...], seat: str) -> list[str]:
    """The held seats, other than the one that asks, that must agree."""
    touched = {played.seat for played in void} | set(course.questions)
    for played in void:
        for event in played.events:
            touched |= _named(event, course)
    return [name for name in asks.taken(course) if name in touched and name != seat]


def _named(event: Json, course: Course) -> set[str]:
    return {value for value in event.values() if isinstance(value, str) and value in course.seats}

"""Undo: takes decisions back, never behind the game's barrier (a throw that was seen), with consent.

By itself the last decision (and the forced steps after it); ``all`` goes back to the barrier.  Concerned are the other
seats whose decisions are taken back, who have been asked something since, or who are named by the game.
"""

from __future__ import annotations

from typing import Any

from companion.games import Game
from companion.table import asks, rewind, sentences
from companion.table.bodies import Undone, draft
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
        void = rewind.taken_back(table.game, course, everything)
        if not void:
            raise Denied(sentences.reason("table.undo-nothing"))
        to = void[0].seq - 1
        others = concerned(table.game, course, void, seat)
        if not others:
            return [draft(Undone(to, seat))]
        return [asks.opened("undo", seat, {"to": to}, others, len(others), ("yes", "no"))]

    return table.write(plan, origin(seat, request, ["undo", seq, everything]))


def concerned(game: Game[Any], course: Course, void: tuple[Played, ...], seat: str) -> list[str]:
    """The held seats, other than the one that asks, that must agree."""
    touched = {played.seat for played in void} | set(course.questions)
    seats = tuple(course.seats)
    for played in void:
        touched |= game.concerned(played.action, played.events, seats)
    return [name for name in asks.taken(course) if name in touched and name != seat]

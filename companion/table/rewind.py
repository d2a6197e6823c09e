"""How far an undo goes back: to the decision before, never behind what the game calls a barrier."""

from __future__ import annotations

from typing import Any

from companion.games import Game
from companion.table.course import Course, Played


def taken_back(game: Game[Any], course: Course, everything: bool = False) -> tuple[Played, ...]:
    """The actions that an undo makes void, oldest first: the last decision with the forced steps after it.

    ``everything``: every decision back to the barrier.  Empty where there is none to take back.
    """
    first = len(course.line)
    while first > 0 and not game.barrier(course.line[first - 1].action, course.line[first - 1].events):
        first -= 1
        if not everything and course.line[first].source != "table":
            break
    void = course.line[first:]
    return () if all(played.source == "table" for played in void) else void

"""When what is asked of the table ends by itself: a minute after it was asked, a dispute a minute after the last voice.

What nobody can answer is not waited for as long.  The clock is in memory: after a restart the minute begins anew.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.table import knocks
from companion.table.course import Ask, Course

QUESTION_S = 60.0


class Deadlines:
    """How long each open ask stands yet (monotonic clock)."""

    def __init__(self, question_s: float = QUESTION_S, now: Callable[[], float] = time.monotonic) -> None:
        self._question_s = question_s
        self._now = now
        self._since: dict[tuple[int, int], float] = {}

    def left(self, course: Course, live: frozenset[str]) -> dict[int, float]:
        """The seconds that each open ask has left, by its number."""
        now, known = self._now(), dict(self._since)
        since = {_heard(ask): known.get(_heard(ask), now) for ask in course.asks}
        self._since = since
        return {ask.id: since[_heard(ask)] + self._patience(course, ask, live) - now for ask in course.asks}

    def _patience(self, course: Course, ask: Ask, live: frozenset[str]) -> float:
        alone = ask.at_the_door and not knocks.answerable(course, ask, live)
        return self._question_s / 2 if alone else self._question_s


def _heard(ask: Ask) -> tuple[int, int]:
    """What begins the minute: the ask, of a dispute its last voice."""
    return ask.id, len(ask.votes) if ask.type == "dispute" else 0

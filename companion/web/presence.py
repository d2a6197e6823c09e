"""Which seats' phones are there: a stream is open, or something was asked with the seat's secret a moment ago."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.table.course import Course

AWAY_S = 12.0


class Presence:
    """When each secret was last heard of (monotonic clock).  Thread-safe.

    ``streams`` gives the hashes of the secrets whose streams are open.
    """

    def __init__(self, away_s: float = AWAY_S, now: Callable[[], float] = time.monotonic) -> None:
        self._away_s = away_s
        self._now = now
        self._lock = threading.Lock()
        self._heard: dict[str, float] = {}
        self.streams: Callable[[], frozenset[str]] = frozenset
        self._live: frozenset[str] = frozenset()

    def heard(self, hashes: frozenset[str]) -> None:
        """Something came from these secrets."""
        now = self._now()
        with self._lock:
            self._heard |= dict.fromkeys(hashes, now)

    def live(self, course: Course) -> frozenset[str]:
        """The held seats whose phones are there."""
        self.heard(self.streams())
        since = self._now() - self._away_s
        with self._lock:
            held = {seat.hash for seat in course.seats.values()}
            self._heard = {each: at for each, at in self._heard.items() if each in held and at > since}
            return frozenset(name for name, seat in course.seats.items() if seat.hash in self._heard)

    def changed(self, course: Course) -> bool:
        """Whether other phones are there than when this was asked last."""
        before, self._live = self._live, self.live(course)
        return before != self._live

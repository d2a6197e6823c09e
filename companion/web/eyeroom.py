"""What the host knows of the eye while somebody is at a set-up page: one picture, one report, the last few orders.

Nothing of it is kept on the disk; pictures go when nobody has looked for a while.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

import msgspec

from companion.protocol import EyeOrder, EyeReport

WATCHED_S = 3.0
"""So long after a page has asked for the picture the last time, somebody watches."""
FORGET_S = 10.0
ORDERS = 8


class EyeRoom:
    """Thread-safe.  ``now`` is a monotonic clock."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._picture: tuple[bytes, bool, float] | None = None
        self._report: tuple[EyeReport, float] | None = None
        self._watched_at = -WATCHED_S
        self._told_watched = False
        self._orders: deque[EyeOrder] = deque(maxlen=ORDERS)
        self._number = time.time_ns() // 1_000_000

    @property
    def watched(self) -> bool:
        """Whether somebody watches."""
        return self._now() - self._watched_at < WATCHED_S

    @property
    def orders(self) -> list[EyeOrder]:
        """The last few orders, the newest last."""
        with self._lock:
            return list(self._orders)

    def watch(self) -> bool:
        """Somebody looks; True when the eye does not know it yet."""
        with self._lock:
            self._watched_at, before, self._told_watched = self._now(), self._told_watched, True
        return not before

    def left(self) -> bool:
        """True once when nobody looks any more, which the eye does not know yet; old pictures go."""
        with self._lock:
            if self._picture is not None and self._now() - self._picture[2] > FORGET_S:
                self._picture = self._report = None
            if self.watched or not self._told_watched:
                return False
            self._told_watched = False
            return True

    def order(self, order: EyeOrder) -> None:
        """Somebody tapped."""
        with self._lock:
            self._number = max(self._number + 1, time.time_ns() // 1_000_000)
            self._orders.append(msgspec.structs.replace(order, number=self._number))

    def show(self, jpeg: bytes, whole: bool) -> None:
        """The newest picture; ``whole``: not masked."""
        with self._lock:
            self._picture = jpeg, whole, self._now()

    def tell(self, report: EyeReport) -> None:
        """The newest report."""
        with self._lock:
            self._report = report, self._now()

    def picture(self, owner: bool) -> bytes | None:
        """The newest picture; a whole one for the owner alone."""
        with self._lock:
            if self._picture is None or (self._picture[1] and not owner):
                return None
            return self._picture[0]

    @property
    def report(self) -> EyeReport | None:
        """The newest report, while it is news."""
        with self._lock:
            fresh = self._report is not None and self._now() - self._report[1] <= WATCHED_S
            return self._report[0] if fresh and self._report is not None else None

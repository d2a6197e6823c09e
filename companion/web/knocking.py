"""How often people at the door may ask, join and claim from one address, so that nobody is pestered."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

FROM_ONE = 8
JOINS = 60
"""Joins an address: six people who all come and go ten times."""
CLAIMS = 3
"""Phones at an address that ask to be the first owner's."""
WINDOW_S = 600.0


class Knocking:
    """What was asked at the door in the last ten minutes, by address (monotonic clock).  Thread-safe."""

    def __init__(self, now: Callable[[], float] = time.monotonic, most: int = FROM_ONE) -> None:
        self._most = most
        self._now = now
        self._lock = threading.Lock()
        self._asked: deque[tuple[float, str]] = deque()

    def allowed(self, address: str) -> bool:
        """Whether this address may ask once more."""
        with self._lock:
            while self._asked and self._now() - self._asked[0][0] > WINDOW_S:
                self._asked.popleft()
            return sum(1 for _, other in self._asked if other == address) < self._most

    def asked(self, address: str) -> None:
        """Count what was asked."""
        with self._lock:
            self._asked.append((self._now(), address))

"""How often people at the door may ask from one address, so that nobody is pestered."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

FROM_ONE = 8
WINDOW_S = 600.0


class Knocking:
    """What was asked at the door in the last ten minutes, by address (monotonic clock).  Thread-safe."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._asked: deque[tuple[float, str]] = deque()

    def allowed(self, address: str) -> bool:
        """Whether this address may ask once more."""
        with self._lock:
            while self._asked and self._now() - self._asked[0][0] > WINDOW_S:
                self._asked.popleft()
            return sum(1 for _, other in self._asked if other == address) < FROM_ONE

    def asked(self, address: str) -> None:
        """Count what was asked."""
        with self._lock:
            self._asked.append((self._now(), address))

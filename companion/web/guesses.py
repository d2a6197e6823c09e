"""Wrong guesses of the table's code are counted: a few a minute from one address, some more from all together."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

FROM_ONE = 8
FROM_ALL = 40
WINDOW_S = 60.0


class Guesses:
    """Wrong guesses of the last minute (monotonic clock).  Thread-safe."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._wrong: deque[tuple[float, str]] = deque()

    def allowed(self, address: str) -> bool:
        """Whether this address may try a code now."""
        with self._lock:
            self._forget()
            mine = sum(1 for _, other in self._wrong if other == address)
            return mine < FROM_ONE and len(self._wrong) < FROM_ALL

    def wrong(self, address: str) -> None:
        """Count a wrong guess."""
        with self._lock:
            self._wrong.append((self._now(), address))

    def _forget(self) -> None:
        while self._wrong and self._now() - self._wrong[0][0] > WINDOW_S:
            self._wrong.popleft()

"""Wrong guesses of a secret are counted: a few a minute from one address, some more from all together.

Those of one address never lock out another: who has not guessed wrong lately may always try, and only a crowd of
addresses that all guess wrong makes newcomers wait.  Four letters of 24 stand 130 guesses a minute for 21 hours.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

FROM_ONE = 8
FROM_ALL = 40
"""Past so many, an address has FRESH guesses left."""
FRESH = 2
CROWD = 64
"""Addresses that guessed wrong; past so many, new ones wait too."""
WINDOW_S = 60.0


class Guesses:
    """Wrong guesses of the last minute (monotonic clock).  Thread-safe."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._wrong: deque[tuple[float, str]] = deque()

    def allowed(self, address: str) -> bool:
        """Whether this address may try now."""
        with self._lock:
            self._forget()
            guessed = [other for _, other in self._wrong]
        mine = guessed.count(address)
        if len(guessed) < FROM_ALL:
            return mine < FROM_ONE
        return mine < FRESH and len(set(guessed)) < CROWD

    def wrong(self, address: str) -> None:
        """Count a wrong guess."""
        with self._lock:
            self._wrong.append((self._now(), address))

    def _forget(self) -> None:
        while self._wrong and self._now() - self._wrong[0][0] > WINDOW_S:
            self._wrong.popleft()

"""A sign of life while something takes long: who reads a hard picture on a slow machine does not hang."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

LONGEST_S = 30.0
"""What works longer hangs.  The dearest picture of 16 simulated throws took 1.8 s of a desktop's processor; a Pi 4
needs four to five times as long, and may have other work.
"""


class Pulse:
    """Says that somebody works, every so many seconds, from a thread of its own."""

    def __init__(self, say: Callable[[], None], every_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._say, self._every_s, self._clock = say, every_s, clock
        self._since: float | None = None

    def start(self) -> None:
        """From now on until the process ends."""
        threading.Thread(target=self._run, name="pulse", daemon=True).start()

    @contextmanager
    def work(self) -> Iterator[None]:
        """What is done in here may take long; what waits (for a camera) stands outside."""
        self._since = self._clock()
        try:
            yield
        finally:
            self._since = None

    def beat(self) -> None:
        """Say it if somebody works, unless that has lasted too long to hope."""
        since = self._since
        if since is not None and self._clock() - since <= LONGEST_S:
            self._say()

    def _run(self) -> None:
        while True:
            time.sleep(self._every_s)
            self.beat()

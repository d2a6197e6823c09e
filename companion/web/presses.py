"""Presses of the buttons that were done: the same one sent again does nothing more."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

REMEMBERED = 64


class Presses:
    """The last presses, one done at a time.  Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._done: dict[str, None] = {}

    @contextmanager
    def first(self, request: str) -> Iterator[bool]:
        """Whether this request was not done before; no other press is done meanwhile."""
        with self._lock:
            yield request not in self._done

    def done(self, request: str) -> None:
        """Within ``first``: remember a request; the oldest are forgotten."""
        self._done[request] = None
        while len(self._done) > REMEMBERED:
            del self._done[next(iter(self._done))]

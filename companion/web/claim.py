"""The first owner of a table without a screen: a phone asks, and a hand at the table presses a seat's button.

It counts only while nobody is an owner, for a minute, and while one phone alone asks: of two, neither is let in.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable

from companion.table.owners import Owners
from companion.table.seats import hashed

WINDOW_S = 60.0


class Claim:
    """Who asks now (monotonic clock).  Thread-safe."""

    def __init__(self, owners: Owners, now: Callable[[], float] = time.monotonic) -> None:
        self._owners = owners
        self._now = now
        self._lock = threading.Lock()
        self._asking: dict[str, tuple[str, float]] = {}

    def ask(self, address: str) -> str:
        """A phone at this address asks; its secret, an owner's once a button was pressed."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._asking = {**self._waiting(), address: (hashed(token), self._now())}
        return token

    def waits(self, hashes: frozenset[str]) -> bool:
        """Whether one of these secrets waits for a press."""
        with self._lock:
            return any(each in hashes for each, _ in self._waiting().values())

    def pressed(self) -> bool:
        """A button was pressed; whether that was for a phone that asks.  Raises StorageFailed."""
        with self._lock:
            asking = self._waiting()
            self._asking = {}
        if not asking or self._owners.all():
            return False
        if len(asking) == 1:
            self._owners.grant(*(each for each, _ in asking.values()))
        return True

    def _waiting(self) -> dict[str, tuple[str, float]]:
        return {where: each for where, each in self._asking.items() if self._now() - each[1] < WINDOW_S}

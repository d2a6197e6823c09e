"""What happens by the clock: absent devices are noticed, silent disputes end, systemd's watchdog is fed.

The watchdog is fed only after the table's lock was had and a request has gone round, so a table that hangs, and a
server that answers nobody, are started anew.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable

from flask import Flask

from companion.link.notify import Notifier
from companion.table.errors import StorageFailed
from companion.web.hosting import Hosting

EVERY_S = 0.5
ROUND_EVERY = 6
"""Ticks from one request that goes round to the next."""


class Ticker:
    """A thread that ticks twice a second until it is stopped."""

    def __init__(self, here: Hosting) -> None:
        self._here = here
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ticker", daemon=True)
        self._feed = watchdog()
        self._round: Callable[[], bool] = lambda: True
        self._ticks, self._answers = 0, True

    def start(self, goes_round: Callable[[], bool]) -> None:
        """Begin to tick; ``goes_round`` asks the server for an answer."""
        self._round = goes_round if "WATCHDOG_USEC" in os.environ else self._round
        self._thread.start()

    def stop(self) -> None:
        """End; waits for a tick under way."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(2)

    def _run(self) -> None:
        while not self._stop.wait(EVERY_S):
            with contextlib.suppress(StorageFailed):
                self.tick()

    def tick(self) -> None:
        """One tick."""
        if self._here.devices.changed():
            self._here.table.touch()
        self._here.tick()
        self._ticks += 1
        if self._ticks % ROUND_EVERY == 0:
            self._answers = self._round()
        if self._here.table.alive() and self._answers:
            self._feed()


def watchdog() -> Callable[[], None]:
    """Feeds systemd's watchdog, where there is one."""
    return Notifier().alive if "WATCHDOG_USEC" in os.environ else lambda: None


def install(app: Flask, here: Hosting) -> None:
    """Put a ticker into an app; the server starts it."""
    app.extensions["ticker"] = Ticker(here)

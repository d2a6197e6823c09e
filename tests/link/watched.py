"""A follower whose changes a test can wait for."""

from __future__ import annotations

import queue
import time

from companion.link.follower import Follower
from companion.link.host import Host
from companion.protocol import DeviceState
from tests.link.hosts import WAIT_S

QUICK = (0.01,)
PATIENCE_S = 60.0


class Watched:
    """A follower whose changes can be waited for."""

    def __init__(self, host: Host) -> None:
        self.changes: queue.Queue[tuple[DeviceState | None, str]] = queue.Queue()
        self.follower = Follower(host, self._told, QUICK)
        self.follower.start()

    def _told(self) -> None:
        self.changes.put((self.follower.state, self.follower.trouble))

    def change(self) -> tuple[DeviceState | None, str]:
        return self.changes.get(timeout=WAIT_S)

    def until(self, wanted: DeviceState) -> list[str]:
        """Wait for a state; the troubles on the way."""
        troubles: list[str] = []
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            now, trouble = self.change()
            if now == wanted:
                return troubles
            troubles.append(trouble)
        raise AssertionError(f"the state did not come, but {troubles[-5:]}")

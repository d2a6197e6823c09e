"""A follower whose changes a test can wait for."""

from __future__ import annotations

import queue

from companion.link.follower import Follower
from companion.link.host import Host
from companion.protocol import DeviceState
from tests.link.hosts import WAIT_S

QUICK = (0.01,)


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
        while True:
            now, trouble = self.change()
            if now == wanted:
                return troubles
            troubles.append(trouble)

"""What the lamps' program tells the host: heartbeats and button presses, sent by a thread of their own.

A host that is silent or slow never holds up a lamp; the states come in through `companion.link.follower`.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from companion.link.errors import LinkError
from companion.link.host import Host
from companion.protocol import ButtonPress, Heartbeat, encode

PAUSE_S = 0.2
"""Between two tries to send the same."""
LIFE_S = {ButtonPress: 4.0, Heartbeat: 1.5}
"""What could not be sent for so long is dropped: nobody wants an old press to count later."""


class Poster(threading.Thread):
    """Sends the newest heartbeat and every press, in order; never more than a few wait."""

    def __init__(self, host: Host, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__(name="poster", daemon=True)
        self.host, self.now = host, now
        self._waiting: queue.Queue[tuple[float, Heartbeat | ButtonPress] | None] = queue.Queue(maxsize=16)

    def send(self, message: Heartbeat | ButtonPress) -> bool:
        """Hand over a message; False when too many wait already (the host is away)."""
        try:
            self._waiting.put_nowait((self.now(), message))
        except queue.Full:
            return False
        return True

    def end(self) -> None:
        """Stop after what is being sent."""
        if not self._waiting.full():
            self._waiting.put_nowait(None)

    def run(self) -> None:
        while (item := self._waiting.get()) is not None:
            self._deliver(*item)

    def _deliver(self, since: float, message: Heartbeat | ButtonPress) -> None:
        """Send while it is fresh; a press's request id makes it safe to send it again."""
        path = "/api/device/heartbeat" if isinstance(message, Heartbeat) else "/api/device/button"
        while self.now() - since <= LIFE_S[type(message)]:
            try:
                if self.host.post(path, encode(message)).status < 500:
                    return
            except LinkError:
                pass  # the follower tells why; here only the next try counts
            time.sleep(PAUSE_S)

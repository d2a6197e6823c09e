"""Follows the host's stream of states for ever, with a bounded pause between two tries."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable

from companion.link.errors import Garbled, HostError, LinkError, Refused, TokenError
from companion.link.events import Event, read_events
from companion.link.faults import Fault
from companion.link.host import SILENCE_S, Host
from companion.link.log import ERROR
from companion.protocol import DeviceState, NotForDevices, Unreadable, read_device_state

DELAYS_S = (0.2, 0.4, 0.8, 1.5, 2.0)
"""Pauses after the first, second ... failure in a row; the last one stays."""
AGAIN = "the host answers again"


class Follower(threading.Thread):
    """Keeps the newest state.  ``state`` is None until one came and again when the host is silent.

    ``told`` is called on this thread after every change of ``state`` or ``trouble``.
    """

    def __init__(
        self, host: Host, told: Callable[[], None] = lambda: None, delays_s: tuple[float, ...] = DELAYS_S
    ) -> None:
        super().__init__(name="follower", daemon=True)
        self.host, self.told, self.delays_s = host, told, delays_s
        self.state: DeviceState | None = None
        self.trouble = "not connected yet"
        self.opened = 0
        """How many states came in all."""
        self._ended = threading.Event()

    def run(self) -> None:
        failures = 0
        while not self._ended.is_set():
            before = self.opened
            self._lose(self._ended_by())
            failures = 0 if self.opened > before else failures + 1
            self._ended.wait(self.delays_s[min(failures, len(self.delays_s) - 1)])

    def end(self) -> None:
        """Stop after the current wait; does not block."""
        self._ended.set()

    def _ended_by(self) -> Exception:
        """Follow one stream to its end; what ended it."""
        try:
            self._follow()
        except (OSError, http.client.HTTPException, LinkError) as error:
            return error
        return HostError("the host closed the stream")

    def _lose(self, error: Exception) -> None:
        self.state, self.host.known = None, False
        self.trouble = str(error) or type(error).__name__
        if not self._ended.is_set():
            self.host.faults.tell("host", fault_of(error, self.trouble), AGAIN)
        self.told()

    def _follow(self) -> None:
        connection = self.host.connect(SILENCE_S)
        try:
            asked = {**self.host.authorization(), "Accept": "text/event-stream"}
            connection.request("GET", "/api/live", headers=asked)
            answer = connection.getresponse()
            if answer.status >= 500:
                raise HostError(f"the host is not ready ({answer.status})")
            if answer.status != 200:
                raise Refused(f"the host refuses this device ({answer.status}); is the token its newest?")
            for event in read_events(answer):
                self._take(event)
                if self._ended.is_set():
                    return
        finally:
            connection.close()

    def _take(self, event: Event) -> None:
        if event.name == "replaced":
            raise Refused("another program follows the table with this device's token")
        if event.name != "state":
            return
        try:
            self.state = read_device_state(event.data)
        except NotForDevices as error:
            raise Refused("the host does not know this device; is the token its newest?") from error
        except Unreadable as error:
            raise Garbled(f"the host sent a state that cannot be read: {error}") from error
        self.opened += 1
        self.trouble, self.host.known = "", True
        self.host.faults.tell("host", None, AGAIN)
        self.told()


def fault_of(error: Exception, text: str) -> Fault:
    """The fault of a stream's end.  Being away has many words (refused, timed out, no route) and is one fault."""
    if isinstance(error, (TokenError, Refused)):
        return Fault(text, level=ERROR)
    if isinstance(error, Garbled):
        return Fault(text, kind="garbled")
    return Fault(f"the host is away: {text}", kind="away")

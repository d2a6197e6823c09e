"""The firmware's line to the host: states come in, heartbeats and button presses go out.

Two threads, so that neither a silent host nor a slow one ever holds up a lamp: ``StateReader`` keeps one event stream
open and renews it with a bounded delay; ``Poster`` sends what the loop hands it.
"""

from __future__ import annotations

import http.client
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from companion.protocol import ButtonPress, DeviceState, Heartbeat, encode, read_device_state
from firmware.errors import HostError, OptionError
from firmware.events import read_events

SILENCE_S = 3.0
"""The host says something every second; after three silent seconds the stream is opened anew."""
DELAYS_S = (0.2, 0.4, 0.8, 1.5, 2.0)
LIFE_S = {ButtonPress: 4.0, Heartbeat: 1.5}
"""What could not be sent for so long is dropped: nobody wants an old press to count later."""


class Host:
    """Where the host is and how to speak to it.  Raises OptionError for a bad address or token file."""

    def __init__(self, url: str, token_file: Path) -> None:
        parts = urlsplit(url)
        try:
            port = parts.port or 80
        except ValueError:
            raise OptionError(f"the host's address has no good port: {url!r}") from None
        if parts.scheme != "http" or not parts.hostname:
            raise OptionError(f"the host's address must look like http://192.168.1.20:8080, not {url!r}")
        self.address, self.port, self.token_file = parts.hostname, port, token_file
        self.token()

    def token(self) -> str:
        """The device's secret, read anew at every use.  Raises OptionError."""
        try:
            token = self.token_file.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise OptionError(
                f"the token file {self.token_file} cannot be read ({error}); the host writes it into its data folder, "
                "tokens/firmware.token: copy it from there"
            ) from None
        if not token or not token.isprintable() or " " in token:
            raise OptionError(f"the token file {self.token_file} holds no token")
        return token

    def connect(self, timeout_s: float) -> http.client.HTTPConnection:
        """A fresh connection; every wait on it ends after ``timeout_s``."""
        return http.client.HTTPConnection(self.address, self.port, timeout=timeout_s)

    def headers(self) -> dict[str, str]:
        """Headers of every request."""
        return {"Authorization": f"Bearer {self.token()}", "Content-Type": "application/json"}

    def post(self, path: str, message: msgspec.Struct) -> int:
        """Send one message; the answer's status.  Raises HostError when the host cannot be reached."""
        connection = self.connect(SILENCE_S)
        try:
            connection.request("POST", path, encode(message), self.headers())
            return connection.getresponse().status
        except (OSError, http.client.HTTPException, OptionError) as error:
            raise HostError(f"no answer from the host: {error}") from error
        finally:
            connection.close()


class StateReader(threading.Thread):
    """Keeps the newest state.  ``state`` is None until one came and again when the host is silent.

    ``told`` is called on this thread after every change of ``state`` or ``trouble``.
    """

    def __init__(
        self, host: Host, delays_s: tuple[float, ...] = DELAYS_S, told: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(name="state-reader", daemon=True)
        self.host, self.delays_s, self.told = host, delays_s, told
        self.state: DeviceState | None = None
        self.trouble = "not connected yet"
        self.opened = 0
        self._ended = threading.Event()

    def run(self) -> None:
        failures = 0
        while not self._ended.is_set():
            before = self.opened
            try:
                self._follow()
                self.trouble = "the host closed the stream"
            except (OSError, http.client.HTTPException, HostError, OptionError) as error:
                self.trouble = str(error) or type(error).__name__
            self.state = None
            self.told()
            failures = 0 if self.opened > before else failures + 1
            self._ended.wait(self.delays_s[min(failures, len(self.delays_s) - 1)])

    def end(self) -> None:
        """Stop after the current wait; does not block."""
        self._ended.set()

    def _follow(self) -> None:
        connection = self.host.connect(SILENCE_S)
        try:
            connection.request("GET", "/api/live", headers=self.host.headers() | {"Accept": "text/event-stream"})
            answer = connection.getresponse()
            if answer.status != 200:
                raise HostError(f"the host refuses this device ({answer.status}); is the token its newest?")
            for event in read_events(answer):
                if event.name == "state":
                    self._take(event.data)
                if self._ended.is_set():
                    return
        finally:
            connection.close()

    def _take(self, data: bytes) -> None:
        try:
            self.state = read_device_state(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise HostError(f"the host sent a state that cannot be read: {error}") from error
        self.opened += 1
        self.trouble = ""
        self.told()


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
                if self.host.post(path, message) < 500:
                    return
            except HostError:
                pass  # the state reader tells why; here only the next try counts
            time.sleep(DELAYS_S[0])

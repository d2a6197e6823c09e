"""Clients wait in the lobby until a whole request has come, so that no thread waits for a slow or silent one.

A small request is handed on when all of it is here; of a large one (a photo, a record) the head is, since it may be
refused unread, and its body then has a deadline of its own.  A client that is not done in time is let go; one address
has only so many places.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import socket
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

Kind = Literal["tap", "stream", "upload"]

HEAD_S = 10.0
"""From the first byte of a request to its last, where it is small."""
BODY_S = 30.0
"""For the body of a large one: 12 MB at 400 kB a second, a slow phone at the end of the garden."""
SEND_S = 5.0
"""To take an answer; the kernel holds the rest."""
LEAVE_S = 2.0
"""How long a client that was told to close is waited for (RFC 9112, section 9.6)."""
SMALL = 64 * 1024
HEAD_AT_MOST = 32 * 1024
PLACES = 32
"""Waiting clients an address; a phone opens six connections, a household's proxy waits for no body."""
STREAMS = (b"/live", b"/api/live")
END = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r\n", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)


class Asked(NamedTuple):
    """What the head of a request tells: ``whole`` when nothing is to come any more."""

    kind: Kind
    whole: bool


def asked(heard: bytes) -> Asked | None:
    """What was asked, from the bytes so far; None while the request must still be waited for.

    A head that is too long is handed on as it is: the parser behind refuses it.
    """
    end = heard.find(END)
    if end < 0:
        return Asked("tap", True) if len(heard) > HEAD_AT_MOST else None
    head = heard[: end + 2]
    if CHUNKED.search(head):
        return Asked("upload", False)
    found = LENGTH.search(head)
    body = int(found[1]) if found else 0
    if body > SMALL:
        return Asked("upload", False)
    return Asked(_kind(head), True) if len(heard) >= end + len(END) + body else None


def _kind(head: bytes) -> Kind:
    target = head.split(b"\r\n", 1)[0].split(b" ")[1:2] or [b""]
    return "stream" if target[0].partition(b"?")[0] in STREAMS else "tap"


class Patience(socket.socket):
    """A socket on which nothing takes for ever.  ``until`` is when the body must be here (monotonic seconds)."""

    until = 0.0

    def setblocking(self, flag: bool) -> None:
        """The server's wish to wait without end becomes a limit."""
        self.settimeout(SEND_S if flag else 0.0)

    def recv(self, size: int, flags: int = 0) -> bytes:
        """As usual; past the deadline the client counts as gone."""
        if self.gettimeout() == 0.0:
            return super().recv(size, flags)
        left = self.until - time.monotonic()
        if left <= 0:
            return b""
        self.settimeout(left)
        try:
            return super().recv(size, flags)
        except TimeoutError:
            return b""
        finally:
            self.settimeout(SEND_S)

    def sendall(self, data: bytes, flags: int = 0) -> None:  # type: ignore[override]
        """As usual; a client that takes nothing counts as gone.

        What the line takes at once is written without asking first whether it will: Python asks before every send, and
        with many streams each time that a thread lets go of the others costs more than the sending.
        """
        try:
            sent = 0 if flags else self._at_once(data)
            if sent < len(data):
                super().sendall(memoryview(data)[sent:], flags)
        except TimeoutError:
            raise BrokenPipeError(errno.EPIPE, "the client takes nothing") from None

    def _at_once(self, data: bytes) -> int:
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0

    def sendfile(self, *args: object, **more: object) -> int:
        """As usual; a client that takes nothing counts as gone."""
        try:
            return super().sendfile(*args, **more)  # type: ignore[arg-type]
        except TimeoutError:
            raise BrokenPipeError(errno.EPIPE, "the client takes nothing") from None


def patient(client: socket.socket) -> Patience:
    """The same connection with patience that ends."""
    return Patience(client.family, client.type, client.proto, client.detach())


class Waiting(NamedTuple):
    """A client in the lobby: until when, and how it is let go."""

    address: str
    until: float
    leave: Callable[[], None]


class Lobby:
    """Who waits, oldest first.  For one thread; ``clock`` gives monotonic seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, places: int = PLACES) -> None:
        self._clock = clock
        self._places = places
        self._waiting: dict[object, Waiting] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, who: object, address: str, seconds: float, leave: Callable[[], None]) -> None:
        """Let a client wait so long; when its address has too many, the oldest of them goes."""
        here = [each for each, waits in self._waiting.items() if waits.address == address]
        if len(here) >= self._places:
            self._turn_out(here[0])
        self._waiting[who] = Waiting(address, self._clock() + seconds, leave)

    def forget(self, who: object) -> None:
        """It goes on, or is gone."""
        self._waiting.pop(who, None)

    def sweep(self, everybody: bool = False) -> None:
        """Let those go whose time is over, or all."""
        now = self._clock()
        for who in [each for each, waits in self._waiting.items() if everybody or waits.until <= now]:
            self._turn_out(who)

    def _turn_out(self, who: object) -> None:
        with contextlib.suppress(OSError, KeyError, ValueError):
            self._waiting.pop(who).leave()

"""Clients wait in the lobby until a whole request has come, so that no thread waits for a slow or silent one.

A small request is handed on when all of it is here; of a large one (a photo, a record) the head is, since it may be
refused unread, and its body then has a deadline of its own.  A client that is not done in time is let go; one address
has only so many places.  Who has not taken all of his answer yet waits in such a lobby, too.
"""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

Kind = Literal["tap", "stream", "upload"]

HEAD_S = 10.0
"""From the first byte of a request to its last, where it is small."""
BODY_S = 30.0
"""For the body of a large one: 12 MB at 400 kB a second, a slow phone at the end of the garden."""
LEAVE_S = 2.0
"""How long a client that was told to close is waited for (RFC 9112, section 9.6)."""
SMALL = 64 * 1024
HEAD_AT_MOST = 32 * 1024
PLACES = 32
"""Waiting clients an address; a phone opens six connections, a household's proxy waits for no body."""
ROOM = 64
"""Clients of all addresses who still have to take an answer: with full outboxes they are 64 MB."""
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


class Waiting(NamedTuple):
    """A client in the lobby: until when, and how it is let go."""

    address: str
    until: float
    leave: Callable[[], None]


class Lobby:
    """Who waits, oldest first.  For one thread; ``clock`` gives monotonic seconds.

    ``places`` are those of an address, ``room`` those of all together (None: as many as there are connections).
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, places: int = PLACES, room: int | None = None
    ) -> None:
        self._clock = clock
        self._places, self._room = places, room
        self._waiting: dict[object, Waiting] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    def enter(self, who: object, address: str, seconds: float, leave: Callable[[], None]) -> None:
        """Let a client wait so long; when its address has too many, or all have, the oldest of them goes."""
        here = [each for each, waits in self._waiting.items() if waits.address == address]
        if len(here) >= self._places:
            self._turn_out(here[0])
        elif len(self._waiting) == self._room:
            self._turn_out(next(iter(self._waiting)))
        self._waiting[who] = Waiting(address, self._clock() + seconds, leave)

    def stay(self, who: object, seconds: float) -> None:
        """It has moved: it may wait so long from now on, at the place that it has."""
        self._waiting[who] = self._waiting[who]._replace(until=self._clock() + seconds)

    def hurry(self, seconds: float) -> None:
        """Nobody waits longer than that from now on."""
        end = self._clock() + seconds
        for who, waits in self._waiting.items():
            self._waiting[who] = waits._replace(until=min(waits.until, end))

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

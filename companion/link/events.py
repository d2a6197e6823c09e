"""A reader of server-sent events that nothing can make grow: bounded lines, bounded events."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from companion.link.errors import Garbled

LONGEST = 256 * 1024
"""Longest line and longest event in bytes; a state of the largest board has a few kilobytes."""


class Lines(Protocol):
    """What the reader needs of a response."""

    def readline(self, limit: int = -1, /) -> bytes: ...


class Event(NamedTuple):
    """One event; a comment (the host's heartbeat) has no name and no data."""

    name: str
    data: bytes


def read_events(lines: Lines) -> Iterator[Event]:
    """Yield events and comments until the stream ends.  Raises Garbled for a line or an event that is too long."""
    name, data = "message", b""
    while line := lines.readline(LONGEST):
        if not line.endswith(b"\n") or len(data) + len(line) > LONGEST:
            raise Garbled("the host sent more than a state can be, or broke off in a line")
        line = line.rstrip(b"\r\n")
        if not line:
            if data:
                yield Event(name, data)
            name, data = "message", b""
        elif line.startswith(b":"):
            yield Event("", b"")
        elif line.startswith(b"data:"):
            data += (b"\n" if data else b"") + line[5:].removeprefix(b" ")
        elif line.startswith(b"event:"):
            name = line[6:].strip().decode("utf-8", "replace")

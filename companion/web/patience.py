"""A socket on which nothing takes for ever, and on which what a client does not take at once need not hold a thread."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import threading
import time
from collections.abc import Iterator
from typing import BinaryIO

from companion.web.outbox import AT_MOST, Outbox

PIECE = 64 * 1024
"""Bytes of an answer for which a thread waits at a time: who takes them slowly takes them all the same."""
SEND_S = 5.0
"""To take an answer, or from an outbox the next piece of one; the kernel holds the rest."""


class Patience(socket.socket):
    """``until`` is when the body must be here (monotonic seconds).

    ``waiters`` are the places for threads that may wait for a client to take what no outbox holds.  Without them every
    answer is waited for: streams and uploads have threads of their own for that.
    """

    until = 0.0
    waiters: threading.Semaphore | None = None

    def __init__(self, family: int, kind: int, protocol: int, descriptor: int) -> None:
        super().__init__(family, kind, protocol, descriptor)
        self.outbox = Outbox()

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
        """As usual; what the line does not take may wait in the outbox, and a client that takes nothing counts as gone.

        What the line takes at once is written without asking first whether it will: Python asks before every send, and
        with many streams each time that a thread lets go of the others costs more than the sending.
        """
        sent = 0 if flags or self.outbox else self._at_once(data)
        if sent == len(data):
            return
        left = memoryview(data)[sent:]
        if self.waiters is None:
            self._wait_for(left, flags)
        elif self.outbox.has_room(len(left)):
            self.outbox.put(left)
        else:
            self._wait_in_turn(self.waiters, left)

    def _at_once(self, data: bytes) -> int:
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0

    def _wait_for(self, data: memoryview | bytearray, flags: int = 0) -> None:
        try:
            for start in range(0, len(data), PIECE):
                super().sendall(memoryview(data)[start : start + PIECE], flags)
        except TimeoutError:
            raise BrokenPipeError(errno.EPIPE, "the client takes nothing") from None

    def _wait_in_turn(self, waiters: threading.Semaphore, left: memoryview) -> None:
        """Wait for the client, what is in the outbox first, if not too many threads do that already."""
        before = self.outbox.taken_out()
        with _place(waiters):
            self._wait_for(before)
            self._wait_for(left)

    def sendfile(self, file: BinaryIO, offset: int = 0, count: int | None = None) -> int:  # type: ignore[override]
        """As usual, in pieces that an outbox holds."""
        sent = 0
        while piece := os.pread(file.fileno(), AT_MOST if count is None else min(count - sent, AT_MOST), offset + sent):
            self.sendall(piece)
            sent += len(piece)
        return sent


@contextlib.contextmanager
def _place(waiters: threading.Semaphore) -> Iterator[None]:
    """A place among those who wait; where none is free, the client counts as gone at once."""
    if not waiters.acquire(blocking=False):
        raise BrokenPipeError(errno.EPIPE, "too many threads wait for their clients")
    try:
        yield
    finally:
        waiters.release()


def patient(client: socket.socket) -> Patience:
    """The same connection with patience that ends."""
    return Patience(client.family, client.type, client.proto, client.detach())

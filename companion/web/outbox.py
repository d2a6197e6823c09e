"""What a client has not taken yet of an answer waits in an outbox, without a thread."""

from __future__ import annotations

import os

AT_MOST = 1024 * 1024
"""Bytes.  Twice the largest picture of the camera (512 kB), and more than any page with all that it loads; 64 full ones
are a fifth of the memory that systemd lets the host have."""


class Outbox:
    """The rest of an answer.  The thread that answers fills it; once that is done the loop empties it: never both."""

    def __init__(self) -> None:
        self._left = bytearray()

    def __len__(self) -> int:
        return len(self._left)

    def has_room(self, size: int) -> bool:
        """Whether so many bytes more may wait here."""
        return len(self._left) + size <= AT_MOST

    def put(self, data: bytes | memoryview) -> None:
        """Keep it behind what is here."""
        self._left += data

    def taken_out(self) -> bytearray:
        """All of it; nothing is left."""
        left, self._left = self._left, bytearray()
        return left

    def flush(self, descriptor: int) -> int:
        """Give a line that never blocks what it takes; how many bytes that was.  Raises OSError when it is gone."""
        try:
            sent = os.write(descriptor, self._left)
        except BlockingIOError:
            return 0
        del self._left[:sent]
        return sent

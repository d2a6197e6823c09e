"""The word that a program shall end, said by a signal or by a thread.

`threading.Event` will not do: its ``set`` takes a lock, and a signal's handler runs on the thread that may hold that
very lock just now (inside ``wait``), which then waits for itself for ever.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import weakref


class Ending:
    """Set once, never cleared.  ``set`` takes no lock: it raises a flag and writes a byte into a pipe of its own."""

    def __init__(self) -> None:
        self._said = False
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)
        weakref.finalize(self, _close, self._read, self._write)

    def set(self) -> None:
        """Say it; fit for a signal's handler."""
        if not self._said:
            self._said = True
            with contextlib.suppress(OSError):
                os.write(self._write, b".")

    def is_set(self) -> bool:
        """Whether it has been said."""
        return self._said

    def wait(self, timeout_s: float) -> bool:
        """Wait for it, at most so long, on any number of threads; whether it has been said."""
        if not self._said:
            poll = select.poll()
            poll.register(self._read, select.POLLIN)
            poll.poll(timeout_s * 1000)
        return self._said

    def on(self, *signals: signal.Signals) -> None:
        """Let these signals say it (main thread only)."""
        for number in signals:
            signal.signal(number, lambda *_: self.set())


def _close(*descriptors: int) -> None:
    for descriptor in descriptors:
        os.close(descriptor)

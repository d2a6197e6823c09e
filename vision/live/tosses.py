"""Throws that are asked of a simulated camera: what a child took with it when it ended is asked of the next one.

The host has said yes to each; without this the table would wait for a throw that nobody makes.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.protocol import DeviceState


class Asked(NamedTuple):
    """A throw that nobody has seen yet: the table's number when it was asked for, and how many there were before."""

    seq: int
    before: int


class Tosses:
    """Counts what is asked for, by the host's own count, which begins anew when the host does."""

    def __init__(self) -> None:
        self._count: int | None = None
        self._open: Asked | None = None

    def asked(self, state: DeviceState) -> None:
        """A new state; whatever it was that was asked for is settled when the table has gone on."""
        before, self._count = self._count, state.toss
        if before is not None and state.toss not in (0, before) and state.throw is not None:
            self._open = Asked(state.seq, before)
        elif self._open is not None and (self._open.seq != state.seq or state.toss == 0):
            self._open = None

    def seen(self) -> None:
        """A throw has settled, legal or not."""
        self._open = None

    def owed(self, state: DeviceState | None) -> int:
        """The count that a fresh child is told first, so that it throws what is still owed and what comes then.

        A throw is owed once more only: it may be what ended the child.
        """
        owed, self._open = self._open, None
        if state is None:
            return 0
        return owed.before if owed is not None and owed.seq == state.seq else state.toss

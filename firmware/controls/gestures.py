"""Presses out of noisy contacts: pure, with the time given from outside.

A level counts once it has stood still for ``SETTLE_S``; every edge *and* every look of the loop is fed in, because real
edges get lost.  A short press counts (a finger's takes 30 ms or more), a spike or a dip does not.
"""

from __future__ import annotations

from typing import Literal

SETTLE_S = 0.010
HOLD_S = 0.8
OFF_S = 3.0

Gesture = Literal["press", "hold"]


class Contact:
    """One contact without its bouncing."""

    def __init__(self, settle_s: float = SETTLE_S) -> None:
        self.settle_s = settle_s
        self.down = False
        self.since_s = float("-inf")
        self._raw, self._raw_s = False, float("-inf")

    def see(self, down: bool, at_s: float) -> list[tuple[bool, float]]:
        """The raw level at ``at_s``; what became of the settled level, as (down, since when), in order."""
        at_s = max(at_s, self._raw_s)
        changes = []
        if self._raw != self.down and at_s - self._raw_s >= self.settle_s:
            self.down, self.since_s = self._raw, self._raw_s
            changes.append((self.down, self.since_s))
        if down != self._raw:
            self._raw, self._raw_s = down, at_s
        return changes


class Key:
    """A seat's button: ``press`` when it comes up again, ``hold`` once while it is down for ``hold_s``."""

    def __init__(self, hold_s: float = HOLD_S) -> None:
        self.contact, self.hold_s = Contact(), hold_s
        self._held = False
        self._down_s = float("-inf")

    def see(self, down: bool, at_s: float) -> list[Gesture]:
        """The raw level at ``at_s``; the gestures that are complete now."""
        done: list[Gesture] = []
        for settled, since_s in self.contact.see(down, at_s):
            if settled:
                self._held, self._down_s = False, since_s
            elif not self._held:
                done.append("hold" if since_s - self._down_s >= self.hold_s else "press")
        if self.contact.down and not self._held and at_s - self._down_s >= self.hold_s:
            self._held = True
            done.append("hold")
        return done


class OffKey:
    """The shutdown button: three seconds down, counted aloud; letting go before takes it back.

    It counts only once it was seen open: a level that is low from the start (a short, a board that uses the pin for
    I2C) is no press, and must not switch the machine off at every start.
    """

    def __init__(self, off_s: float = OFF_S) -> None:
        self.contact, self.off_s = Contact(), off_s
        self.down_s: float | None = None
        self.done = False
        self._open_s: float | None = None
        self._was_open = False

    def see(self, down: bool, at_s: float) -> bool:
        """The raw level at ``at_s``; True once, when the machine shall go off."""
        if not self._opened(down, at_s):
            return False
        for settled, since_s in self.contact.see(down, at_s):
            self.down_s, self.done = (since_s, False) if settled else (None, False)
        due = self.down_s is not None and not self.done and at_s - self.down_s >= self.off_s
        self.done = self.done or due
        return due

    def _opened(self, down: bool, at_s: float) -> bool:
        """Whether the contact has stood open for a while, now or before."""
        self._open_s = None if down else at_s if self._open_s is None else self._open_s
        steady = self._open_s is not None and at_s - self._open_s >= self.contact.settle_s
        self._was_open = self._was_open or steady
        return self._was_open

    def left(self, at_s: float) -> int | None:
        """Seconds left to count, None when it is not held."""
        if self.down_s is None or self.done:
            return None
        return max(0, int(self.off_s - (at_s - self.down_s) + 0.999))

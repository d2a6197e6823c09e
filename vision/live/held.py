"""An early throw: wands that came to rest before anybody had asked for them.

The host has no use for it then and says ``ignored``.  It is held while the wands lie untouched, and told again, as an
answer to no question, when the table comes to want just these wands: the host then asks "count it?".
"""

from __future__ import annotations

import threading

import msgspec

from companion.protocol import DeviceState, Reading
from vision.live.line import Seen


class Held:
    """At most one throw; the thread that posts keeps it, the thread that hears the eye offers or drops it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: Seen | None = None

    def answered(self, seen: Seen, outcome: str) -> None:
        """What the host said to a throw: one that was of no use yet is held, any other ends what was held."""
        with self._lock:
            readable = seen.reading.status in ("ok", "unsure")
            self._seen = seen if outcome == "ignored" and readable else None

    def drop(self) -> None:
        """The wands were taken up, or thrown once more."""
        with self._lock:
            self._seen = None

    def offer(self, state: DeviceState | None) -> Seen | None:
        """The held throw, once, when the table wants just the wands that flew; None otherwise."""
        with self._lock:
            seen = self._seen
            if seen is None or state is None or state.throw is None or set(state.throw.wands) != flew(seen.reading):
                return None
            self._seen = None
            return msgspec.structs.replace(seen, seq=state.seq, question=None)


def flew(reading: Reading) -> set[str]:
    """The wands that were thrown, the kept and the nudged ones left out."""
    return {colour for colour, wand in reading.wands.items() if wand.movement in (None, "thrown")}

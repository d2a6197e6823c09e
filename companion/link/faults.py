"""What is wrong at the moment, thing by thing: each change is said once, all the rest is silence."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from companion.link.log import NOTICE, WARNING

MOST = 5
"""So many changes of one thing are said within ``QUIET_S``; the last says that as long a silence follows."""
QUIET_S = 600.0
ENOUGH = f" (it comes and goes: no more of it for {QUIET_S / 60:.0f} minutes)"

Say = Callable[[int, str], None]
"""Takes a level of ``companion.link.log`` and a line."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.  Faults of the same ``kind`` are the same; without one, those of the same words are.

    Numbers do not count as words: a fault that tells milliamperes or process ids is not another one each time.
    """

    text: str
    kind: str = ""
    level: int = WARNING

    @property
    def same(self) -> str:
        """What two tellings of one fault have in common."""
        return self.kind or re.sub(r"\d+", "#", self.text)


@dataclass
class _Thing:
    """What was said of one thing, when (steady seconds), and until when it is silent."""

    said: str = ""
    times: list[float] = field(default_factory=list)
    silent_until: float = float("-inf")


class Faults:
    """The faults of one program.  Thread-safe; cheap enough to be told the same every second."""

    def __init__(self, say: Say = lambda level, line: None, now: Callable[[], float] = time.monotonic) -> None:
        """``now`` gives steady seconds."""
        self._say, self._now = say, now
        self._things: dict[str, _Thing] = {}
        self._lock = threading.Lock()

    def tell(self, name: str, fault: Fault | None, well: str) -> None:
        """How the thing ``name`` is now: with ``fault``, or without (said as ``well``, after a fault only).

        A thing that comes and goes is said ``MOST`` times, then no more for ``QUIET_S``; after that, how it is then.
        """
        with self._lock:
            thing = self._things.setdefault(name, _Thing())
            what, now = fault.same if fault else "", self._now()
            if what == thing.said or now < thing.silent_until:
                return
            more = ENOUGH if self._often(thing, now) else ""
            thing.said = what
            self._say(fault.level if fault else NOTICE, (fault.text if fault else well) + more)

    def _often(self, thing: _Thing, now: float) -> bool:
        """Note one more line of a thing; whether it was the last for a while."""
        thing.times = [*(at for at in thing.times if now - at < QUIET_S), now]
        if len(thing.times) < MOST:
            return False
        thing.times, thing.silent_until = [], now + QUIET_S
        return True

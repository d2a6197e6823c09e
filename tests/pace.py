"""How busy this machine is just now: the peer of every bar in seconds, measured in the same run.

On a quiet machine the bar is what is promised.  Where other work takes the processor, a plain question takes longer
too, and the bar moves with it; what hangs or waits its turn for seconds is over the bar all the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable

TURNS = 20
"""What is promised takes at most so many turns at the processor as a plain question takes."""


def took(what: Callable[[], object]) -> float:
    """How long it took."""
    began = time.monotonic()
    what()
    return time.monotonic() - began


def bar(seconds: float, plain: Callable[[], object], times: int = 3) -> float:
    """What is promised, and room for a machine on which a plain question takes as long as it does now."""
    return seconds + TURNS * max(took(plain) for _ in range(times))

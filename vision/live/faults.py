"""What the vision program says in its log of its camera."""

from __future__ import annotations

from companion.link.faults import Fault, Faults
from companion.link.log import ERROR, NOTICE, WARNING
from companion.protocol import Heartbeat

OPENING = "the eye opens"
"""What a camera says of itself while it opens: no fault, and no sign yet that an old one is over."""


BEING_SET_UP = "the eye is being set up"
"""Of a camera whose people are at a set-up page: no fault either."""


def tell(faults: Faults, beat: Heartbeat) -> None:
    """How the camera is now, as the host is told; only a change becomes a line."""
    if beat.state == "degraded" and beat.detail in (OPENING, BEING_SET_UP):
        return
    level = ERROR if beat.state == "failed" else WARNING
    fault = None if beat.state == "ok" else Fault(f"no throws are read: {beat.detail}", level=level)
    faults.tell("camera", fault, "the camera works again")
    if beat.state != "failed":
        simulated = Fault(f"the camera is simulated ({beat.backend})", level=NOTICE) if beat.simulated else None
        faults.tell("simulated", simulated, "the camera is real again")

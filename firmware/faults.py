"""What the lamps' program says in its log of its own parts."""

from __future__ import annotations

from companion.link.faults import Fault, Faults
from companion.link.log import ERROR, NOTICE
from firmware.lamps import Lamps


def tell(faults: Faults, lamps: Lamps, buttons: str) -> None:
    """How strip and buttons (``buttons``: what is wrong with them) are now; only a change becomes a line."""
    faults.tell("buttons", Fault(f"no buttons: {buttons}") if buttons else None, "the buttons work again")
    if lamps.strip is None:
        why = lamps.trouble or "the strip is not open yet"
        faults.tell("strip", Fault(f"no lamps: {why}", level=ERROR), "")
        return
    faults.tell("strip", None, "the lamps work again")
    simulated = Fault(f"the lamps are simulated ({lamps.name})", level=NOTICE) if lamps.strip.simulated else None
    faults.tell("simulated", simulated, "the lamps are real again")
    absent = f"the board names lamps that the strip has not: {lamps.missing[:8]}"
    faults.tell("missing", Fault(absent) if lamps.missing else None, "the strip has all lamps that the board names")

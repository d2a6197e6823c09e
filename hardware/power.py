"""How strong the lamps' supply, its fuse and its wires must be."""

from __future__ import annotations

import math

import msgspec

from firmware.power import CHANNEL_MA, IDLE_MA
from hardware.errors import PlanError

SUPPLIES_MA = (1000, 2000, 3000, 4000, 5000, 8000, 10_000, 15_000, 20_000)
FUSES_MA = (1000, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10_000, 12_500)
WIRES_MA: dict[float, int] = {
    0.14: 2000, 0.25: 4000, 0.5: 6000, 0.75: 9000, 1.0: 12_000, 1.5: 16_000, 2.5: 21_000, 4.0: 28_000,
}  # fmt: skip
"""Copper strands, mm2 -> what they carry for good in free air without growing warm."""
COPPER = 0.0175
"""Ohm x mm2 / m."""
DROP_V = 0.25
RESERVE = 1.25
OPENS = 1.25
"""So much more than its fuse a supply must give: the fuse opens before the supply limits."""


class Plan(msgspec.Struct, frozen=True):
    """What to buy.  ``white_ma`` is all lamps in full white, which the limiter never lets through; a broken data line
    does: then ``fault_ma`` flow (what the supply gives at most), and the fuse ``opens`` or everything carries it.  A
    slow fuse takes its time a little above its current, so the wire carries ``fault_ma`` for good.
    """

    leds: int
    idle_ma: float
    white_ma: float
    budget_ma: int
    lit_at_once: int
    supply_ma: int
    fuse_ma: int
    fault_ma: float
    opens: bool
    wire_mm2: float
    length_m: float


def plan(leds: int, budget_ma: int, length_m: float = 1.0) -> Plan:
    """The plan for a strip under a budget, with a supply cable of ``length_m``.  Raises PlanError."""
    idle = leds * IDLE_MA
    if budget_ma < idle + 3 * CHANNEL_MA:
        raise PlanError(
            f"{budget_ma} mA do not light one of {leds} lamps; at least {math.ceil(idle + 60)} mA are needed"
        )
    fuse = _first(FUSES_MA, budget_ma * 1.1, "a fuse", "a smaller --budget-ma")
    supply = _first(SUPPLIES_MA, max(budget_ma * RESERVE, fuse * OPENS), "a supply", "a smaller --budget-ma")
    thin = 2 * COPPER * length_m * budget_ma / 1000 / DROP_V
    white = idle + leds * 3 * CHANNEL_MA
    fault = min(white, supply)
    carrying = tuple(size for size, carried in WIRES_MA.items() if carried >= max(fuse, fault))
    wire = _first(carrying, thin, "a wire", "a shorter cable or a smaller --budget-ma")
    return Plan(
        leds,
        idle,
        white,
        budget_ma,
        min(leds, int((budget_ma - idle) / (3 * CHANNEL_MA))),
        int(supply),
        int(fuse),
        fault,
        fault > fuse,
        wire,
        length_m,
    )


def _first(sizes: tuple[float, ...], least: float, what: str, cure: str) -> float:
    """The smallest size that is enough."""
    found = next((size for size in sizes if size >= least), None)
    if found is None:
        raise PlanError(f"{what} of {least:.3g} is more than is sold; choose {cure}")
    return found


def _fault(chosen: Plan) -> str:
    opens = "more than the fuse holds: it opens, and until then the wire carries it"
    what = opens if chosen.opens else "fuse, wire and supply carry it"
    return f"{chosen.fault_ma / 1000:.1f} A: {what}"


def text(chosen: Plan) -> str:
    """The plan as plain text."""
    return f"""Lamps                       {chosen.leds}
dark                        {chosen.idle_ma:.0f} mA
all in full white           {chosen.white_ma:.0f} mA (the limiter never lets that through)
budget (--budget-ma)        {chosen.budget_ma} mA: up to {chosen.lit_at_once} lamps in full white at once
supply                      5 V, {chosen.supply_ma / 1000:g} A or more, for the lamps alone
fuse                        {chosen.fuse_ma / 1000:g} A, slow, in the plus wire at the supply
wire                        {chosen.wire_mm2:g} mm2 for {chosen.length_m:g} m (at most {DROP_V} V lost)
if all turn white (a fault) {_fault(chosen)}
Pi                          its own supply: Pi 4 5 V 3 A, Pi 5 5 V 5 A, Zero 2 W 5 V 2.5 A"""

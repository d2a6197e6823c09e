"""How strong the lamps' supply, its fuse and its wires must be."""

from __future__ import annotations

import math

import msgspec

from firmware.power import CHANNEL_MA, IDLE_MA
from hardware.errors import PlanError

SUPPLIES_MA = (1000, 2000, 3000, 4000, 5000, 8000, 10_000)
FUSES_MA = (1000, 1600, 2000, 2500, 3150, 4000, 5000, 6300, 8000, 10_000, 12_500)
WIRES_MM2 = (0.14, 0.25, 0.5, 0.75, 1.0, 1.5, 2.5, 4.0)
COPPER = 0.0175
"""Ohm x mm2 / m."""
DROP_V = 0.25
RESERVE = 1.25


class Plan(msgspec.Struct, frozen=True):
    """What to buy.  ``white_ma`` is all lamps in full white, which the limiter never lets through."""

    leds: int
    idle_ma: float
    white_ma: float
    budget_ma: int
    lit_at_once: int
    supply_ma: int
    fuse_ma: int
    wire_mm2: float
    length_m: float


def plan(leds: int, budget_ma: int, length_m: float = 1.0) -> Plan:
    """The plan for a strip under a budget, with a supply cable of ``length_m``.  Raises PlanError."""
    idle = leds * IDLE_MA
    if budget_ma < idle + 3 * CHANNEL_MA:
        raise PlanError(
            f"{budget_ma} mA do not light one of {leds} lamps; at least {math.ceil(idle + 60)} mA are needed"
        )
    supply = _first(SUPPLIES_MA, budget_ma * RESERVE, "a supply", "a smaller --budget-ma")
    wire = _first(WIRES_MM2, 2 * COPPER * length_m * budget_ma / 1000 / DROP_V, "a wire", "a shorter cable")
    return Plan(
        leds,
        idle,
        idle + leds * 3 * CHANNEL_MA,
        budget_ma,
        min(leds, int((budget_ma - idle) / (3 * CHANNEL_MA))),
        int(supply),
        int(_first(FUSES_MA, budget_ma * 1.1, "a fuse", "a smaller --budget-ma")),
        wire,
        length_m,
    )


def _first(sizes: tuple[float, ...], least: float, what: str, cure: str) -> float:
    """The smallest size that is enough."""
    found = next((size for size in sizes if size >= least), None)
    if found is None:
        raise PlanError(f"{what} of {least:.3g} is more than is sold; choose {cure}")
    return found


def text(chosen: Plan) -> str:
    """The plan as plain text."""
    return f"""Lamps                       {chosen.leds}
dark                        {chosen.idle_ma:.0f} mA
all in full white           {chosen.white_ma:.0f} mA (the limiter never lets that through)
budget (--budget-ma)        {chosen.budget_ma} mA: up to {chosen.lit_at_once} lamps in full white at once
supply                      5 V, {chosen.supply_ma / 1000:g} A or more, for the lamps alone
fuse                        {chosen.fuse_ma / 1000:g} A, slow, in the plus wire at the supply
wire                        {chosen.wire_mm2:g} mm2 for {chosen.length_m:g} m (at most {DROP_V} V lost)
Pi                          its own supply: Pi 4 5 V 3 A, Pi 5 5 V 5 A, Zero 2 W 5 V 2.5 A"""

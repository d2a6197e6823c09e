"""The two bars beside the opening: how far the ledge throws their shadow inwards, and how evenly they light the pane.

A bar shines past the ledge's lower edge and up through the pane: its light reaches the pane's top further in.  What
lies nearer the opening's side sees the far bar only, and is dark on that end.  High bars also light the rim far more
than the middle.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

ACRYLIC_INDEX = 1.49
"""Refractive index of PMMA; window glass (1.52) differs by less than 0.1 mm here."""
PANE_MM = 4.0
"""Thickness of the pane in the parts list."""
LIP_MM = 3.0
"""What a ledge may keep at the opening's edge when it is bevelled below: carries a pane of 300 mm."""
HARMLESS_MM = 5.0
"""A shadow as narrow as this lies on plain ends only: on wands of 90 mm marks and notches begin 15 mm from the end."""
UNEVEN = 2.5
"""So many times brighter than the middle the rim may be: one exposure then holds white paint beside a bar and black
paint in the middle.  A choice: 1.3 stops of the eight or so of a small sensor.
"""
REST_MM = 5.0
"""How far the ledge reaches under the pane on each side: a pane of 300 mm leaves an opening of 290 mm."""
STEPS_MM = 5.0
"""Lamp depths are advised in steps of this."""


class Shadow(msgspec.Struct, frozen=True):
    """Reach of the shadow inwards from the opening's edge, mm, and the angle of its light from the axis."""

    reach_mm: float
    angle_deg: float


def shadow(offset_mm: float, depth_mm: float, half_mm: float, ledge_mm: float, pane_mm: float = PANE_MM) -> Shadow:
    """Shadow of a ledge ``ledge_mm`` thick under the pane, by a lamp ``offset_mm`` from the axis and ``depth_mm`` under
    the pane's top; ``half_mm`` is half the opening.  A lamp within the opening throws none.
    """
    below = depth_mm - ledge_mm - pane_mm
    if offset_mm <= half_mm:
        return Shadow(0.0, 0.0)
    angle = math.atan2(offset_mm - half_mm, max(below, 0.0))
    in_pane = math.asin(min(math.sin(angle) / ACRYLIC_INDEX, 1.0))
    return Shadow(ledge_mm * math.tan(angle) + pane_mm * math.tan(in_pane), math.degrees(angle))


def unevenness(offset_mm: float, depth_mm: float, half_mm: float) -> float:
    """Light 15 mm inside the opening beside a bar over light in the middle; long bars that radiate upwards."""
    rim, depth = half_mm - 15, max(depth_mm, 1.0)  # bars level with the pane would light nothing

    def of_both(x: float) -> float:
        return sum(depth**2 / math.hypot(depth, side * offset_mm - x) ** 3 for side in (-1, 1))

    return of_both(rim) / of_both(0.0)


class Bars(msgspec.Struct, frozen=True):
    """Where the bars lie, mm from the axis and under the pane's top, and what that does."""

    offset_mm: float
    depth_mm: float
    ledge_mm: float
    shadow: Shadow
    uneven: float

    def warnings(self, half_mm: float, most_mm: float) -> list[str]:
        """What is worse than it should be, with the cure."""
        found = []
        if self.uneven > UNEVEN:
            found.append(
                f"the rim is {self.uneven:.1f} times brighter than the middle ({UNEVEN:g} is fair): lower bars"
            )
        if self.shadow.reach_mm > most_mm:
            lip = lip_for(self.offset_mm, self.depth_mm, half_mm, most_mm)
            bevel = f"bevel the wood below to a lip of {lip:g} mm, at {self.bevel_deg} degrees or more, " if lip else ""
            found.append(
                f"the ledge's shadow reaches {self.shadow.reach_mm:.0f} mm inwards, over wands' ends: {bevel}lower the "
                f"bars, or leave a rim of {math.ceil(self.shadow.reach_mm)} mm where no wand can lie"
            )
        return found

    @property
    def bevel_deg(self) -> int:
        """Least bevel of the ledge's lower side, from the axis, at which only its lip throws a shadow."""
        return math.ceil(self.shadow.angle_deg + 2)


def bars_at(depth_mm: float, offset_mm: float, half_mm: float, ledge_mm: float) -> Bars:
    """The bars at a depth; ``half_mm`` is half the opening."""
    thrown = shadow(offset_mm, depth_mm, half_mm, ledge_mm)
    return Bars(offset_mm, depth_mm, ledge_mm, thrown, unevenness(offset_mm, depth_mm, half_mm))


def best_bars(
    offset_at: Callable[[float], float], half_mm: float, ledge_mm: float, most_mm: float, deepest_mm: float
) -> Bars:
    """The highest bars whose light is even and whose shadow is at most ``most_mm``, or those half way down when none
    are; ``offset_at`` gives their offset at a depth.  Highest, because light falls with the square of the depth.
    """
    depths = [STEPS_MM * k for k in range(4, int(deepest_mm / STEPS_MM) + 1)]
    tried = [bars_at(depth, offset_at(depth), half_mm, ledge_mm) for depth in depths]
    good = (b for b in tried if b.uneven <= UNEVEN and b.shadow.reach_mm <= most_mm)
    return next(good, tried[len(tried) // 2])


def lip_for(offset_mm: float, depth_mm: float, half_mm: float, most_mm: float) -> float:
    """The thickest lip (mm, in halves) whose shadow is at most ``most_mm``; 0 when even none would do."""
    halves = range(2 * math.ceil(most_mm) * 4, 0, -1)
    return next((k / 2 for k in halves if shadow(offset_mm, depth_mm, half_mm, k / 2).reach_mm <= most_mm), 0.0)

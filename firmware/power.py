"""Current and gamma: from the light that is meant to the bytes that a strip gets.

Order: colours, then the current limiter, then gamma once.  Gamma only lowers a value: the estimate is safe.
"""

from __future__ import annotations

import msgspec

from firmware.scenes import Frame, scaled

IDLE_MA = 1.0
"""What one dark lamp draws (WS2812B: its own chip)."""
CHANNEL_MA = 20.0
"""What one channel of one lamp draws at 255."""
GAMMA = 2.6
GAMMA_TABLE: tuple[int, ...] = tuple(round((value / 255) ** GAMMA * 255) for value in range(256))


class Limited(msgspec.Struct, frozen=True):
    """A frame within the budget, and whether it had to be dimmed for that."""

    frame: Frame
    limited: bool


def current_ma(frame: Frame) -> float:
    """Milliamperes that the strip draws for ``frame``: n x 1 mA + sum / 255 x 20 mA."""
    return len(frame) * IDLE_MA + sum(map(sum, frame)) / 255 * CHANNEL_MA


def within(frame: Frame, budget_ma: float) -> Limited:
    """Dim all lamps by the same factor until ``frame`` fits; a budget below the idle current leaves black."""
    if current_ma(frame) <= budget_ma:
        return Limited(frame, False)
    idle_ma = len(frame) * IDLE_MA
    factor = max(0.0, budget_ma - idle_ma) / max(current_ma(frame) - idle_ma, IDLE_MA)
    dimmed = tuple(scaled(colour, factor) for colour in frame)
    while current_ma(dimmed) > budget_ma and any(map(any, dimmed)):
        factor *= 0.98  # rounding went up: a little darker still
        dimmed = tuple(scaled(colour, factor) for colour in frame)
    return Limited(dimmed, True)


def corrected(frame: Frame) -> Frame:
    """Gamma 2.6, because an eye sees half of the light as nearly all of it."""
    return tuple((GAMMA_TABLE[red], GAMMA_TABLE[green], GAMMA_TABLE[blue]) for red, green, blue in frame)

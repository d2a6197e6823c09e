"""Shares of many games, and how far they can be trusted."""

from __future__ import annotations

import math

import msgspec

Z95 = 1.959964


class Share(msgspec.Struct, frozen=True):
    """So many of so many, with Wilson's interval of 95 %."""

    count: int
    of: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.share:.3f} [{self.low:.3f}, {self.high:.3f}] ({self.count} of {self.of})"


def share(count: int, of: int) -> Share:
    """Wilson's score interval."""
    if of == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    part, wide = count / of, Z95 * Z95 / of
    middle = (part + wide / 2) / (1 + wide)
    half = Z95 * math.sqrt(part * (1 - part) / of + wide / (4 * of)) / (1 + wide)
    return Share(count, of, part, max(0.0, middle - half), min(1.0, middle + half))

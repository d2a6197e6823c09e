"""In which order lamps are wired so that the wire is short: a way through all spots that turns back nowhere.

From the spot next to the corner to the nearest that is left, then mended by turning pieces round while that saves wire.
The same spots give the same order.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

Spot = tuple[float, float]
ROUNDS = 40


def order(spots: Mapping[str, Spot]) -> list[str]:
    """The names in the order of the wire, from the north-west."""
    left = sorted(spots, key=lambda name: (sum(spots[name]), name))
    way = left[:1]
    while len(way) < len(left):
        here = spots[way[-1]]
        way.append(
            min((name for name in left if name not in way), key=lambda name: (math.dist(here, spots[name]), name))
        )
    for _ in range(ROUNDS):
        if not _mended(way, spots):
            break
    return way


def length(way: list[str], spots: Mapping[str, Spot]) -> float:
    """The wire of an order."""
    return sum(math.dist(spots[one], spots[two]) for one, two in pairwise(way))


def _mended(way: list[str], spots: Mapping[str, Spot]) -> bool:
    """Turn pieces round wherever that saves wire; whether one was turned.  The first spot stays."""
    turned = False
    for start in range(1, len(way) - 1):
        for end in range(start + 1, len(way)):
            if _saving(way, start, end, spots) > 1e-6:
                way[start : end + 1] = way[start : end + 1][::-1]
                turned = True
    return turned


def _saving(way: list[str], start: int, end: int, spots: Mapping[str, Spot]) -> float:
    before, first, last = (spots[way[at]] for at in (start - 1, start, end))
    saved = math.dist(before, first) - math.dist(before, last)
    if end + 1 < len(way):
        after = spots[way[end + 1]]
        saved += math.dist(last, after) - math.dist(first, after)
    return saved

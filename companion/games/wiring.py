"""In which order lamps are wired so that the wire is short: a way through all spots that turns back nowhere.

From the first to the nearest that is left, then mended by turning pieces round and moving spots while that saves wire.
The same spots give the same order; it is not proven to be the shortest of all.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

Spot = tuple[float, float]
LEAST = 1e-6
"""What counts as a saving, in units of the spots: less is rounding."""


def order(spots: Mapping[str, Spot], first: str = "") -> list[str]:
    """The names in the order of the wire, from where it comes in: ``first``, else the north-west."""
    left = sorted(spots, key=lambda name: (name != first, sum(spots[name]) if not first else 0, name))
    way = left[:1]
    while len(way) < len(left):
        here = spots[way[-1]]
        way.append(
            min((name for name in left if name not in way), key=lambda name: (math.dist(here, spots[name]), name))
        )
    while _mended(way, spots):
        pass
    return way


def length(way: Sequence[str], spots: Mapping[str, Spot]) -> float:
    """The wire of an order."""
    return sum(math.dist(spots[one], spots[two]) for one, two in pairwise(way))


def _mended(way: list[str], spots: Mapping[str, Spot]) -> bool:
    """Change every piece so that it saves wire; whether one was changed.  The first spot stays."""
    changed = False
    for start in range(1, len(way) - 1):
        for end in range(start + 2, len(way) + 1):
            saved, better = max(_changes(way[start - 1], way[start:end], way[end : end + 1], spots))
            if saved > LEAST:
                way[start:end] = better
                changed = True
    return changed


def _changes(
    before: str, piece: list[str], after: list[str], spots: Mapping[str, Spot]
) -> Iterator[tuple[float, list[str]]]:
    """What is saved where a piece is turned round, or one of its ends is moved to the other."""
    second, last = piece[1], piece[-2]
    one, other = piece[0], piece[-1]

    def wire(*joints: tuple[str, str]) -> float:
        return sum(math.dist(spots[near], spots[far]) for near, far in joints)

    def on(name: str) -> list[tuple[str, str]]:
        return [(name, far) for far in after]

    now = wire((before, one), *on(other))
    yield now - wire((before, other), *on(one)), piece[::-1]
    yield now + wire((one, second)) - wire((before, second), (other, one), *on(one)), [*piece[1:], one]
    yield now + wire((last, other)) - wire((before, other), (other, one), *on(last)), [other, *piece[:-1]]

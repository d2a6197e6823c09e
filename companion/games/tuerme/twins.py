"""Check 11: the same position with its prisoners dealt anew over the hidden tiers.

Whatever leaves the host must be the same for both: it is the proof that nothing tells who is imprisoned where.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from companion.games import Draw
from companion.games.tuerme.box import SIX
from companion.games.tuerme.correction import Spot, spot
from companion.games.tuerme.position import LIFTED, Position, count, one, size


def hidden(position: Position, seen: Collection[Spot] = ()) -> list[Spot]:
    """Tiers with a tower over them, less those that are seen: what is under a tower in the air, and ``seen``."""
    shown = set(seen)
    lifted = spot(position) if position.phase == LIFTED else None
    if lifted is not None:
        shown.add(lifted)
    return [
        (space, tier)
        for space, tiers in enumerate(position.tiers)
        for tier in range(len(tiers) - 1)
        if (space, tier) not in shown
    ]


def dealt_anew(position: Position, draw: Draw, seen: Collection[Spot] = ()) -> Position:
    """A twin: every prisoner in a hidden tier by chance, six at the most in each."""
    spots = hidden(position, seen)
    tiers = [list(each) for each in position.tiers]
    prisoners = [
        seat
        for space, tier in spots
        for seat in range(len(position.home))
        for _ in range(count(tiers[space][tier], seat))
    ]
    for space, tier in spots:
        tiers[space][tier] = 0
    for seat in prisoners:
        open_spots = [(space, tier) for space, tier in spots if size(tiers[space][tier]) < SIX]
        space, tier = open_spots[draw(len(open_spots))]
        tiers[space][tier] += one(seat)
    return msgspec.structs.replace(position, tiers=tuple(tuple(each) for each in tiers))

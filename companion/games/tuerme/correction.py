"""A lifted tower shows others than believed: "there stood ..." (the table asks the others for consent first).

What really stood there is set; who is believed elsewhere changes with it, within the totals of each colour, and where,
nobody is told.
"""

from __future__ import annotations

from companion.games import Json
from companion.games.tuerme.box import SIX
from companion.games.tuerme.position import LIFTED, NOWHERE, Position, count, place_of, size

Spot = tuple[int, int]
"""A space and a tier of it."""


def spot(position: Position) -> Spot | None:
    """Whose crowd may be corrected: what is under the tower in the air, or what the last one left behind."""
    if position.phase == LIFTED and position.lifted is not None:
        space = place_of(position, position.lifted.tower)
        return space, position.towers[space].index(position.lifted.tower)
    if position.bared != NOWHERE and position.keep != position.bared:
        return position.bared, len(position.tiers[position.bared]) - 1
    return None


def hidden(position: Position, but: Spot) -> list[Spot]:
    """Tiers with a tower over them, less one."""
    return [
        (space, tier)
        for space, tiers in enumerate(position.tiers)
        for tier in range(len(tiers) - 1)
        if (space, tier) != but
    ]


def is_possible(position: Position, at: Spot, there: int) -> bool:
    """Whether the colours add up: what is too many elsewhere must have been there, what is too few finds a tier.

    Only how many of a colour are imprisoned in all, and in how many tiers, decides; both are open to everybody.
    """
    was, tiers = position.tiers[at[0]][at[1]], hidden(position, at)
    more = [count(there, seat) - count(was, seat) for seat in range(len(position.home))]
    total = [_total(position, tiers, seat) - extra for seat, extra in enumerate(more)]
    return size(there) <= SIX and min(total) >= 0 and sum(total) <= SIX * len(tiers)


def _total(position: Position, tiers: list[Spot], seat: int) -> int:
    return sum(count(position.tiers[space][tier], seat) for space, tier in tiers)


def correct(position: Position, seat: int, there: int, events: list[Json]) -> None:
    """Sets what was seen, and balances it in the first hidden tiers that allow it."""
    at = spot(position)
    if at is None:
        return
    tiers = [list(each) for each in position.tiers]
    was = tiers[at[0]][at[1]]
    tiers[at[0]][at[1]] = there
    others = hidden(position, at)
    for colour in range(len(position.home)):
        for _ in range(count(there, colour) - count(was, colour)):
            _take(tiers, others, colour)
    for colour in range(len(position.home)):
        for _ in range(count(was, colour) - count(there, colour)):
            _add(tiers, others, colour)
    position.tiers = tuple(tuple(each) for each in tiers)
    if position.phase != LIFTED:
        position.bared = at[0]
    events.append({"type": "corrected", "seat": position.setup.seats[seat], "rule": "V3"})


def _take(tiers: list[list[int]], spots: list[Spot], colour: int) -> None:
    space, tier = next((space, tier) for space, tier in spots if count(tiers[space][tier], colour))
    tiers[space][tier] -= 1 << 4 * colour


def _add(tiers: list[list[int]], spots: list[Spot], colour: int) -> None:
    space, tier = next((space, tier) for space, tier in spots if size(tiers[space][tier]) < SIX)
    tiers[space][tier] += 1 << 4 * colour

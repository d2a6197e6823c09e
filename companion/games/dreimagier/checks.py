"""Checks that must hold in every position (the list at the end of the rules)."""

from __future__ import annotations

from companion.games import Fault
from companion.games.dreimagier.board import MAGIC_PLACES, PLACES
from companion.games.dreimagier.position import Position


def check(position: Position) -> list[Fault]:
    """Every breach found; an empty list for a sound position."""
    faults = []
    for place in MAGIC_PLACES:
        holders = sum(cards >> place & 1 for cards in position.cards)
        if holders + position.supply[place] != 2:
            faults.append(Fault(f"supply.{PLACES[place]}", "copies on the place and holders must be two (check 1)"))
    return faults

"""Bottles: filled for imprisoning, spent for spells, handed to a partner (I2, I4, Z1, G4, G7)."""

from __future__ import annotations

from companion.games import Json
from companion.games.tuerme import goal
from companion.games.tuerme.position import Position
from companion.games.tuerme.teams import partner


def changed(counts: tuple[int, ...], seat: int, by: int) -> tuple[int, ...]:
    """Counts of all seats with one of them changed."""
    return (*counts[:seat], counts[seat] + by, *counts[seat + 1 :])


def fill(position: Position, seat: int, events: list[Json]) -> None:
    """I2: one bottle of who moved the tower; I4, G4: else one of his partner's, else none."""
    owner: int | None = seat
    if not position.empty[seat]:
        owner = partner(position.setup, seat)
    if owner is None or not position.empty[owner]:
        return
    position.empty = changed(position.empty, owner, -1)
    position.full = changed(position.full, owner, 1)
    seats = position.setup.seats
    rule = "I2" if owner == seat else "G4"
    events.append({"type": "bottle-filled", "seat": seats[owner], "by": seats[seat], "rule": rule})
    goal.look(position, events)


def spend(position: Position, seat: int, price: int) -> None:
    """Z1: full bottles go back into the box."""
    position.full = changed(position.full, seat, -price)
    position.spent = changed(position.spent, seat, price)


def may_give(position: Position, seat: int) -> bool:
    """G7: a full one, to the partner."""
    return position.setup.teams and position.full[seat] > 0


def give(position: Position, seat: int, events: list[Json]) -> None:
    """G7: one full bottle to the partner; for the giver it stays filled."""
    other = partner(position.setup, seat)
    if other is None:
        return
    position.full = changed(changed(position.full, seat, -1), other, 1)
    seats = position.setup.seats
    events.append({"type": "bottle-given", "seat": seats[seat], "to": seats[other], "rule": "G7"})

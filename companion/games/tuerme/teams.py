"""Teams: who sits opposite, whose wizards a seat moves, whose bottle is filled (G1, G3-G5)."""

from __future__ import annotations

from companion.games.tuerme.position import Position
from companion.games.tuerme.settings import Setup


def partner(setup: Setup, seat: int) -> int | None:
    """G1: the seat opposite."""
    return (seat + len(setup.seats) // 2) % len(setup.seats) if setup.teams else None


def team(setup: Setup, seat: int) -> tuple[int, ...]:
    """A seat, and its partner where there is one."""
    other = partner(setup, seat)
    return (seat,) if other is None else (seat, other)


def sides(setup: Setup) -> tuple[tuple[int, ...], ...]:
    """Those who win together."""
    seats = len(setup.seats)
    return tuple(team(setup, seat) for seat in range(seats // 2 if setup.teams else seats))


def own(position: Position, seat: int) -> int:
    """G3: whose wizards this seat moves: his own, or, once all of those are in, his partner's."""
    if position.setup.teams and position.home[seat] == position.setup.wizards:
        return (seat + len(position.home) // 2) % len(position.home)
    return seat


def done(position: Position, side: tuple[int, ...]) -> bool:
    """E1, G5: all bottles filled and all wizards in."""
    return not any(position.empty[seat] for seat in side) and all(
        position.home[seat] == position.setup.wizards for seat in side
    )

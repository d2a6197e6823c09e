"""Where the spaces lie: a ring with straight sides, for a round one would leave a column on a phone half the room."""

from __future__ import annotations

import math

from companion.games import Json

WIDE, TALL = 68.0, 76.0
"""The room of one space."""
FEET = 22.0
"""The ground of a space lies below the middle of its room."""
BULGE = 0.3
"""So far the middle of a side leans outward, in rooms."""
ABOVE, BELOW = 2.0, 13.0
"""What the columns of the upper side and the bank of the lower one need beyond their rooms."""

Place = tuple[float, float]


def places(spaces: int, turn: int) -> list[Place]:
    """The middle of each space's room; space 1 in the north, then clockwise, the whole turned by so many spaces."""
    return [_place(spaces, (space - turn) % spaces) for space in range(spaces)]


def turn_of(seat: str | None, seats: list[str], spaces: int) -> int:
    """So many spaces bring a chair to the lower edge: the first seat in the south, then clockwise."""
    return round(spaces * seats.index(seat) / len(seats)) % spaces if seat in seats else 0


def _place(spaces: int, step: int) -> Place:
    """Along the four sides of a square, clockwise from the middle of the upper one.

    A side has an even number of rooms, so that the corners are some; where there are too many, some stay empty.
    """
    side = 2 * math.ceil(spaces / 8)
    edge, along = divmod(round(step * 4 * side / spaces) + side // 2, side)
    aside = along - side / 2
    out = side / 2 + BULGE * (1 - (2 * aside / side) ** 2)
    x, y = ((aside, -out), (out, aside), (-aside, out), (-out, -aside))[edge % 4]
    return round(x * WIDE, 1), round(y * TALL, 1)


def spot(place: Place) -> Json:
    """The ground of a space."""
    return {"x": place[0], "y": round(place[1] + FEET, 1)}


def ground(found: list[Place]) -> Json:
    """The edges of the drawing, and the road through all spaces."""
    half = max(x for x, _ in found) + WIDE / 2
    top, foot = (max(abs(y) for _, y in found) + TALL / 2 + more for more in (ABOVE, BELOW))
    box = (-half, -top, 2 * half, top + foot)
    return {"box": " ".join(f"{each:g}" for each in box), "road": _road(found)}


def _road(found: list[Place]) -> str:
    """A closed curve through the grounds: each is the knee between the middles of its neighbours."""
    feet = [(x, y + FEET - 4) for x, y in found]
    middles = [((x + a) / 2, (y + b) / 2) for (x, y), (a, b) in zip(feet, (*feet[1:], feet[0]), strict=True)]
    bends = [f"Q{x:g} {y:g} {a:.1f} {b:.1f}" for (x, y), (a, b) in zip(feet, middles, strict=True)]
    return f"M{middles[-1][0]:.1f} {middles[-1][1]:.1f}{''.join(bends)}z"


def way(found: list[Place], start: int, end: int) -> str:
    """The way of an announced piece: clockwise, however far a card of an own box goes (B2, W2)."""
    count = len(found)
    passed = [found[(start - 1 + number) % count] for number in range((end - start) % count + 1)]
    return "M" + "L".join(f"{x:g} {y + FEET:g}" for x, y in passed)

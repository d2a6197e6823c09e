"""What is drawn around the fields of any board: its path, the ways' bows, and what grows where nothing else lies.

Everything follows from the positions of the board file, so that a surveyed board looks as well as the shipped one; the
same board is always drawn alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

Point = tuple[float, float]

BOW = 0.11
"""How far a way bends aside, in parts of its length."""
CELL_MM = 23.0
FREE_MM = {"place": 49.0, "field": 22.0, "path": 17.0, "way": 10.0, "edge": 25.0}
"""How far what grows keeps from each kind of thing."""


def curve(points: Sequence[Point]) -> str:
    """A smooth line through all points, as the data of an SVG path."""
    ends = [points[0], *points, points[-1]]
    said = f"M{_pair(points[0])}"
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        said += f"C{_pair(one)} {_pair(two)} {_pair(end)}"
    return said


def bow(start: Point, end: Point, fields: Sequence[Point]) -> tuple[Point, Point, Point]:
    """A way as start, bend and end: it bends to the side where it lies freer of the path."""
    middle, across = _middle(start, end), (start[1] - end[1], end[0] - start[0])
    bends = [(middle[0] + side * BOW * across[0], middle[1] + side * BOW * across[1]) for side in (1, -1)]
    best = max(bends, key=lambda bend: min((math.dist(_middle(middle, bend), field) for field in fields), default=0.0))
    return start, best, end


def bowed(way: tuple[Point, Point, Point]) -> str:
    """A way as the data of an SVG path."""
    start, bend, end = way
    return f"M{_pair(start)}Q{_pair(bend)} {_pair(end)}"


def growth(
    half: float,
    places: dict[str, Point],
    fields: Sequence[Point],
    trails: Sequence[Sequence[Point]],
    ways: Sequence[tuple[Point, Point, Point]],
) -> list[dict[str, object]]:
    """What grows on free ground: ``kind`` is the place that it belongs to, with ``x``, ``y`` and a ``size``."""
    paths = [segment for trail in trails for segment in pairwise(trail)]
    bends = [segment for start, bend, end in ways for segment in ((start, bend), (bend, end))]
    found = []
    for spot, chance in _spots(half):
        free = (
            all(math.dist(spot, place) > FREE_MM["place"] for place in places.values())
            and all(math.dist(spot, field) > FREE_MM["field"] for field in fields)
            and all(_away(spot, *segment) > FREE_MM["path"] for segment in paths)
            and all(_away(spot, *segment) > FREE_MM["way"] for segment in bends)
        )
        if free:
            kind = min(places, key=lambda place: math.dist(spot, places[place]))
            found.append({"kind": kind, "x": round(spot[0]), "y": round(spot[1]), "size": round(0.75 + chance / 2, 1)})
    return found


def _spots(half: float) -> Iterator[tuple[Point, float]]:
    """A grid, each spot moved by a chance that is always the same, with another chance from 0 to 1."""
    reach = half - FREE_MM["edge"]
    count = int(2 * reach / CELL_MM)
    for row in range(count):
        for column in range(count):
            seed = (row * 73 + column * 151 + row * column * 17) % 97 / 97
            other = (row * 37 + column * 59 + row * column * 29) % 89 / 89
            x = -reach + (column + 0.2 + 0.6 * seed) * 2 * reach / count
            y = -reach + (row + 0.2 + 0.6 * other) * 2 * reach / count
            yield (x, y), (seed + other) % 1


def _away(spot: Point, start: Point, end: Point) -> float:
    """Distance of a spot from a line between two points."""
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2 or 1.0
    part = ((spot[0] - start[0]) * along[0] + (spot[1] - start[1]) * along[1]) / length
    part = min(1.0, max(0.0, part))
    return math.dist(spot, (start[0] + part * along[0], start[1] + part * along[1]))


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _pair(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"

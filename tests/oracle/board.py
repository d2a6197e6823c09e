"""The board as the plain opinion reads it: nodes, neighbours, symbol fields; and the magicians' ways of rule M2."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import Any

GRID = (("forest", "house", "tower"), ("castle", "life", "labyrinth"), ("sun", "mill", "moon"))
PLACES = tuple(place for row in GRID for place in row)
MAGIC = tuple(place for place in PLACES if place not in ("life", "labyrinth"))


def read_board(text: str) -> dict[str, Any]:
    """``{"nodes", "next": {node: [nodes]}, "symbols"}`` of a board file's text; a node that is no place is a field."""
    data = tomllib.loads(text)
    near: dict[str, list[str]] = {place: [] for place in PLACES}
    for trail in data["trails"]:
        for here, there in pairwise(trail):
            near.setdefault(here, []).append(there)
            near.setdefault(there, []).append(here)
    return {"nodes": list(near), "next": near, "symbols": list(data["symbols"])}


def ways(place: str) -> list[str]:
    """Where a magician's step may lead from a place (M2): along the grid, the labyrinth with life alone."""
    row, column = next((r, c) for r in range(3) for c in range(3) if GRID[r][c] == place)
    found = []
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0)):
        if 0 <= row + down < 3 and 0 <= column + right < 3:
            other = GRID[row + down][column + right]
            if "labyrinth" not in (place, other) or "life" in (place, other):
                found.append(other)
    return found


def jump_ends(place: str, steps: int) -> list[str]:
    """Every end of a jump of exactly so many steps, its own start included where two steps lead back."""
    if steps == 0:
        return []
    if steps == 1:
        return ways(place)
    return sorted({end for between in ways(place) for end in ways(between)})


def walk_ends(near: dict[str, list[str]], node: str, steps: int, came_from: str | None = None) -> set[str]:
    """Every end of a walk of exactly so many fields without turning round on the spot (T10), all walks tried."""
    if steps == 0:
        return {node}
    ends: set[str] = set()
    for other in near[node]:
        if other != came_from:
            ends |= walk_ends(near, other, steps - 1, node)
    return ends

"""Stacks of glass that are too high to be read where they stand, drawn large in the middle of the ring (V4)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.games import Json
from companion.web.games.tuerme.ring import columns, layout

LEGIBLE = 9.0
"""Lower storeys with somebody inside are drawn large."""
WIDE, APART = 64.0, 72.0
"""A tower, and from one stack to the next."""
EDGE = 42.0
"""What the road, and a number below, take of the middle."""


def large(drawn: Sequence[Json]) -> list[Json]:
    """The stacks whose prisoners are too small, side by side around 0 0; none where the ring leaves no room."""
    found = [each for each in drawn if any(tower["inside"] and tower["tall"] < LEGIBLE for tower in each["towers"])]
    room = 2 * (math.ceil(len(drawn) / 8) * layout.TALL - EDGE)
    return [
        _stack(each, (number - (len(found) - 1) / 2) * APART, room)
        for number, each in enumerate(found)
        if room / len(each["towers"]) > LEGIBLE
    ]


def _stack(each: Json, x: float, room: float) -> Json:
    towers = each["towers"]
    tall = min(columns.TIER, room / len(towers))
    foot = tall * len(towers) / 2
    storeys = [_storey(tower, tall, foot - tall * at) for at, tower in enumerate(towers, 1)]
    return {"space": each["space"], "x": round(x, 1), "foot": round(foot, 1), "towers": storeys}


def _storey(tower: Json, tall: float, y: float) -> Json:
    crest = min(columns.CREST, tall) if tower["shield"] else 0.0
    seats = [one["seat"] for one in tower["inside"]]
    return {
        "y": round(y, 1),
        "tall": round(tall, 1),
        "crest": round(crest, 1),
        "inside": columns.inside(seats, tall, crest, WIDE - 2),
    }

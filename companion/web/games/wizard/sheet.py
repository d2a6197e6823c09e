"""The block as it stands on paper, the chart of totals and the ranking."""

from __future__ import annotations

from companion.games import Json
from companion.web.pages.seen import Seen

WIDTH, HEIGHT, TOO_FEW = 300, 150, 5


def rows(seen: Seen) -> list[Json]:
    """A row a round, the cells in the order of the seats; V1 breaches and doubtful tricks are marked (R6)."""
    view = seen.view
    return [
        {
            "number": each["number"],
            "trump": each["trump"] or "unknown",
            "dealer": each["dealer"],
            "sum": sum(each["bids"].values()),
            "count": each["count"],
            "marked": each["breaks_sum"],
            "doubtful": bool(each["doubtful"]),
            "revokes": [_revoke(found, seen) for found in each["revokes"]],
            "cells": [
                {
                    "seat": seat,
                    "total": each["totals"][seat],
                    "bid": each["bids"][seat],
                    "won": each["tricks"][seat],
                    "exact": each["bids"][seat] == each["tricks"][seat],
                }
                for seat in view["seats"]
            ],
        }
        for each in view["done"]
    ]


def _revoke(found: Json, seen: Seen) -> str:
    """J4: who, with both tricks."""
    name = seen.who.name(found["seat"])
    return seen.t("block.revoke", name=name, first=found["denied"] + 1, second=found["shown"] + 1)


def chart(view: Json) -> Json:
    """Lines of the totals in a box of ``WIDTH`` by ``HEIGHT``."""
    done = view["done"]
    if not done:
        return {}
    totals = {seat: [0, *(each["totals"][seat] for each in done)] for seat in view["seats"]}
    least = min(min(line) for line in totals.values())
    most = max(max(line) for line in totals.values())
    span = max(most - least, 10)

    def point(at: int, value: int) -> str:
        return f"{WIDTH * at // len(done)} {HEIGHT - HEIGHT * (value - least) // span}"

    return {
        "least": least,
        "most": most,
        "zero": HEIGHT - HEIGHT * (0 - least) // span,
        "lines": [
            {
                "seat": seat,
                "path": "M" + "L".join(point(at, value) for at, value in enumerate(line)),
                "last": line[-1],
                "y": HEIGHT - HEIGHT * (line[-1] - least) // span,
            }
            for seat, line in totals.items()
        ],
    }


def standing(view: Json) -> list[Json]:
    """The ranking with best and worst round and the hit rate (None: too few rounds to tell)."""
    found = []
    for seat in sorted(view["seats"], key=lambda seat: view["places"][seat]):
        points = [each["points"][seat] for each in view["done"]]
        hits = sum(each["bids"][seat] == each["tricks"][seat] for each in view["done"])
        enough = len(points) >= TOO_FEW
        found.append(
            {
                "seat": seat,
                "place": view["places"][seat],
                "total": view["totals"][seat],
                "best": max(points, default=0),
                "worst": min(points, default=0),
                "hits": hits,
                "rounds": len(points),
                "rate": round(100 * hits / len(points)) if enough else None,
            }
        )
    return found

"""The block as it stands on paper and the ranking."""

from __future__ import annotations

from companion.games import Json
from companion.web.games.wizard import cardnames
from companion.web.games.wizard.chart import exact
from companion.web.pages.seen import Seen

TOO_FEW = 5
"""With fewer rounds a hit rate tells nothing."""


def rows(seen: Seen) -> list[Json]:
    """A row a round, the cells in the order of the seats; V1 breaches and doubtful tricks are marked (R6)."""
    seats = seen.view["seats"]
    return [
        {
            "number": each["number"],
            "trump": each["trump"] or "unknown",
            "dealer": each["dealer"],
            "count": each["count"],
            "marks": marks(each, seen),
            "cells": [_cell(each, seat) for seat in seats],
        }
        for each in seen.view["done"]
    ]


def _cell(each: Json, seat: str) -> Json:
    return {
        "seat": seat,
        "total": each["totals"][seat],
        "points": each["points"][seat],
        "bid": each["bids"][seat],
        "won": each["tricks"][seat],
        "exact": exact(each, seat),
    }


def marks(each: Json, seen: Seen) -> list[str]:
    """R6, J4: what is odd about a round, in words."""
    found = [seen.t("block.sum", count=each["count"])] if each.get("breaks_sum") else []
    found += [seen.t("block.doubtful", number=number + 1) for number in each["doubtful"]]
    return found + [_revoke(one, each["tapped"], seen) for one in each["revokes"]]


def _revoke(found: Json, tapped: list[Json], seen: Seen) -> str:
    """J4: who, with both tricks."""
    return seen.t(
        "block.revoke",
        name=seen.who.name(found["seat"]),
        colour=f"@people.{found['colour']}",
        first=found["denied"] + 1,
        second=found["shown"] + 1,
        one=cardnames.listed(tapped[found["denied"]]["cards"], seen.t),
        other=cardnames.listed(tapped[found["shown"]]["cards"], seen.t),
    )


def standing(view: Json) -> list[Json]:
    """The ranking with best and worst round and the hit rate (None: too few rounds to tell)."""
    return [_stands(view, seat) for seat in sorted(view["seats"], key=lambda seat: view["places"][seat])]


def _stands(view: Json, seat: str) -> Json:
    done = view["done"]
    by_points = sorted(done, key=lambda each: each["points"][seat])
    hits = sum(exact(each, seat) for each in done)
    return {
        "seat": seat,
        "place": view["places"][seat],
        "total": view["totals"][seat],
        "best": _round(by_points[-1:], seat),
        "worst": _round(by_points[:1], seat),
        "hits": hits,
        "rounds": len(done),
        "rate": round(100 * hits / len(done)) if len(done) >= TOO_FEW else None,
    }


def _round(found: list[Json], seat: str) -> Json | None:
    return {"number": found[0]["number"], "points": found[0]["points"][seat]} if found else None

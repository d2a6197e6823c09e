"""Everybody's wizards and bottles, as anybody at the table can count them (V1)."""

from __future__ import annotations

from companion.games import Json
from companion.web.pages.seen import Seen


def rows(seen: Seen) -> list[Json]:
    """A row a seat in playing order: bottles one by one, wizards in the keep, in sight and imprisoned."""
    return [_row(seat, seen) for seat in seen.view["seats"]]


def _row(seat: str, seen: Seen) -> Json:
    view, t = seen.view, seen.t
    player = view["players"][seat]
    bottles = ["full"] * player["full"] + ["spent"] * player["spent"] + ["empty"] * player["empty"]
    return {
        "seat": seat,
        "bottles": bottles,
        "says": t("count.bottles", full=player["full"], empty=player["empty"], spent=player["spent"]),
        "home": player["home"],
        "wizards": player["wizards"],
        "imprisoned": player["imprisoned"],
        "mine": seat == seen.seat,
        "active": seat == view["active"],
        "partner": _partner(seat, seen),
    }


def _partner(seat: str, seen: Seen) -> bool:
    """G1: whether this is the partner of the seat that looks."""
    seats = seen.view["seats"]
    if not seen.view["teams"] or seen.seat not in seats:
        return False
    return bool(seats[(seats.index(seen.seat) + len(seats) // 2) % len(seats)] == seat)


def ranking(seen: Seen) -> list[Json]:
    """E3, E4: places with shared ones (1, 2, 2, 4), wizards in the keep and bottles of each."""
    place, found = 1, list[Json]()
    for rank in seen.view["ranking"]:
        for seat in rank:
            player = seen.view["players"][seat]
            found.append({"seat": seat, "place": place, **{key: player[key] for key in ("home", "filled", "full")}})
        place += len(rank)
    return found

"""The scores of a duel that is over: the view knows only those of one that goes on."""

from __future__ import annotations

from companion.games import Json
from companion.web.games.dreimagier.motion import newest

Score = tuple[int, int]
"""Sum on throws."""


def of_last_duel(state: Json) -> dict[str, Score]:
    """Both sides of the round that decided the last duel; empty where the history does not reach back to it."""
    found: dict[str, Score] = {}
    for event in _newest_events(state):
        kind = event["type"]
        if kind == "thrown" and event.get("kind") == "duel" and "sum" in event:
            total, throws = found.get(event["seat"], (event["sum"], 0))
            found[event["seat"]] = total, throws + 1
        elif kind == "duel-led":
            return found | {event["seat"]: (event["sum"], event["throws"])}
    return {}


def _newest_events(state: Json) -> list[Json]:
    return [event for told in newest(state) for event in reversed(told.get("events") or [])]

"""Events in words: one sentence each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games import Json
from companion.web.games.dreimagier import places
from companion.web.games.dreimagier.throws import values_text
from companion.web.games.dreimagier.wands import COLOURS
from companion.web.pages.seen import Seen

SHADES: dict[str, Callable[[Json], Any]] = {
    "thrown": lambda event: event.get("kind"),
    "stayed": lambda event: event.get("figure"),
    "banished": lambda event: event.get("figure"),
    "card-taken": lambda event: "place" if event.get("from") == "place" else "rival",
    "spell": lambda event: event.get("symbol"),
    "right-gained": lambda event: event.get("kind"),
    "right-declined": lambda event: event.get("kind"),
}
"""Events whose sentence depends on one of their fields."""


def sentence(event: Json, told: Json, seen: Seen) -> str:
    """One event in words; nothing for what needs none."""
    shade = SHADES.get(event["type"])
    message = f"event.{event['type']}" + (f".{shade(event)}" if shade else "")
    return seen.t(message, **_values(event, told, seen), default="")


def points(event: Json) -> tuple[str, ...]:
    """Where a figure came to, where a duel is, the place that a card belongs to."""
    found = (event.get(key) for key in ("to", "at", "place", "card"))
    return tuple(node for node in found if node)


def _values(event: Json, told: Json, seen: Seen) -> Json:
    who, t = seen.who, seen.t
    thrown = (told.get("action") or {}).get("wands") or {}
    return {
        "name": who.name(event.get("seat")),
        "other": who.name(event.get("from")) if event.get("from") in COLOURS else "",
        "challenged": who.name(event.get("challenged")),
        "loser": who.name(event.get("loser")),
        "to": places.whither(event.get("to"), seen),
        "at": t(f"at.{event.get('place')}", default=""),
        "card": t(f"card.{event.get('card')}", default=""),
        "fly": ", ".join(t(f"seat.{colour}") for colour in event.get("fly") or []),
        "values": values_text(thrown, t),
        "sum": event.get("sum", ""),
        "throws": event.get("throws", ""),
    }

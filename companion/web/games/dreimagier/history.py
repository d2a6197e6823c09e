"""What happened, in words: one sentence an event, newest first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.web.games.dreimagier import verdicts
from companion.web.games.dreimagier.people import People
from companion.web.games.dreimagier.verdicts import values_text
from companion.web.games.dreimagier.wands import COLOURS
from companion.web.pages.memo import Memo
from companion.web.pages.words import Translate

Json = dict[str, Any]

LONGEST = 80
SAID = Memo()
LINES = Memo(32)


def lines(state: Json, who: People, t: Translate) -> list[Json]:
    """The last sentences, newest first: ``seq``, ``seat``, ``text``, ``void``."""
    history = state.get("history") or []
    found: list[Json] = LINES.get(partial(_lines, history, who, t), who.spoken, history)
    return found


def _lines(history: list[Json], who: People, t: Translate) -> list[Json]:
    found: list[Json] = []
    for told in reversed(history):
        for text, seat in reversed(SAID.get(partial(_entry, told, who, t), who.spoken, told)):
            found.append({"seq": told["seq"], "seat": seat, "text": text, "void": bool(told.get("void"))})
        if len(found) >= LONGEST:
            break
    return found[:LONGEST]


def _entry(told: Json, who: People, t: Translate) -> list[tuple[str, str | None]]:
    if told.get("kind") == "action":
        events = told.get("events") or []
        return [(text, event.get("seat")) for event in events if (text := sentence(event, told, who, t))]
    if told.get("kind") == "correction":
        return [(verdicts.verdict(told, who, t), told.get("seat"))]
    body = told.get("body") or {}
    shade = body.get("how") or body.get("verdict") or "plain"
    name = body.get("name") or who.name(told.get("seat"))
    text = t(f"entry.{told.get('kind')}.{shade}", name=name, default="")
    return [(text, told.get("seat"))] if text else []


def sentence(event: Json, told: Json, who: People, t: Translate) -> str:
    """One event in words; nothing for what needs none."""
    shade = SHADES.get(event["type"])
    message = f"event.{event['type']}" + (f".{shade(event)}" if shade else "")
    return t(message, **_values(event, told, who, t), default="")


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


def _values(event: Json, told: Json, who: People, t: Translate) -> Json:
    thrown = (told.get("action") or {}).get("wands") or {}
    return {
        "name": who.name(event.get("seat")),
        "other": who.name(event.get("from")) if event.get("from") in COLOURS else "",
        "challenged": who.name(event.get("challenged")),
        "loser": who.name(event.get("loser")),
        "to": t(f"to.{event.get('to')}", default=t("to.field")),
        "at": t(f"at.{event.get('place')}", default=""),
        "card": t(f"card.{event.get('card')}", default=""),
        "fly": ", ".join(t(f"seat.{colour}") for colour in event.get("fly") or []),
        "values": values_text(thrown, t),
        "sum": event.get("sum", ""),
        "throws": event.get("throws", ""),
    }

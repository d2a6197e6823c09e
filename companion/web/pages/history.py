"""What happened, in words: one sentence an event, newest first."""

from __future__ import annotations

from functools import partial

from companion.games import Json
from companion.web.pages import verdicts
from companion.web.pages.face import Face
from companion.web.pages.memo import Memo
from companion.web.pages.seen import Seen

LONGEST = 80
SAID = Memo()
LINES = Memo(32)


def lines(face: Face, seen: Seen) -> list[Json]:
    """The last sentences, newest first: ``seq``, ``seat``, ``text``, ``void``."""
    history = seen.state.get("history") or []
    found: list[Json] = LINES.get(partial(_lines, history, face, seen), seen.who.spoken, history)
    return found


def _lines(history: list[Json], face: Face, seen: Seen) -> list[Json]:
    found: list[Json] = []
    for told in reversed(history):
        for text, seat in reversed(SAID.get(partial(_entry, told, face, seen), seen.who.spoken, told)):
            found.append({"seq": told["seq"], "seat": seat, "text": text, "void": bool(told.get("void"))})
        if len(found) >= LONGEST:
            break
    return found[:LONGEST]


def _entry(told: Json, face: Face, seen: Seen) -> list[tuple[str, str | None]]:
    if told.get("kind") == "action":
        events = told.get("events") or []
        return [(text, event.get("seat")) for event in events if (text := face.sentence(event, told, seen))]
    if told.get("kind") == "correction":
        return [(verdicts.verdict(told, face, seen), told.get("seat"))]
    body = told.get("body") or {}
    shade = body.get("how") or body.get("verdict") or "plain"
    name = body.get("name") or seen.who.name(told.get("seat"))
    text = seen.t(f"entry.{told.get('kind')}.{shade}", name=name, default="")
    return [(text, told.get("seat"))] if text else []

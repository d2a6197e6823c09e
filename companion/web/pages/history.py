"""What happened, in words: one sentence an event, newest first."""

from __future__ import annotations

from functools import partial
from itertools import groupby

from companion.games import Json
from companion.web.pages import verdicts
from companion.web.pages.face import Face
from companion.web.pages.memo import Memo, jsoned
from companion.web.pages.seen import Seen

LONGEST = 80
PASSAGE = 4
"""Entries of a run that is drawn and remembered as one."""
SAID = Memo()
RUNS = Memo()
LINES = Memo(32)


def lines(face: Face, seen: Seen) -> list[Json]:
    """The last sentences, newest first: ``seq``, ``seat``, ``text``, ``void``, ``nodes``, whether by an ``action``."""
    history = seen.state.get("history") or []
    found: list[Json] = LINES.of(history, partial(_lines, history, face, seen), seen.spoken)
    return found


def passages(lines: list[Json]) -> list[list[Json]]:
    """The same lines in runs that stay the same while lines are added and the oldest go."""
    return [list(run) for _, run in groupby(lines, lambda line: line["seq"] // PASSAGE)]


def _lines(history: list[Json], face: Face, seen: Seen) -> list[Json]:
    found, spoken = list[Json](), jsoned(seen.spoken)
    for _, entries in groupby(reversed(history), lambda told: told["seq"] // PASSAGE):
        run = list(entries)
        found += RUNS.of(run, partial(_run, run, face, seen), spoken)
        if len(found) >= LONGEST:
            break
    return found[:LONGEST]


def _run(run: list[Json], face: Face, seen: Seen) -> list[Json]:
    found: list[Json] = []
    for told in run:
        for text, seat, nodes in reversed(SAID.get(partial(_entry, told, face, seen), seen.spoken, told)):
            void = bool(told.get("void"))
            line = {"seq": told["seq"], "seat": seat, "text": text, "void": void, "nodes": nodes}
            found.append(line | {"action": told.get("kind") == "action"})
    return found


def _entry(told: Json, face: Face, seen: Seen) -> list[tuple[str, str | None, list[str]]]:
    if told.get("kind") == "action":
        events = told.get("events") or []
        said = ((face.sentence(event, told, seen), event) for event in events)
        return [(text, event.get("seat"), list(face.points(event))) for text, event in said if text]
    if told.get("kind") == "correction":
        return [(verdicts.verdict(told, face, seen), told.get("seat"), [])]
    body = told.get("body") or {}
    shade = body.get("how") or body.get("verdict") or "plain"
    name = body.get("name") or seen.who.name(told.get("seat"))
    text = seen.t(f"entry.{told.get('kind')}.{shade}", name=name, default="")
    return [(text, told.get("seat"), [])] if text else []

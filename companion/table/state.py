"""What a role is sent: the game's view for it, and the table's own facts.

Actions and events of the history, and the sounds of the last entry, go to a role only as far as the game tells them.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import msgspec

from companion.games import Events, Game, Json, Reason
from companion.table import rewind, sentences
from companion.table.course import Ask, Course, Proposal, Told

HISTORY = 60
KNOWN_AT_MOST = 2048
KNOWN: dict[tuple[int, str | None], tuple[Told, Json]] = {}
"""What roles are told of a line, with the line itself, so that no other can take its place."""


def state(game: Game[Any], course: Course, role: str | None, language: str) -> Json:
    """The table as a role (a seat; None: a spectator) may see it, without what only the host knows of devices."""
    return {
        "seq": course.seq,
        "game": game.name,
        "open": game.open_information,
        "hides": game.hides(course.position),
        "question": dict(course.questions),
        "may": course.offers.get(role) if role is not None else None,
        "over": not course.questions,
        "view": game.view(course.position, role),
        "sealed": sealed(game, course, language),
        "proposal": proposal(game, course.proposal, language),
        "ask": None if course.ask is None else ask(course.ask),
        "history": [_told(game, each, role) for each in course.told[-HISTORY:]],
        "outlook": course.outlook,
        "undo": bool(rewind.taken_back(game, course)),
        "rewound": rewound(game, course, role),
        "sounds": sounds(game, course, role),
        "notices": list(course.notices),
    }


def sealed(game: Game[Any], course: Course, language: str) -> str:
    """When the record may be read, in the player's language; empty: now."""
    why = game.sealed(course.position)
    return "" if why is None else sentences.sentence(game, why, language)


def proposal(game: Game[Any], open_: Proposal | None, language: str) -> Json | None:
    """The open proposal, its refusal in the player's language."""
    if open_ is None:
        return None
    shown: Json = msgspec.to_builtins(open_)
    if open_.refusal is not None:
        refusal = sentences.refusal(game, msgspec.convert(open_.refusal, Reason), language)
        shown["refusal"] = msgspec.to_builtins(refusal)
    return shown


def ask(open_: Ask) -> Json:
    """An open ask; of a waiting phone its name, never the hash of its secret."""
    shown: Json = msgspec.to_builtins(open_)
    shown["data"] = {key: value for key, value in shown["data"].items() if key not in ("hash", "header", "sits")}
    return shown


def _told(game: Game[Any], line: Told, role: str | None) -> Json:
    """Remembered: of some sixty lines that each screen is told after an action all but one were there before.

    A line is known by itself: what holds of one holds as long as it stands there unchanged.
    """
    known = KNOWN.get((id(line), role))
    if known is None or known[0] is not line:
        if len(KNOWN) >= KNOWN_AT_MOST:
            KNOWN.clear()
        known = KNOWN[id(line), role] = (line, _shared(game, line, role))
    return known[1]


def _shared(game: Game[Any], line: Told, role: str | None) -> Json:
    """What all are told alike is one thing for all."""
    mine = told(game, line, role)
    common = mine if role is None else _told(game, line, None)
    return common if mine == common else mine


def told(game: Game[Any], line: Told, role: str | None) -> Json:
    """One line of the history for a role."""
    action, events = seen(game, line, role)
    body = {key: value for key, value in line.body.items() if key != "hash"}
    return {
        "seq": line.seq,
        "kind": line.kind,
        "seat": line.seat,
        "source": line.source,
        "void": line.void,
        "action": action,
        "events": list(events),
        "body": body,
    }


def seen(game: Game[Any], line: Told, role: str | None) -> tuple[Json | None, Events]:
    """Action and events of a line as far as this role may know them."""
    return (None, ()) if line.action is None else game.tell(line.action, line.events, role)


def passing(game: Game[Any], course: Course, role: str | None, after: int) -> Events:
    """What a page that is open shows this role once, of the actions that came after entry ``after`` and stand."""
    new = list(takewhile(lambda each: each.seq > after, reversed(course.told)))
    found = (each for each in reversed(new) if each.kind == "action" and not each.void)
    return tuple(event for each in found for event in game.passing(each.events, role))


def rewound(game: Game[Any], course: Course, role: str | None) -> Json | None:
    """After an undo or correction: what the wooden board still shows, to move figures back by."""
    if course.rewound is None:
        return None
    return {"seq": course.rewound.seq, "before": game.view(course.rewound.before, role)}


def sounds(game: Game[Any], course: Course, role: str | None) -> list[str]:
    """What the last entry sounds like to a role: the kinds of what it may be told, each once."""
    if not course.told or course.told[-1].seq != course.seq:
        return []
    last = course.told[-1]
    if last.kind != "action":
        return [last.kind]
    return list(dict.fromkeys(str(event.get("type", "")) for event in seen(game, last, role)[1]))

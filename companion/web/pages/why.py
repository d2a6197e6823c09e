"""Why something cannot be done: what a tap on a dark place of the board asks.  Changes nothing."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.protocol import Refusal
from companion.table import sentences
from companion.web import language
from companion.web.hosting import hosting
from companion.web.routes import route


class Why(msgspec.Struct, frozen=True):
    """From a seat: may this action be done now, and if not, why?"""

    seat: str
    action: dict[str, Any]


class WhyAnswer(msgspec.Struct, frozen=True):
    """The reason, None for what may be done."""

    seq: int
    refusal: Refusal | None


@route("POST", "/api/why", "seat", Why, {200: WhyAnswer})
def why(message: Why) -> WhyAnswer:
    """Why this seat may not do this now: the rule's id and one sentence; null when it may."""
    table = hosting().table
    course = table.course
    reason = table.game.why_not(course.position, message.action, message.seat)
    if reason is None:
        return WhyAnswer(course.seq, None)
    return WhyAnswer(course.seq, sentences.refusal(table.game, reason, language.of_request(), course.names))

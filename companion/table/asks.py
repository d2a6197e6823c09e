"""Asking the other seats: undo, correction of an old throw, dispute, new game, replacement of a phone.

One ask at a time.  An ask names who may vote, the choices, and how many equal voices decide.

``undo``        data ``{"to": seq}``, choices yes/no, every affected seat must say yes.
``correction``  data ``{"entry": seq, "action": ..}``, choices rewind/stands, two of three.
``dispute``     data ``{"entry": seq}``, choices stands/again/value:<json>, two of three; else or in silence: again.
``new``         data ``{"header": ..}``, choices yes/no, all other seats.
``replace``     data ``{"seat", "name", "hash"}``, choices yes/no, one other seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.games import Game, Json
from companion.table import sentences
from companion.table.bodies import Asked, Begun, Closed, Sat, Undone, Voted, draft
from companion.table.course import Ask, Course
from companion.table.entries import Draft, body_text
from companion.table.errors import Denied, NotYours, Stale
from companion.table.play import origin
from companion.table.table import Done, Table

VALUE = "value:"


def opened(type_: str, by: str | None, data: Json, voters: Sequence[str], need: int, choices: Sequence[str]) -> Draft:
    """The entry that opens an ask."""
    return draft(Asked(type_, by, data, list(voters), need, list(choices)))


def taken(course: Course) -> list[str]:
    """Seats that somebody holds."""
    return [name for name, seat in course.seats.items() if seat.hash]


def require_free(course: Course) -> None:
    """Raises Denied while another ask is open."""
    if course.ask is not None:
        raise Denied(sentences.reason("table.busy"))


def vote(table: Table, seat: str, ask: int, choice: str, request: str) -> Done:
    """A seat's voice.  Raises Stale (another ask), NotYours (no voice in it), Denied (no such choice)."""

    def plan(course: Course) -> list[Draft]:
        if course.ask is None or course.ask.id != ask:
            raise Stale("this ask is over")
        _require_voice(course.ask, seat, choice)
        voice = _canonical(table, course, course.ask, choice)
        drafts = [draft(Voted(ask, seat, voice))]
        return drafts + decided(course, course.ask, course.ask.votes | {seat: voice})

    return table.write(plan, origin(seat, request, ["vote", ask, choice]))


def _canonical(table: Table, course: Course, ask: Ask, choice: str) -> str:
    """The same value is the same voice, however its JSON is written."""
    if not choice.startswith(VALUE):
        return choice
    return VALUE + body_text(CHECKS[ask.type](table.game, course, ask, choice))


def _require_voice(ask: Ask, seat: str, choice: str) -> None:
    if seat not in ask.voters:
        raise NotYours("this seat has no voice here")
    if seat in ask.votes:
        raise Denied(sentences.reason("table.voted"))
    if choice not in ask.choices and not (ask.type in CHECKS and choice.startswith(VALUE)):
        raise Denied(sentences.reason("table.no-choice"))


def decided(course: Course, ask: Ask, votes: dict[str, str]) -> list[Draft]:
    """The entries that follow from these voices: none while they decide nothing."""
    counts = Counter(votes.values())
    for choice, count in sorted(counts.items()):
        if choice != "no" and count >= ask.need:
            return EFFECTS[ask.type](course, ask, choice, votes)
    left = len(ask.voters) - len(votes)
    best = max((count for choice, count in counts.items() if choice != "no"), default=0)
    if best + left >= ask.need:
        return []
    return UNDECIDED.get(ask.type, _refused)(course, ask, "no", votes)


Effect = Callable[[Course, Ask, str, dict[str, str]], list[Draft]]


def _refused(_: Course, ask: Ask, choice: str, votes: dict[str, str]) -> list[Draft]:
    return [draft(Closed(ask.id, choice, ask.type, ask.by, votes))]


def _undo(_: Course, ask: Ask, choice: str, votes: dict[str, str]) -> list[Draft]:
    return [draft(Undone(ask.data["to"], ask.by, sorted(votes)))]


def _replace(_: Course, ask: Ask, choice: str, votes: dict[str, str]) -> list[Draft]:
    return [*_refused(_, ask, choice, votes), draft(msgspec.convert({**ask.data, "how": "replace"}, Sat))]


def _new(_: Course, ask: Ask, choice: str, votes: dict[str, str]) -> list[Draft]:
    return [draft(Begun(ask.data["header"], "new"))]


EFFECTS: dict[str, Effect] = {"undo": _undo, "replace": _replace, "new": _new}
CHECKS: dict[str, Callable[[Game[Any], Course, Ask, str], Json]] = {}
"""What checks a voice for a value of its own, by the type of the ask; raises Denied."""
UNDECIDED: dict[str, Effect] = {}
"""What happens when no choice can win any more; an ask that is not here is just closed."""

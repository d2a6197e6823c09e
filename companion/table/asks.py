"""Asking the other seats: an action that wants consent, undo, correction of an old throw, dispute, new game.

One ask at a time; what people at the door ask stands beside it (``companion.table.knocks``).  An ask names who may
vote, the choices, and how many equal voices decide.  It ends by itself (``companion.table.deadlines``), with the next
throw, or when the seat that asked takes it back.

``action``      data ``{"action": ..}`` of the game, choices yes/no, every other held seat must say yes.
``undo``        data ``{"to": seq}``, choices yes/no, every affected seat must say yes.
``correction``  data ``{"entry": seq, "action": ..}``, choices rewind/stands, more than half.
``dispute``     data ``{"entry": seq}``, choices stands/again/value:<json>, more than half; else or in silence: again.
``odds``        no data, choices yes/no, every other held seat (``companion.table.outlook``).
``new``         data ``{"header": .., "changes": ..}`` (and ``sits``, see ``bodies.Begun``), choices yes/no, all other
                seats whose phones are there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET

from companion.games import Game, Json
from companion.table import sentences
from companion.table.bodies import Acted, Asked, Begun, Closed, Undone, Voted, draft
from companion.table.course import Ask, Course
from companion.table.entries import Draft, body_text
from companion.table.errors import Denied, NotYours, Stale
from companion.table.play import origin
from companion.table.table import Done, Table

VALUE = "value:"
WITHDRAW = "withdraw"
Live = Callable[[Course], frozenset[str]]
"""The seats whose phones are there now."""


def nobody(_: Course) -> frozenset[str]:
    """No phone is there."""
    return frozenset()


def everybody(course: Course) -> frozenset[str]:
    """Every phone is there."""
    return frozenset(taken(course))


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


def vote(table: Table, seat: str, ask: int, choice: str, request: str, live: Live = nobody) -> Done:
    """A seat's voice.  Raises Stale (another ask), NotYours (no voice in it), Denied (no such choice).

    ``withdraw`` from the seat that asked (or its ``no``, where it has no voice) takes the ask back.
    """

    def plan(course: Course) -> list[Draft]:
        open_ = course.find_ask(ask)
        if open_ is None:
            raise Stale("this ask is over")
        if _withdraws(open_, seat, choice):
            return closed(open_, "withdrawn")
        if open_.type in HEARD:
            HEARD[open_.type](course, open_, seat, live(course))
        _require_voice(open_, seat, choice)
        voice = _canonical(table, course, open_, choice)
        votes = open_.votes | {seat: voice}
        return [draft(Voted(ask, seat, voice)), *decided(course, open_, votes, live(course) | {seat})]

    return table.write(plan, origin(seat, request, ["vote", ask, choice]))


def _withdraws(ask: Ask, seat: str, choice: str) -> bool:
    return seat == ask.by and (choice == WITHDRAW or (choice == "no" and seat not in ask.voters))


def closed(ask: Ask, verdict: str) -> list[Draft]:
    """The entry that ends an ask without effect."""
    never_again = ask.data.get("seat", UNSET) if verdict == "never" else UNSET
    return [draft(Closed(ask.id, verdict, ask.type, ask.by, ask.votes, never_again))]


def expire(table: Table, ask: int) -> Done:
    """The time of an ask is over and nobody decided it."""

    def plan(course: Course) -> list[Draft]:
        open_ = course.find_ask(ask)
        return [] if open_ is None else closed(open_, "time")

    return table.write(plan, origin("table", f"time.{ask}", ["time", ask]))


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


def decided(course: Course, ask: Ask, votes: dict[str, str], live: frozenset[str] = frozenset()) -> list[Draft]:
    """The entries that follow from these voices: none while they decide nothing."""
    if ask.type in DECIDED:
        return DECIDED[ask.type](course, ask, votes, live)
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


def _action(_: Course, ask: Ask, choice: str, votes: dict[str, str]) -> list[Draft]:
    """What all agreed to is played; that it was asked is over with it."""
    assert ask.by is not None
    return [draft(Acted(ask.data["action"], ask.by, "hand"))]


def _new(_: Course, ask: Ask, choice: str, votes: dict[str, str]) -> list[Draft]:
    return [draft(Begun(ask.data["header"], "new", sits=ask.data.get("sits", UNSET)))]


EFFECTS: dict[str, Effect] = {"action": _action, "undo": _undo, "new": _new}
CHECKS: dict[str, Callable[[Game[Any], Course, Ask, str], Json]] = {}
"""What checks a voice for a value of its own, by the type of the ask; raises Denied."""
UNDECIDED: dict[str, Effect] = {}
"""What happens when no choice can win any more; an ask that is not here is just closed."""
HEARD: dict[str, Callable[[Course, Ask, str, frozenset[str]], None]] = {}
"""What checks, by type, whether a seat's voice counts just now; raises NotYours or Denied."""
DECIDED: dict[str, Callable[[Course, Ask, dict[str, str], frozenset[str]], list[Draft]]] = {}
"""What decides, by type, where it matters whose phone is there."""

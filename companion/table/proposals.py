"""Throws that the camera saw: taken when sure and wanted, otherwise put to the players.

A proposal has a ``reason``: ``unsure`` (a wand may show one of two values), ``invalid`` (``kind`` says how),
``refused`` (the rules refuse what was read), ``early`` (thrown before the decision that asks for it).  Its choices are
``count`` or ``count-2`` .. (with the ``actions`` that they play), ``again`` (a spoilt throw) and ``hand``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Literal

import msgspec

from companion.games import Game, Invalid, Json, ThrowWanted
from companion.protocol import ThrowReport, WandReading
from companion.table import ghosts, sentences
from companion.table.bodies import Judged, Proposed, draft
from companion.table.course import Course, Proposal
from companion.table.entries import Draft
from companion.table.errors import Denied, NotYours, Stale
from companion.table.play import origin, played, require_now
from companion.table.table import Done, Table

MOST_READINGS = 4
Outcome = Literal["accepted", "proposed", "ignored"]


def report(table: Table, message: ThrowReport) -> tuple[Outcome, Done]:
    """A throw that vision saw.  Raises Stale when it looked at a question that is not asked any more."""
    outcome: list[Outcome] = ["ignored"]

    def plan(course: Course) -> list[Draft]:
        drafts = considered(table.game, course, message)
        if drafts:
            outcome[0] = "accepted" if drafts[0].kind == "action" else "proposed"
        return drafts

    done = table.write(plan, origin("vision", message.request, message))
    if done.repeated:
        outcome[0] = "accepted" if done.kind == "action" else "proposed"
    return outcome[0], done


def considered(game: Game[Any], course: Course, message: ThrowReport) -> list[Draft]:
    """The entries that a report leads to: the throw, a proposal, or none."""
    wanted = game.throw_wanted(course.position)
    if wanted is None:
        return _early(game, course, message)
    if message.question is not None and message.question != course.questions.get(wanted.seat):
        raise Stale("the throw answers a question that is not asked any more")
    if message.reading.status in ("moving", "empty", "blind"):
        return []
    if message.reading.status == "invalid":
        return [_draft(course, message, wanted.seat, "invalid", [])]
    return _wanted(game, course, message, wanted)


def _wanted(game: Game[Any], course: Course, message: ThrowReport, wanted: ThrowWanted) -> list[Draft]:
    """A readable throw that is awaited: played when sure, allowed and thrown after it was asked for."""
    source = "simulated" if message.simulated else "camera"
    readings = list(_readings(message, wanted))
    takes, why = _allowed(game, course.position, readings)
    late = message.question is not None
    if message.reading.status == "ok" and late and len(readings) == 1 and takes and _flew(message, wanted):
        return [played(game, course.position, takes[0], None, source, message.picture)]
    reason = "refused" if readings and not takes else "unsure" if late else "early"
    return [_draft(course, message, wanted.seat, reason, [[take] for take in takes], why)]


def _flew(message: ThrowReport, wanted: ThrowWanted) -> bool:
    """Whether every wand that was to fly did."""
    return all(message.reading.wands[wand].movement in (None, "thrown") for wand in wanted.wands)


def _readings(message: ThrowReport, wanted: ThrowWanted) -> Iterator[dict[str, Json]]:
    """What the wanted wands may show: one for a sure reading, none where a wand is missing or too much is unsure."""
    wands = message.reading.wands
    if any(wand not in wands for wand in wanted.wands):
        return
    each = [list(_values(wands[wand])) for wand in wanted.wands]
    combinations = list(product(*each))
    if len(combinations) <= MOST_READINGS:
        for combination in combinations:
            yield dict(zip(wanted.wands, combination, strict=True))


def _values(wand: WandReading) -> Iterator[Json]:
    if wand.sure or not wand.options:
        shown: Json = {"top": wand.top, "hidden": wand.bottom}
        yield {key: value for key, value in shown.items() if value is not None}
        return
    for top in wand.options:
        yield {"top": top, "hidden": wand.bottom} if top == wand.top and wand.bottom else {"top": top}


def _allowed(game: Game[Any], position: Any, readings: list[dict[str, Json]]) -> tuple[list[Json], Json | None]:
    """The throws among these readings that the rules take, and why they refuse the first of the others."""
    takes: list[Json] = []
    refused: Json | None = None
    for wands in readings:
        try:
            action = game.throw_action(position, wands)
            why = game.why_not(position, action)
        except Invalid:
            why = sentences.reason("table.contradiction", game.rule_of("table.contradiction"))
        if why is None:
            takes.append(action)
        elif refused is None:
            refused = msgspec.to_builtins(why)
    return takes, refused


def _early(game: Game[Any], course: Course, message: ThrowReport) -> list[Draft]:
    """A throw that nobody asked for yet: held when a decision that stands now would ask for just these wands.

    What a ghost decides nobody says in its place: a throw before that does not count.
    """
    if message.question is not None:
        raise Stale("the throw answers a question that is not asked any more")
    if message.reading.status not in ("ok", "unsure") or course.proposal is not None:
        return []
    flew = {name for name, wand in message.reading.wands.items() if wand.movement in (None, "thrown")}
    for decision in game.legal(course.position):
        after, _ = game.apply(course.position, decision)
        wanted = game.throw_wanted(after)
        if wanted is None or set(wanted.wands) != flew or wanted.seat not in course.questions:
            continue
        if ghosts.plays(course, wanted.seat):
            return []
        takes, why = _allowed(game, after, list(_readings(message, wanted)))
        return [_draft(course, message, wanted.seat, "early", [[decision, take] for take in takes], why)]
    return []


def _draft(
    course: Course,
    message: ThrowReport,
    seat: str,
    reason: str,
    counted: list[list[Json]],
    refused: Json | None = None,
) -> Draft:
    """The proposal as an entry; ``counted`` are the action sequences that the players may let count."""
    counts: list[Json] = [
        {"choice": "count" if number == 0 else f"count-{number + 1}", "actions": actions}
        for number, actions in enumerate(counted)
    ]
    return draft(
        Proposed(
            seat=seat,
            reason=reason,
            reading=message.reading.kind,
            choices=[*counts, {"choice": "again"}, {"choice": "hand"}],
            wands={name: msgspec.to_builtins(wand) for name, wand in message.reading.wands.items()},
            picture=message.picture,
            source="simulated" if message.simulated else "camera",
            refusal=refused,
        )
    )


def judge(table: Table, seat: str, seq: int, request: str, proposal: int, choice: str) -> Done:
    """A seat's answer to the open proposal.  Raises Stale, NotYours (another seat threw), Denied (no such choice)."""

    def plan(course: Course) -> list[Draft]:
        require_now(course, seq)
        if course.proposal is None or course.proposal.id != proposal:
            raise Stale("this proposal is gone")
        if course.proposal.seat != seat:
            raise NotYours("another seat made this throw")
        return [draft(Judged(proposal, choice, seat)), *_judged(table, course, choice)]

    return table.write(plan, origin(seat, request, ["proposal", proposal, choice]))


def _judged(table: Table, course: Course, choice: str) -> list[Draft]:
    proposal = course.proposal
    assert proposal is not None
    chosen = next((each for each in proposal.choices if each["choice"] == choice), None)
    if chosen is None:
        raise Denied(sentences.reason("table.no-choice"))
    if choice == "again":
        return _spoilt(table, course)
    return _sequence(table, course, chosen.get("actions", []), proposal)


def _spoilt(table: Table, course: Course) -> list[Draft]:
    """A spoilt throw, where the game knows such a thing; an early throw is just not counted."""
    action = table.game.spoilt(course.position)
    if action is None or table.game.why_not(course.position, action) is not None:
        return []
    return [played(table.game, course.position, action, None, "camera")]


def _sequence(table: Table, course: Course, actions: list[Json], proposal: Proposal) -> list[Draft]:
    drafts: list[Draft] = []
    position = course.position
    for action in actions:
        drafts.append(played(table.game, position, action, None, proposal.source, proposal.picture))
        position, _ = table.game.apply(position, action)
    return drafts

"""The referee: correcting an old throw, and disputes about the last one.

Correction: more than half of the seats choose *stands* (noted only) or *rewind*: the entries from that throw on become
void (kept, never reused) and the throw is played as it was.  Dispute: more than half of the voices decide *stands*,
*value* or *again*; no such majority, or a minute of silence: thrown again.  Rewound by *again*, the table waits for the
throw anew.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games import Game, GameError, Json
from companion.table import asks, sentences
from companion.table.bodies import Acted, Brought, Corrected, Voted, draft
from companion.table.course import Ask, Course, Played
from companion.table.entries import Draft
from companion.table.errors import Denied, Stale
from companion.table.play import origin, require_now
from companion.table.table import Done, Table

STANDS, REWIND, AGAIN, VALUE = "stands", "rewind", "again", asks.VALUE


def correct(table: Table, seat: str, seq: int, request: str, entry: int, action: Json) -> Done:
    """Ask the seats to put an old throw right; the asking seat's voice is for *rewind*.  Raises Stale, Denied."""

    def plan(course: Course) -> list[Draft]:
        require_now(course, seq)
        asks.require_free(course)
        throw = thrown(table.game, course, entry)
        _require_takes(table.game, throw, action)
        return _opened(course, "correction", seat, {"entry": entry, "action": action}, (REWIND, STANDS), REWIND)

    return table.write(plan, origin(seat, request, ["correct", entry, action]))


def dispute(table: Table, seat: str, seq: int, request: str) -> Done:
    """Question the last throw; every held seat has a voice, also the one that asks.  Raises Stale, Denied."""

    def plan(course: Course) -> list[Draft]:
        require_now(course, seq)
        asks.require_free(course)
        throw = last_throw(table.game, course)
        data = {"entry": throw.seq, "picture": throw.picture}
        return _opened(course, "dispute", seat, data, (STANDS, AGAIN), None)

    return table.write(plan, origin(seat, request, ["dispute", seq]))


def _opened(
    course: Course, type_: str, seat: str, data: Json, choices: tuple[str, ...], voice: str | None
) -> list[Draft]:
    """The ask, and the asking seat's own voice; more than half of the voices decide."""
    voters = asks.taken(course)
    need = len(voters) // 2 + 1
    opened = asks.opened(type_, seat, data, voters, need, choices)
    if voice is None:
        return [opened]
    ask = msgspec.convert({"id": course.seq + 1, "votes": {}, **opened.body}, Ask)
    vote = draft(Voted(ask.id, seat, voice))
    return [opened, vote, *asks.decided(course, ask, {seat: voice})]


def thrown(game: Game[Any], course: Course, entry: int) -> Played:
    """The throw of this entry, where it still stands; raises Denied."""
    found = next((each for each in course.line if each.seq == entry), None)
    if found is None or not game.is_chance(found.action):
        raise Denied(sentences.reason("table.not-a-throw"))
    return found


def last_throw(game: Game[Any], course: Course) -> Played:
    """The last throw that stands; raises Denied where there is none."""
    found = next((each for each in reversed(course.line) if game.is_chance(each.action)), None)
    if found is None:
        raise Denied(sentences.reason("table.no-throw"))
    return found


def _require_takes(game: Game[Any], throw: Played, action: Json) -> None:
    if not game.is_chance(action):
        raise Denied(sentences.reason("table.not-a-throw"))
    why = game.why_not(throw.before, action)
    if why is not None:
        raise Denied(why)


def photo(table: Table, seat: str, ask: int, picture: str, request: str) -> Done:
    """Bring a photo to the open dispute that has no picture.  Raises Stale (it is over), Denied (it has one)."""

    def plan(course: Course) -> list[Draft]:
        if course.ask is None or course.ask.id != ask or course.ask.type != "dispute":
            raise Stale("this dispute is over")
        if course.ask.data.get("picture") and not course.ask.data.get("photo_by"):
            raise Denied(sentences.reason("table.has-picture"))
        return [draft(Brought(ask, picture, seat))]

    return table.write(plan, origin(seat, request, ["photo", ask, picture]))


def picture(game: Game[Any], course: Course) -> str | None:
    """The picture of what is being judged: of an open dispute, correction or proposal, else of the last throw."""
    if course.ask is not None and course.ask.type in ("dispute", "correction"):
        entry = course.ask.data["entry"]
        throw = next((each for each in course.line if each.seq == entry), None)
        return course.ask.data.get("picture") or (throw.picture if throw else None)
    if course.proposal is not None:
        return course.proposal.picture
    return next((each.picture for each in reversed(course.line) if game.is_chance(each.action)), None)


def value_of(game: Game[Any], course: Course, ask: Ask, choice: str) -> Json:
    """The throw that a voice ``value:<json>`` in a dispute means; raises Denied."""
    try:
        action = msgspec.json.decode(choice.removeprefix(VALUE), type=dict[str, Any])
        _require_takes(game, thrown(game, course, ask.data["entry"]), action)
    except (msgspec.MsgspecError, GameError, RecursionError):
        raise Denied(sentences.reason("table.no-choice")) from None
    return action


def silence(table: Table, ask: int) -> Done:
    """End a dispute to which nobody has added a voice for long: thrown again."""

    def plan(course: Course) -> list[Draft]:
        if course.ask is None or course.ask.id != ask or course.ask.type != "dispute":
            return []
        return again(course, course.ask, "silence", course.ask.votes)

    return table.write(plan, origin("table", f"silence.{ask}", ["silence", ask]))


def again(course: Course, ask: Ask, _: str, votes: dict[str, str]) -> list[Draft]:
    """The throw is made again: everything from it on is void."""
    return [_correction(ask, AGAIN, None, votes)]


def _disputed(course: Course, ask: Ask, choice: str, votes: dict[str, str]) -> list[Draft]:
    if choice == AGAIN:
        return again(course, ask, choice, votes)
    if choice == STANDS:
        return [_correction(ask, STANDS, None, votes)]
    return _put_right(course, ask, msgspec.json.decode(choice.removeprefix(VALUE)), votes)


def _corrected(course: Course, ask: Ask, choice: str, votes: dict[str, str]) -> list[Draft]:
    if choice == STANDS:
        return [_correction(ask, STANDS, ask.data["action"], votes)]
    return _put_right(course, ask, ask.data["action"], votes)


def _put_right(course: Course, ask: Ask, action: Json, votes: dict[str, str]) -> list[Draft]:
    """Void from the throw on, then the throw as it was."""
    throw = next(each for each in course.line if each.seq == ask.data["entry"])
    right = Acted(action, throw.seat, "hand", throw.picture, corrected=True)
    return [_correction(ask, REWIND, action, votes), draft(right)]


def _correction(ask: Ask, verdict: str, action: Json | None, votes: dict[str, str]) -> Draft:
    data = ask.data
    return draft(Corrected(ask.type, data["entry"], action, verdict, ask.by, votes, data.get("picture")))


asks.EFFECTS |= {"dispute": _disputed, "correction": _corrected}
asks.UNDECIDED["dispute"] = again
asks.CHECKS["dispute"] = value_of

"""What each entry of the journal does to the course: a pure fold, ``follow(game, course, entry)``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from companion.games import Game, GameError, Json
from companion.table.bodies import Acted, Begun, Brought, Closed, Corrected, Ghost, Sat, Undone, Voted, read
from companion.table.course import (
    ALL,
    OUTLOOK,
    SHOWN,
    Ask,
    Course,
    Played,
    Proposal,
    Rewound,
    Seat,
    Told,
    question_id,
)
from companion.table.entries import Entry
from companion.table.errors import Refolded

FAULTS = (GameError, LookupError, TypeError, msgspec.ValidationError)
"""What an entry raises that cannot follow."""


def follow(game: Game[Any], course: Course, entry: Entry) -> Course:
    """The course after one more entry; raises Refolded where the entry cannot follow."""
    try:
        after = STEPS[entry.kind](game, course, entry)
    except FAULTS as error:
        raise Refolded(f"entry {entry.seq} ({entry.kind}) cannot follow: {error}") from error
    return msgspec.structs.replace(after, seq=entry.seq)


def pass_by(game: Game[Any], course: Course, entry: Entry) -> Course:
    """The course after an entry of a past game: who sat where, what was noted and wished outlives it."""
    try:
        if entry.kind == "game":
            begun = read(entry, Begun)
            seats, quiet = _held(course, game.seats(begun.header), begun), _still_quiet(course, begun)
            return Course(seq=entry.seq, seats=seats, notices=course.notices, quiet=quiet)
        after = STEPS[entry.kind](game, course, entry)
    except FAULTS as error:
        raise Refolded(f"entry {entry.seq} ({entry.kind}) cannot be read: {error}") from error
    return Course(seq=entry.seq, seats=after.seats, notices=after.notices, quiet=after.quiet)


def _questions(game: Game[Any], position: Any, seq: int, kept: dict[str, str], actor: str | None) -> dict[str, str]:
    """Questions of a position; one that stood before for a seat that did not act keeps its name."""
    questions: dict[str, str] = {}
    for asked in game.asked(position):
        old = kept.get(asked.seat)
        stands = old is not None and asked.seat != actor and old.startswith(f"{asked.kind}.{asked.seat}.")
        questions[asked.seat] = old if stands and old else question_id(asked.kind, asked.seat, seq)
    return questions


def _offers(game: Game[Any], position: Any, seq: int, before: Course | None, actor: str | None) -> dict[str, str]:
    """What seats may do beside what is asked; an offer of the same things to a seat that did not act keeps its name."""
    now = _by_seat(game, position)
    if not now:
        return {}
    then = {} if before is None or before.position is None else _by_seat(game, before.position)
    stands = {seat for seat, actions in now.items() if seat != actor and then.get(seat) == actions}
    kept = {} if before is None else before.offers
    return {seat: kept[seat] if seat in stands else question_id("may", seat, seq) for seat in now}


def _by_seat(game: Game[Any], position: Any) -> dict[str, list[Json]]:
    found: dict[str, list[Json]] = {}
    for action in game.may(position):
        found.setdefault(game.actor(position, action), []).append(action)
    for seat, kinds in game.besides(position).items():
        found.setdefault(seat, []).extend({"type": kind} for kind in kinds)
    return found


def _game(game: Game[Any], course: Course, entry: Entry) -> Course:
    begun = read(entry, Begun)
    header = begun.header
    position = game.start(header)
    seats = _held(course, game.seats(header), begun)
    return Course(
        began=entry.seq,
        began_at=_time(begun.at),
        sat={name: seat.name for name, seat in seats.items() if seat.name},
        header=header,
        position=position,
        seats=seats,
        questions=_questions(game, position, entry.seq, {}, None),
        offers=_offers(game, position, entry.seq, None, None),
        told=(Told(entry.seq, "game", None, begun.how, None, (), {}),),
        notices=course.notices,
        quiet=_still_quiet(course, begun),
    )


def _held(course: Course, names: tuple[str, ...], begun: Begun) -> dict[str, Seat]:
    """The seats of a game that begins: who sat there before sits there still, or where all have agreed."""
    sits = dict(zip(names, names, strict=True)) if begun.sits is UNSET else begun.sits
    return {name: course.seats.get(sits.get(name, ""), Seat("", None)) for name in names}


def _still_quiet(course: Course, begun: Begun) -> dict[str, int]:
    """Another game changes nothing of it; a new evening is that of other people."""
    if begun.how == "evening":
        return {}
    if begun.sits is UNSET:
        return course.quiet
    moved = {ALL: ALL, **begun.sits}
    return {seat: course.quiet[was] for seat, was in moved.items() if was in course.quiet}


def _action(game: Game[Any], course: Course, entry: Entry) -> Course:
    body = read(entry, Acted)
    position, events = game.apply(course.position, body.action)
    seat, source = body.seat, body.source
    played = Played(entry.seq, body.action, seat, source, body.picture, events, course.position, _time(body.at))
    played = msgspec.structs.replace(played, ghost=_ghost(body.ghost))
    told = Told(entry.seq, "action", seat, source, body.action, events, {"picture": body.picture})
    return msgspec.structs.replace(
        course,
        position=position,
        line=(*course.line, played),
        questions=_questions(game, position, entry.seq, course.questions, seat),
        offers=_offers(game, position, entry.seq, course, seat),
        proposal=None,
        ask=None if _lapses(game, course.ask, body.action) else course.ask,
        told=(*course.told, told),
        rewound=course.rewound if source == "table" or body.corrected is True else None,
    )


def _ghost(ghost: Ghost | UnsetType) -> Ghost | None:
    return None if ghost is UNSET else ghost


def _time(at: int | UnsetType) -> int | None:
    return None if at is UNSET else at


def _lapses(game: Game[Any], ask: Ask | None, action: Json) -> bool:
    """An undo and an action that wants consent are off as soon as the game goes on, all else with the next throw."""
    return ask is not None and (ask.type in ("action", "undo") or game.is_chance(action))


def _undo(game: Game[Any], course: Course, entry: Entry) -> Course:
    body = read(entry, Undone)
    return _rewind(game, course, entry, body.to, body.by)


def _correction(game: Game[Any], course: Course, entry: Entry) -> Course:
    body = read(entry, Corrected)
    if body.verdict == "stands":
        told = Told(entry.seq, "correction", body.by, None, None, (), _verdict(entry.body))
        return msgspec.structs.replace(course, told=(*course.told, told), ask=None)
    return _rewind(game, course, entry, body.entry - 1, body.by)


def _rewind(game: Game[Any], course: Course, entry: Entry, to: int, by: str | None) -> Course:
    """Void every action after entry ``to``; the position is the one before the first of them."""
    kept = tuple(played for played in course.line if played.seq <= to)
    position = course.line[len(kept)].before
    voided = {played.seq for played in course.line[len(kept) :]}
    told = tuple(msgspec.structs.replace(t, void=True) if t.seq in voided else t for t in course.told)
    words = {"to": to, "voided": sorted(voided), **_verdict(entry.body)}
    return msgspec.structs.replace(
        course,
        position=position,
        line=kept,
        questions=_questions(game, position, entry.seq, {}, None),
        offers=_offers(game, position, entry.seq, None, None),
        proposal=None,
        ask=None,
        told=(*told, Told(entry.seq, entry.kind, by, None, None, (), words)),
        rewound=Rewound(entry.seq, course.position),
    )


def _verdict(body: Json) -> Json:
    """What the history keeps of a correction: verdict, the throw's entry, the voices."""
    return {key: body[key] for key in ("verdict", "entry", "voices", "action", "picture", "type") if key in body}


def _seat(_: Game[Any], course: Course, entry: Entry) -> Course:
    body = read(entry, Sat)
    seats = course.seats | {body.seat: Seat(body.name, body.hash, _ghost(body.ghost))}
    told = Told(entry.seq, "seat", body.seat, None, None, (), {"name": body.name, "how": body.how})
    sat = course.sat | {body.seat: body.name} if body.name else course.sat
    knocks = tuple(each for each in course.knocks if each.data.get("seat") != body.seat)
    quiet = {seat: at for seat, at in course.quiet.items() if seat != body.seat}
    outlook = course.outlook and body.hash is None
    return msgspec.structs.replace(
        course, seats=seats, sat=sat, knocks=knocks, told=(*course.told, told), quiet=quiet, outlook=outlook
    )


def _proposal(_: Game[Any], course: Course, entry: Entry) -> Course:
    return msgspec.structs.replace(course, proposal=msgspec.convert({"id": entry.seq, **entry.body}, Proposal))


def _judged(_: Game[Any], course: Course, entry: Entry) -> Course:
    return msgspec.structs.replace(course, proposal=None)


def _ask(_: Game[Any], course: Course, entry: Entry) -> Course:
    asked = msgspec.convert({"id": entry.seq, "votes": {}, **entry.body}, Ask)
    if asked.at_the_door:
        return msgspec.structs.replace(course, knocks=(*course.knocks, asked))
    return msgspec.structs.replace(course, ask=asked)


def _evidence(_: Game[Any], course: Course, entry: Entry) -> Course:
    """A picture that somebody brought to an open dispute."""
    body = read(entry, Brought)
    if course.ask is None or course.ask.id != body.ask:
        return course
    data = course.ask.data | {"picture": body.picture, "photo_by": body.by}
    return msgspec.structs.replace(course, ask=msgspec.structs.replace(course.ask, data=data))


def _vote(_: Game[Any], course: Course, entry: Entry) -> Course:
    body = read(entry, Voted)
    ask = course.find_ask(body.ask)
    if ask is None:
        return course
    heard = msgspec.structs.replace(ask, votes=ask.votes | {body.seat: body.choice})
    if ask is course.ask:
        return msgspec.structs.replace(course, ask=heard)
    knocks = tuple(heard if each is ask else each for each in course.knocks)
    return msgspec.structs.replace(course, knocks=knocks)


def _closed(_: Game[Any], course: Course, entry: Entry) -> Course:
    body = read(entry, Closed)
    told = Told(entry.seq, "closed", None if body.by is UNSET else body.by, None, None, (), entry.body)
    ask = course.ask if course.ask is not None and course.ask.id != body.ask else None
    knocks = tuple(each for each in course.knocks if each.id != body.ask)
    quiet = course.quiet | _quieted(body)
    outlook = body.verdict == SHOWN if body.type == OUTLOOK else course.outlook
    return msgspec.structs.replace(
        course, quiet=quiet, ask=ask, knocks=knocks, told=(*course.told, told), outlook=outlook
    )


def _quieted(body: Closed) -> dict[str, int]:
    """What nobody shall ask for again tonight: this seat, or a new evening."""
    if body.verdict != "never" or body.at is UNSET:
        return {}
    return {ALL if body.seat is UNSET else body.seat: body.at}


def _note(_: Game[Any], course: Course, entry: Entry) -> Course:
    if entry.body.get("type") == "read":
        return msgspec.structs.replace(course, notices=())
    return msgspec.structs.replace(course, notices=(*course.notices, {"seq": entry.seq, **entry.body}))


STEPS: dict[str, Callable[[Game[Any], Course, Entry], Course]] = {
    "game": _game,
    "action": _action,
    "undo": _undo,
    "correction": _correction,
    "seat": _seat,
    "proposal": _proposal,
    "judged": _judged,
    "ask": _ask,
    "evidence": _evidence,
    "vote": _vote,
    "closed": _closed,
    "note": _note,
}

"""The archive: games of past evenings, each to be replayed step by step, and what they add up to."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

import msgspec
from flask import Blueprint, current_app, g, jsonify, request
from werkzeug.wrappers import Response

from companion.games import Game, Json
from companion.table import state
from companion.table.archive import Kept
from companion.table.chances import NOTICED, TOGETHER, Judged
from companion.table.course import Course, Told
from companion.table.record import BadRecord
from companion.table.replay import hindsight
from companion.table.statistics import statistics
from companion.web import auth
from companion.web.archive_api import kept
from companion.web.errors import NotThere
from companion.web.hosting import hosting
from companion.web.pages import history, parts, seats, words
from companion.web.pages.host import SHOWN, host
from companion.web.pages.people import People
from companion.web.pages.seen import Seen
from companion.web.pages.words import Speaker

pages = Blueprint("archive", __name__)
FIRST = 20
"""So many games are listed at once."""
SCALE = 188
SHOWN_FROM = 10
"""With fewer throws there is nothing to draw."""
BEFORE = 12
"""So many sentences are shown of what went before a step."""


@pages.get("/archive")
def archive() -> str:
    """Every game that ended, the people who played, and how things fell."""
    here = hosting()
    found, t = here.archived(), _speaker()
    shown = found if "all" in request.args else found[:FIRST]
    told = statistics(found, here.table.game.name)
    return parts.page(
        "archive.html",
        games=[_listed(each, t) for each in shown],
        more=len(found) - len(shown),
        told=told,
        spent=spent,
        **fallen(told.things, t),
        fault=here.table.archive.fault,
        seats=host().seats(),
        may=bool(host().seats()) or auth.who().host,
    )


@pages.get("/archive/<name>")
def replay(name: str) -> str:
    """One game, step by step; ``at`` is the step."""
    found = kept(name)
    if found.told is None or found.game not in [game.name for game in hosting().table.games.all()]:
        return parts.page("page_damaged.html", game=_listed(found, _speaker()))
    _show(found)
    t = _speaker()
    try:
        whole, course = hosting().replays.whole(found), hosting().replays.at(found, _step(found))
    except BadRecord as error:
        return parts.page("page_damaged.html", game={**_listed(found, t), "fault": str(error)})
    drawn = _parts(found, course, whole)
    return parts.page(
        "page_replay.html",
        game=_listed(found, t),
        state=_state(course, whole),
        seats=(),
        parts=parts.packed(drawn),
        step=len(course.line),
        last=len(whole.line),
        drawing=host().face.drawing(course.header),
    )


@pages.get("/archive/<name>/parts")
def replayed(name: str) -> Response:
    """The parts of one step, to be put into the page."""
    found = kept(name)
    _show(found)
    whole, course = hosting().replays.whole(found), hosting().replays.at(found, _step(found))
    drawn = _parts(found, course, whole)
    return jsonify(seq=course.seq, fragments=parts.packed(drawn))


@pages.get("/archive/<name>/result.<ending>")
def result(name: str, ending: str) -> Response:
    """A file of its result, as the game makes it at the table."""
    found = kept(name)
    _show(found)
    if ending not in host().face.results:
        raise NotThere("there is no such file of this game")
    try:
        whole = hosting().replays.whole(found)
        return host().face.result(ending, _seen(whole, whole))
    except BadRecord as error:
        raise NotThere(str(error)) from None


def _show(found: Kept) -> None:
    """The page is of the game of that record, whatever lies on the table now."""
    setattr(g, SHOWN, host().face_of(found.game))


def _speaker() -> Speaker:
    return host().face.speaker(words.of_request())


def _step(found: Kept) -> int:
    last = found.told.steps if found.told else 0
    return min(max(request.args.get("at", 0, type=int), 0), last)


def _state(course: Course, whole: Course) -> Json:
    """What a spectator was sent then, as far as a record tells, and what the game opens after its end."""
    here = hosting()
    game = here.table.games.of(course)
    names = {seat: {"name": held.name, "taken": True, "here": True} for seat, held in course.seats.items()}
    return {
        **state.state(game, course, None, words.of_request()),
        "hindsight": list(hindsight(game, whole)[len(course.line)]),
        "view": game.review(course.position),
        "history": [_told(game, line) for line in course.told[-state.HISTORY :]],
        "table": here.table.name,
        "code": "",
        "seats": names,
        "check": None,
        "evidence": None,
        "devices": {},
        "safe": None,
        "simulated": {"camera": False, "lamps": False},
    }


def _told(game: Game[Any], line: Told) -> Json:
    action, events = (None, ()) if line.action is None else game.recount(line.action, line.events)
    return {**state.told(game, line, None), "action": action, "events": list(events)}


def _seen(course: Course, whole: Course) -> Seen:
    setattr(g, seats.ORDER, tuple(course.seats))
    t, told = _speaker(), _state(course, whole)
    return Seen(told, None, (), People(told, (), t), t, course.header)


def told_since(seen: Seen) -> list[str]:
    """What the whole course tells of the step that is seen, in words (``Game.hindsight``)."""
    told = seen.state["hindsight"]
    said = [host().face.sentence(event, {"events": told}, seen) for event in told]
    return [text for text in said if text]


def after(course: Course) -> Seen:
    """The game on the table once it is over, as its replay shows the last step."""
    return _seen(course, course)


def _parts(found: Kept, course: Course, whole: Course) -> dict[str, str]:
    face, seen = host().face, _seen(course, whole)
    lines = history.lines(face, seen)
    more = {
        "game": found.id,
        "step": len(course.line),
        "last": len(whole.line),
        "since": told_since(seen),
        "now": [line for line in lines if line["seq"] == course.seq and course.line][::-1],
        "before": [line for line in lines if line["seq"] < course.seq][:BEFORE],
        "began": course.began,
    }
    values = {"page": "replay", "covered": [], **parts.context(face, seen), "replay": more}
    names = (*parts.SHELL["replay"], *face.parts.get("replay", face.parts["table"]))
    return parts.drawn(current_app.jinja_env, face, names, values)


# the list


def _listed(found: Kept, t: Speaker) -> dict[str, Any]:
    """A game in words: when, who sat where, who won, how long."""
    told, order = found.told, [str(seat) for seat in found.header.get("seats") or ()]
    people = [_seated(seat, number, found, t) for number, seat in enumerate(order, 1)]
    won = told.ranking[0] if told and told.ranking else ()
    return {
        "id": found.id,
        "fault": found.fault,
        "title": host().face_of(found.game).speaker(t.language)("title", default=found.game.title()),
        "people": people,
        "won": [each for each in people if each["seat"] in won],
        "over": bool(told and told.over),
        "when": date(told.began, t) if told and told.began is not None else None,
        "length": spent(told.played_s, t) if told and told.played_s else "",
        "steps": told.steps if told else 0,
    }


def _seated(seat: str, number: int, found: Kept, t: Speaker) -> Json:
    face = host().face_of(found.game)
    t = face.speaker(t.language)
    named = found.told.names.get(seat, "") if found.told else ""
    colour = t(f"seat.{seat}", default=seat.title())
    return {
        "seat": seat,
        "name": named or colour,
        "colour": colour,
        "css": face.css(seat, number),
        "mark": face.mark(seat, number),
    }


def date(at: int, t: Speaker) -> Json:
    """A time for people here, and for machines."""
    try:
        then = time.localtime(at)
    except (OverflowError, ValueError, OSError):
        then = time.localtime(0)
    day = t("date", day=then.tm_mday, month=f"{then.tm_mon:02}", year=then.tm_year)
    return {
        "day": day,
        "text": f"{day}, {then.tm_hour:02}:{then.tm_min:02}",
        "iso": time.strftime("%Y-%m-%dT%H:%M", then),
    }


def spent(seconds: int, t: Speaker) -> str:
    """How long something took."""
    minutes = max(round(seconds / 60), 1)
    return (
        t("length.hours", hours=minutes // 60, minutes=minutes % 60) if minutes >= 60 else t("length", minutes=minutes)
    )


def fallen(things: Iterable[Judged], t: Speaker) -> Json:
    """How things fell, for the template ``things.html``."""
    return {
        "things": [_thing(each, t) for each in things],
        "shown_from": SHOWN_FROM,
        "confidence": round(TOGETHER * 100),
        "noticed": round(NOTICED * 100),
    }


def _thing(judged: Judged, t: Speaker) -> Json:
    """How a thing fell, in words, figures, and places on a scale that is ``SCALE`` long."""
    face = host().face
    outcomes = [
        {
            "name": face.outcome(judged.thing, each.name, t),
            "seen": each.seen,
            "percent": round(each.share * 100),
            "off": each.off,
            **{key: round(6 + SCALE * getattr(each, key), 1) for key in ("share", "low", "high", "chance")},
        }
        for each in judged.outcomes
    ]
    return {**msgspec.structs.asdict(judged), "title": face.thing(judged.thing, t), "outcomes": outcomes}

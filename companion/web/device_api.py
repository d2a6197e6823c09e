"""The API for devices: throws, heartbeats, buttons, pictures."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from companion.protocol import (
    TAUGHT,
    Answer,
    ButtonPress,
    Failure,
    Heartbeat,
    Ok,
    PictureAnswer,
    Taught,
    ThrowAnswer,
    ThrowReport,
)
from companion.table import buttons, proposals
from companion.table.errors import Denied, NotYours, Stale
from companion.table.evidence import LARGEST
from companion.table.setup import PART_AT_MOST
from companion.web import auth
from companion.web.errors import Forbidden, NotThere
from companion.web.hosting import Hosting, hosting
from companion.web.routes import route


@route("POST", "/api/device/throw", "vision", ThrowReport, {200: ThrowAnswer, 409: ThrowAnswer})
def device_throw(message: ThrowReport) -> Any:
    """A throw that the camera saw; in safe mode, and to a game without camera, it is of no use."""
    here = hosting()
    table, contested = here.table, _contested(here)
    if here.safe is not None or "vision" not in here.needed:
        return ThrowAnswer("ignored", table.course.seq)
    if message.picture is not None:
        here.evidence.describe(message.picture, msgspec.to_builtins(message.reading.wands))
    try:
        outcome, done = proposals.report(table, message)
    except Stale:
        return ThrowAnswer("stale", table.course.seq), 409
    if message.picture is not None and contested and outcome != "ignored":
        here.evidence.keep(message.picture)
    return ThrowAnswer(outcome, done.seq)


def _contested(here: Hosting) -> bool:
    """Whether the table asks, or awaits a throw, over something that people quarrel about: its pictures are kept."""
    course = here.table.course
    kinds = here.table.game.contested
    wanted = here.table.game.throw_wanted(course.position)
    asked = {question.partition(".")[0] for question in course.questions.values()}
    return (wanted is not None and wanted.kind in kinds) or bool(asked & kinds)


@route("POST", "/api/device/heartbeat", "device", Heartbeat, {200: Ok})
def device_heartbeat(message: Heartbeat) -> Ok:
    """A device works, or says why not."""
    here = hosting()
    if here.devices.beat(message):
        here.table.touch()
    return Ok(here.table.course.seq)


@route("POST", "/api/device/button", "firmware", ButtonPress, {200: Ok, 409: Ok})
def device_button(message: ButtonPress) -> Any:
    """A seat's button: a press confirms what is asked of the seat, or throws the simulated wands; a hold takes back.

    It does nothing where there is no one thing to confirm.  The same request again does nothing more.
    """
    here = hosting()
    with here.presses.first(message.request) as first:
        if first and message.seq != here.table.course.seq:
            return Ok(here.table.course.seq), 409
        if first:
            try:
                _gesture(here, message)
            except Stale:
                return Ok(here.table.course.seq), 409
            except (Denied, NotYours):
                pass  # a button has no words to say why not; the phones show what is asked
            here.presses.done(message.request)
    return Ok(here.table.course.seq)


def _gesture(here: Hosting, message: ButtonPress) -> None:
    course = here.table.course
    if here.claim.pressed():
        return
    names = list(course.seats)
    if message.seq != course.seq or not 0 <= message.button < len(names):
        return
    seat, wanted = names[message.button], here.table.game.throw_wanted(course.position)
    doing = buttons.meaning(here.table.game, course, seat, message.gesture)
    if doing is not None:
        doing(here.table, f"button.{message.request}")
    elif message.gesture == "press" and wanted and wanted.seat == seat and here.tossing and course.proposal is None:
        here.toss()


@route("POST", "/api/device/picture", "vision", "jpeg", {200: PictureAnswer}, limit=LARGEST)
def device_picture(jpeg: bytes) -> PictureAnswer:
    """The masked frame that decides a throw (JPEG)."""
    return PictureAnswer(hosting().evidence.add(jpeg))


@route("GET", "/api/device/taught/<name>", "vision", answers={200: dict, 403: Failure, 404: Failure})
def device_taught(name: str) -> Response:
    """A file that the eye was taught."""
    content = hosting().setup.get(name) if name in TAUGHT else None
    if content is None:
        raise NotThere("the eye was taught no such file")
    return Response(content, mimetype="application/json")


@route("POST", "/api/device/taught", "vision", Taught, {200: Ok, 422: Answer}, limit=2 * PART_AT_MOST)
def device_teach(message: Taught) -> Ok:
    """Keep what the eye has just been taught."""
    here = hosting()
    if message.name not in TAUGHT:
        raise NotThere("the eye is taught no such file")
    here.setup.put(message.name, message.content.encode())
    return Ok(here.table.course.seq)


@route("GET", "/api/picture/<name>", "anyone", answers={200: "jpeg", 403: Failure, 404: Failure})
def picture(name: str) -> Response:
    """A picture by its SHA-256; for seats only."""
    if not auth.current_seats() and not auth.who().host:
        raise Forbidden("pictures are for seats only")
    jpeg = hosting().evidence.get(name)
    if jpeg is None:
        raise NotThere("there is no such picture")
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})

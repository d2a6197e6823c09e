"""The API of the eye's set-up: the live picture, how it is, what people ask of the eye, what it has learnt."""

from __future__ import annotations

from flask import Response

from companion.protocol import EyeReport, EyeTap, Failure, Ok
from companion.web import auth
from companion.web.errors import Forbidden
from companion.web.hosting import hosting
from companion.web.routes import route

LARGEST = 512 * 1024


def _seq() -> Ok:
    return Ok(hosting().table.course.seq)


@route("POST", "/api/device/eye/picture", "vision", "jpeg", {200: Ok}, limit=LARGEST)
def eye_shows(jpeg: bytes) -> Ok:
    """The live picture, masked to the pane."""
    hosting().eye.show(jpeg, whole=False)
    return _seq()


@route("POST", "/api/device/eye/whole", "vision", "jpeg", {200: Ok}, limit=LARGEST)
def eye_shows_all(jpeg: bytes) -> Ok:
    """The live picture of a camera whose pane is not known yet; for the owner alone."""
    hosting().eye.show(jpeg, whole=True)
    return _seq()


@route("POST", "/api/device/eye", "vision", EyeReport, {200: Ok})
def eye_tells(message: EyeReport) -> Ok:
    """How the picture is, and where a step stands."""
    hosting().eye.tell(message)
    return _seq()


@route("GET", "/api/eye/picture", "anyone", answers={200: "jpeg", 204: None, 403: Failure})
def eye_picture() -> Response:
    """The live picture; for seats, and for the owner.  Asking for it is what lets the eye send it.

    None yet is no fault (204): a page asks five times a second, and a browser would write each 404 on its console.
    """
    who, here = auth.who(), hosting()
    if not who.seats and not who.host:
        raise Forbidden("pictures are for seats only")
    if here.eye.watch():
        here.table.touch()
    jpeg = here.eye.picture(who.host)
    if jpeg is None:
        return Response(status=204)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@route("POST", "/api/eye", "host", EyeTap, {200: Ok})
def eye_tap(message: EyeTap) -> Ok:
    """Ask something of the eye; the same request again asks nothing more."""
    here = hosting()
    with here.presses.first(message.request) as first:
        if first:
            here.eye.order(message.order)
            here.eye.watch()
            here.table.touch()
            here.presses.done(message.request)
    return _seq()

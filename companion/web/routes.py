"""The API's routes as data: who may call, what goes in, what comes out.

``route`` puts a handler into the blueprint and into ``ROUTES``; the OpenAPI document and the walk of the security tests
read that list, so a new route is covered by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial, wraps
from typing import Any, Literal

import msgspec
from flask import Blueprint, Response, request
from werkzeug import routing

from companion.protocol import Command, Judge, Toss
from companion.web import auth
from companion.web.errors import BadRequest, Forbidden
from companion.web.hosting import hosting

Needs = Literal["anyone", "code", "seat", "seat-or-host", "vision", "firmware", "device", "host", "unowned"]
SMALL = 64 * 1024
THROWING = (Command, Toss, Judge)
"""Messages by which people throw for a ghost, and say what its throw shows."""
WHOSE = "this needs the token of the seat, device or host that it is for"
api = Blueprint("api", __name__)


class Route(msgspec.Struct, frozen=True):
    """One route of the API.  ``body`` is a message struct, ``jpeg``, ``photo`` (untrusted, a stream), ``zip`` or None.

    ``answers`` maps status to struct.
    """

    method: str
    path: str
    name: str
    summary: str
    needs: Needs
    body: Any
    answers: dict[int, Any]
    limit: int = SMALL

    @property
    def changes(self) -> bool:
        """Whether it changes something."""
        return self.method != "GET"


class Rule(routing.Rule):
    """A rule of the app's map.  It learns to build its address when that is asked for, which our pages never do; for
    a hundred rules at once that took more than half of what making an app takes."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        learnt = cache(partial(super()._compile_builder, append_unknown))
        return lambda *parts, **values: learnt()(*parts, **values)


ROUTES: list[Route] = []
Handler = Callable[..., Any]


def route(
    method: str, path: str, needs: Needs, body: Any = None, answers: dict[int, Any] | None = None, limit: int = SMALL
) -> Callable[[Handler], Handler]:
    """Register a handler: it gets the decoded body where there is one, and returns a struct or (struct, status)."""

    def register(handler: Handler) -> Handler:
        summary = (handler.__doc__ or "").strip().split("\n")[0]
        ROUTES.append(Route(method, path, handler.__name__, summary, needs, body, answers or {}, limit))

        @wraps(handler)
        def view(**parts: Any) -> Response:
            request.max_content_length = limit
            require_kind(needs)
            message = _read(body) if body is not None else None
            require(needs, message)
            given = (message,) if body is not None else ()
            return reply(handler(*given, **parts))

        api.add_url_rule(path, endpoint=handler.__name__, view_func=view, methods=[method])
        return handler

    return register


def require_kind(needs: Needs) -> None:
    """Raises Forbidden before a stranger's body is read: who asks holds no token of the kind that is needed."""
    who = auth.who()
    kinds = {
        "seat": bool(who.seats),
        "seat-or-host": bool(who.seats) or who.host,
        "vision": who.device == "vision",
        "firmware": who.device == "firmware",
        "device": who.device is not None,
        "host": who.host,
        "unowned": not hosting().owners.all(),
    }
    if not kinds.get(needs, True):
        raise Forbidden(WHOSE)


def require(needs: Needs, message: Any) -> None:
    """Raises Forbidden unless the request's tokens fit; a seat named in the message must be one that is held."""
    who = auth.who()
    named = getattr(message, "seat", None)
    if needs in ("seat", "seat-or-host"):
        acting = auth.acting_seats() if isinstance(message, THROWING) else who.seats
        allowed = named in acting if named is not None else bool(who.seats) and needs == "seat"
        allowed = allowed or (needs == "seat-or-host" and who.host and named is None)
    elif needs in ("vision", "firmware"):
        allowed = who.device == needs
    elif needs == "device":
        allowed = who.device is not None and getattr(message, "device", who.device) == who.device
    else:
        allowed = who.host if needs == "host" else True
    if not allowed:
        raise Forbidden(WHOSE)


def _read(body: Any) -> Any:
    """The body as message; raises BadRequest."""
    if body == "photo":
        return request.stream
    if body == "zip":
        return request.get_data(cache=False)
    if body == "jpeg":
        return _picture()
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRequest(f"the message cannot be read: {error}") from None


def _picture() -> bytes:
    content = request.get_data(cache=False)
    if not content.startswith(b"\xff\xd8\xff"):
        raise BadRequest("the picture must be a JPEG")
    return content


def reply(answer: Any) -> Response:
    """A struct, a (struct, status) pair or a ready response as response."""
    if isinstance(answer, Response):
        return answer
    message, status = answer if isinstance(answer, tuple) else (answer, 200)
    return Response(msgspec.json.encode(message, order="sorted"), status, mimetype="application/json")

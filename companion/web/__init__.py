"""The host's web part: pages, API, live streams.

``create_app(table, settings)`` makes the Flask app: API, streams, the pages of the shell (``companion.web.pages``) and
the face of the game on the table (``companion.web.games``).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import metadata

from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException
from werkzeug.local import LocalProxy

from companion.games import GameError
from companion.protocol import Failure
from companion.settings import Settings
from companion.table.errors import TableError
from companion.table.table import Table
from companion.web import (
    api,
    archive_api,
    auth,
    compress,
    device_api,
    eye_api,
    film,
    language,
    live,
    openapi,
    portal,
    proxies,
    referee_api,
    routes,
    setup_api,
    ticker,
)
from companion.web.errors import WebError
from companion.web.faces import Faces
from companion.web.hosting import KEY, Hosting, hosting
from companion.web.live import Renderer, Streams
from companion.web.pages import (
    archive,
    eye,
    guide,
    host,
    length,
    manifest,
    memo,
    newgame,
    parts,
    play,
    refusals,
    rules,
    seats,
    setup,
    watch,
    why,
    words,
)
from companion.web.pages.environment import Facts
from companion.web.pages.unindented import Unindented
from companion.web.routes import reply, route
from companion.web.shelves import HostShelf

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "font-src 'self'; media-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}

__all__ = ["create_app", "version"]


def version() -> str:
    """The version of this program."""
    return metadata.version("dreimagier")


def create_app(
    table: Table,
    settings: Settings,
    render: Renderer = parts.fragments,
    safe: str | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Flask:
    """The app for a table.  ``render`` draws the fragments of a page; by itself those of game and shell.

    ``safe`` is why the host runs in safe mode (``companion.safe``); ``now`` is its clock.
    """
    app = Flask(__name__, static_folder="static", template_folder="templates")
    app.url_rule_class = routes.Rule
    app.jinja_environment = Facts
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "extensions": [Unindented], "cache_size": -1}
    app.config["MAX_CONTENT_LENGTH"] = routes.SMALL
    app.config["MAX_FORM_MEMORY_SIZE"] = routes.SMALL
    here = Hosting(table, settings, version(), safe, now)
    streams = Streams(table)
    here.presence.streams = streams.hashes
    app.extensions |= {KEY: here, live.KEY: streams, live.RENDERER: render, live.SAYER: parts.said}
    app.wsgi_app = proxies.believed(app.wsgi_app, settings.proxies)  # type: ignore[assignment,method-assign]
    portal.install(app)
    app.before_request(auth.guard)
    app.after_request(compress.compressed)
    app.after_request(_headers)
    _errors(app)
    app.register_blueprint(routes.api)
    app.register_blueprint(live.live)
    ticker.install(app, here)
    _pages(app, here)
    return app


def _pages(app: Flask, here: Hosting) -> None:
    """The pages of every game, and what each of them brings."""
    faces = Faces(here)
    app.before_request(faces.guard)
    app.extensions[host.KEY] = _pages_host(here, faces)
    for name in faces.names():
        app.register_blueprint(faces.find(name).blueprint)
    app.register_blueprint(film.film)
    for module in (watch, play, guide, setup, eye, archive, manifest, newgame, rules):
        app.register_blueprint(module.pages)
    words.install(app, lambda language: faces.shown().speaker(language))
    app.jinja_env.globals |= {"face": LocalProxy(faces.shown), "kept": memo.kept, "bring": parts.bring}
    app.jinja_env.globals["rules_at"] = rules.address
    app.jinja_env.filters["tight"] = memo.tight
    app.jinja_env.policies["json.dumps_function"] = memo.jsoned
    app.jinja_env.globals |= {"css": seats.css, "symbol": seats.symbol}


def _pages_host(here: Hosting, faces: Faces) -> host.Host:
    return host.Host(
        seats=auth.current_seats,
        state=lambda seat: here.state(seat, language.of_request()),
        header=lambda: here.table.course.header,
        address=lambda: f"{request.scheme}://{request.host}",
        order=lambda: g.get(seats.ORDER) or tuple(here.table.course.seats),
        shown=faces.shown,
        face_of=faces.find,
        shelf=HostShelf(here),
    )


def _headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:  # over plain http browsers ignore it, and say so on the console of every page
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
    if not request.path.startswith("/static/"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _errors(app: Flask) -> None:
    app.register_error_handler(TableError, lambda error: reply(api.failed(error)))
    app.register_error_handler(GameError, lambda error: reply(api.failed(error)))
    app.register_error_handler(WebError, _refused)
    app.register_error_handler(HTTPException, _http)


def _refused(error: WebError) -> Response:
    shown = refusals.page(error, error.status)
    said = words.SHELL.say(language.of_request(), error.message) if error.message else None
    return shown or reply((Failure(str(error), said), error.status))


def _http(error: HTTPException) -> Response | HTTPException:
    if error.code is None or error.code < 400:
        return error
    shown = refusals.page(error, error.code)
    if shown is not None:
        return shown
    said = Failure(f"{error.code} {error.name}: {error.description}")
    response = reply((said, error.code or 500))
    for name, value in error.get_headers():
        if name.lower() in ("allow", "location", "retry-after"):
            response.headers[name] = value
    return response


@route("GET", "/api/openapi.json", "anyone", answers={200: dict})
def openapi_document() -> Response:
    """This document."""
    return Response(openapi.encoded(hosting().version), mimetype="application/json")


# their routes are registered on import
assert archive_api and device_api and eye_api and length and referee_api and setup_api and why

"""What people see: pages, and the fragments of them that change.

There is one rendering path.  ``fragments`` draws every changing part of a page from the state JSON that a role is sent
(never from a position), the page puts the same parts into its first answer, and the live stream sends those whose hash
changed.  A game brings its own parts: its face is a package of its own (``companion.web.games.<game>``) with its
templates and static files.  The table and the stream know neither.

The app factory calls ``register(app)``.  The pages learn who asks and what he may see through two functions that the
factory leaves in ``app.extensions["pages"]`` as a ``Host``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from flask import Flask, current_app

Json = dict[str, Any]


class Host(NamedTuple):
    """What the pages need of the host, asked within a request.

    ``seats()`` are the seats that this browser holds, in playing order (none: a spectator); ``state(seat)`` is the
    state JSON for one of them, or for a spectator with None; ``header()`` is the header of the game on the table (its
    board);
    ``address()`` is where phones reach this host, without a path.
    """

    seats: Callable[[], tuple[str, ...]]
    state: Callable[[str | None], Json]
    header: Callable[[], Json]
    address: Callable[[], str]


def register(app: Flask) -> None:
    """Put the pages and their translations into an app."""
    from companion.web.pages import memo, play, setup, watch, words

    words.install(app)
    app.jinja_env.globals["kept"] = memo.kept
    for module in (watch, play, setup):
        app.register_blueprint(module.pages)


def host() -> Host:
    """The host of the present app."""
    found: Host = current_app.extensions["pages"]
    return found


def fragments(page: str, seats: tuple[str, ...], state: Callable[[str | None], Json], language: str) -> dict[str, str]:
    """Every changing part of a page (``play`` or ``table``) as id and HTML, for a browser that holds these seats.

    ``state`` gives the state JSON for a seat or, with None, for a spectator.  Needs an app context, no request.
    """
    from companion.web.pages import parts

    return parts.render(page, seats, state, language)

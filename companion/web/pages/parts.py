"""The changing parts of the pages as HTML, with a hash of each.

Which parts a page has, and what their templates need, is the game's affair: ``companion.web.games.<game>`` has
``PARTS`` (page to part names) and ``context(state, seat, seats, t)``; a part's template is ``<game>/<part>.html``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Protocol, cast

from flask import current_app
from jinja2 import Environment, Template
from jinja2.runtime import Context

from companion.web import games
from companion.web.pages import Json
from companion.web.pages.words import Translate, speaker


class GamePages(Protocol):
    """What a game's module of pages offers."""

    PARTS: dict[str, tuple[str, ...]]

    def context(self, state: Json, seat: str | None, seats: tuple[str, ...], t: Translate) -> dict[str, Any]:
        """What the templates of the parts need, for the seat that the browser acts for (None: a spectator)."""
        ...

    def drawing(self, header: Json) -> dict[str, Any]:
        """What the template ``<game>/board.html`` needs; drawn once a page."""
        ...


def game_pages(game: str) -> GamePages:
    """The pages of a game, by the name that its views carry."""
    found = games.find(game)
    if found is None:
        raise LookupError(f"no pages for a game named {game!r}")
    return cast(GamePages, found)


def acting(seats: tuple[str, ...], state: Json) -> str | None:
    """The seat that a browser acts for: of those it holds the one that is asked, else the first."""
    asked = [question["seat"] for question in state["view"].get("asked", ())]
    return next((seat for seat in asked if seat in seats), seats[0] if seats else None)


def render(page: str, seats: tuple[str, ...], state: Callable[[str | None], Json], language: str) -> dict[str, str]:
    """Every part of a page as id and HTML."""
    seen = state(None)
    seat = acting(seats, seen) if page == "play" else None
    told = state(seat) if seat else seen
    game = told["view"]["game"]
    pages = game_pages(game)
    t = speaker(language)
    context = {"t": t, "language": language, "page": page, **pages.context(told, seat, seats, t)}
    return _drawn(current_app.jinja_env, game, pages.PARTS[page], context)


def _drawn(environment: Environment, game: str, names: tuple[str, ...], values: dict[str, Any]) -> dict[str, str]:
    """The parts, all drawn in one context: making a new one for each would cost as much as the drawing."""
    context = environment.context_class(environment, {**environment.globals, **values}, f"{game}/parts.html", {})
    return {part: _text(environment.get_template(f"{game}/{part}.html"), context) for part in names}


def _text(template: Template, context: Context) -> str:
    try:
        return template.environment.concat(template.root_render_func(context))
    except Exception:
        template.environment.handle_exception()


def digest(html: str) -> str:
    """A short name of a part's content."""
    return hashlib.sha256(html.encode("utf-8", "replace")).hexdigest()[:16]


def packed(found: dict[str, str]) -> dict[str, Json]:
    """Parts as the live stream sends them: id to hash and HTML."""
    return {part: {"hash": digest(html), "html": html} for part, html in found.items()}

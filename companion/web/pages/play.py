"""The pages of a player: take a seat, play, look back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, jsonify, redirect, request
from werkzeug.wrappers import Response

from companion.games import Json
from companion.table.chances import judged
from companion.table.state import told as told_of
from companion.table.summary import summary
from companion.web.hosting import hosting
from companion.web.pages import archive, parts, watch, words
from companion.web.pages.host import host

pages = Blueprint("play", __name__)


@pages.get("/join")
def join() -> str:
    """Choose a free colour, type a name; with ``one=1`` all seats on this device."""
    here = host()
    state = here.state(None)
    code = request.args.get("code", "").strip().upper()[:4]
    args = request.args
    return parts.page("join.html", state=state, code=code, mine=here.seats(), one="one" in args, lost="lost" in args)


@pages.get("/play")
def play() -> str | Response:
    """The seat page; a browser that holds no seat is sent to take one."""
    here = host()
    if not here.seats():
        return redirect("/join")
    return _page("play")


@pages.get("/after")
def after() -> str:
    """Ranking, the course of the game, the record to keep."""
    table, t = hosting().table, host().face.speaker(words.of_request())
    course = table.course
    told, name = summary(table.game, course), table.game_id(course)
    length = archive.spent(told.played_s, t) if told.played_s else ""
    return _page(
        "after",
        whole_history,
        length=length,
        steps=told.steps,
        since=archive.told_since(archive.after(course)) if told.over and course.line else [],
        replay=name if any(kept.id == name for kept in hosting().archived()) else "",
        **archive.fallen(judged(list(told.tally.things)), t),
    )


def whole_history(seat: str | None) -> Json:
    """The state with every line of the history, not only the last ones."""
    here = hosting()
    lines = [told_of(here.table.game, line, seat) for line in here.table.course.told]
    return {**host().state(seat), "history": lines}


@pages.get("/fragments")
def fragments() -> Response | tuple[Response, int]:
    """The parts of a page at once, as the live stream would send them: ``{"seq", "table", "fragments"}``."""
    page = request.args.get("page", "")
    if page not in ("play", "table", "after"):
        return jsonify(error="unknown page"), 404
    here = host()
    state = here.state(None)
    found = parts.fragments(page, here.seats(), here.state, words.of_request(), request.args.get("seat"))
    answer = jsonify(seq=state["seq"], table=state["table"], game=state["game"], fragments=parts.packed(found))
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _page(page: str, state_of: Callable[[str | None], Json] | None = None, **more: Any) -> str:
    here = host()
    seats = here.seats()
    state = here.state(None)
    found = parts.fragments(page, seats, state_of or here.state, words.of_request())
    drawn = here.face.drawing(here.header())
    return parts.page(
        f"page_{page}.html",
        state=state,
        seats=seats,
        parts=parts.packed(found),
        drawing=drawn,
        **watch.invitation(),
        **more,
    )

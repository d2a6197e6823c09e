"""The sheet of a new game: what holds now, what can be chosen, and in which order people sit."""

from __future__ import annotations

from flask import Blueprint

from companion.web import auth
from companion.web.pages import parts, words
from companion.web.pages.host import host

pages = Blueprint("newgame", __name__)


@pages.get("/new")
def new() -> str:
    """Rules, board and seats as they are, each to be changed; by itself everything stays."""
    here = host()
    state, header, face = here.state(None), here.header(), here.face
    speaker = face.speaker(words.of_request())
    return parts.page(
        "new.html",
        state=state,
        seats=here.seats(),
        owner=auth.who().host,
        offered=face.offered(header, speaker),
        notes=face.notes(state["view"], speaker),
    )

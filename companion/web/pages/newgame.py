"""The sheet of a new game: what holds now, what can be chosen, and in which order people sit."""

from __future__ import annotations

from flask import Blueprint

from companion.games import Json
from companion.table.knownboards import KnownBoard
from companion.web import auth
from companion.web.hosting import hosting
from companion.web.pages import parts, words
from companion.web.pages.archive import date
from companion.web.pages.host import host
from companion.web.pages.words import Speaker

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
        offered=face.offered(header, speaker, [_board(each, speaker) for each in hosting().boards()]),
        notes=face.notes(state["view"], speaker),
    )


def _board(board: KnownBoard, t: Speaker) -> Json:
    """A board to choose: its name, what it is chosen by, and where it is known from in words."""
    says = [t("new.board.kept")] if board.kept else []
    says += [t("new.board.played", day=date(board.played, t)["day"])] if board.played else []
    return {
        "label": board.name,
        "hash": board.hash,
        "value": {"hash": board.hash},
        "says": " ".join(says),
        "now": board.now,
    }

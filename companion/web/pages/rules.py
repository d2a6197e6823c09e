"""The page of a game's rules, that every reason leads to: of the game on the table, or of another one."""

from __future__ import annotations

from flask import Blueprint, g

from companion.web.errors import NotThere
from companion.web.hosting import hosting
from companion.web.pages import parts, words
from companion.web.pages.host import SHOWN, host

PATH = "/rules"
pages = Blueprint("rules", __name__)


def address(rule: str = "") -> str:
    """For templates: where a rule of the game that is shown is explained; nothing where it has no book."""
    face = host().face
    if face.book is None:
        return ""
    page = PATH if face.name == hosting().table.game.name else f"{PATH}/{face.name}"
    return f"{page}#{rule}" if rule else page


@pages.get(PATH)
@pages.get(f"{PATH}/<game>")
def rules(game: str = "") -> str:
    """The whole book, in the reader's language; of the game on the table with what holds there."""
    here = host()
    played = hosting().table.game.name
    if game:
        setattr(g, SHOWN, here.face_of(game))
    face = here.face
    if face.book is None:
        raise NotThere("there is no book of rules")
    t = face.speaker(words.of_request())
    chapters = face.book.chapters(here.header() if face.name == played else None, t)
    values = {"state": here.state(None), "seats": here.seats(), "chapters": chapters}
    return parts.page("rulebook.html", glossary=face.book.glossary(t), **values)

"""The survey's pages and what they send: who sits at the table, or owns it, surveys."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, request

from companion.games import Invalid, Json
from companion.games.dreimagier.board import load_board
from companion.games.dreimagier.survey.draft import Draft, NoTap, Tap, sketch, tapped, undone
from companion.games.dreimagier.survey.writer import board_file
from companion.web import photos
from companion.web.errors import BadRequest, Forbidden, NotThere
from companion.web.games.dreimagier.survey import PATH, WORDS
from companion.web.games.dreimagier.survey.drafts import CHANGING, Drafts
from companion.web.games.dreimagier.survey.drawn import drawn
from companion.web.games.dreimagier.survey.faults import spoken
from companion.web.pages import parts, words
from companion.web.pages.host import host
from companion.web.pages.shelf import Shelf
from companion.web.routes import SMALL, require_kind

FILE = 256 * 1024
"""Bytes of a board file, wrapped in a message."""
SCRIPT = "survey.js."
"""Messages that the page's scripts say."""


class Named(msgspec.Struct, frozen=True):
    """A board or draft by its name."""

    name: str | None = None


class Brought(msgspec.Struct, frozen=True):
    """A board file's text."""

    toml: str


def install(blueprint: Blueprint) -> None:
    """Put the pages into the face."""
    blueprint.add_url_rule(PATH, "surveys", surveys)
    blueprint.add_url_rule(f"{PATH}/<name>", "survey", survey)
    blueprint.add_url_rule(f"{PATH}/<name>/photo", "survey_photo", photo)
    for path, view, limit in (
        ("/begin", begin, SMALL),
        ("/bring", bring, FILE),
        ("/choose", choose, SMALL),
        ("/drop", drop, SMALL),
        ("/<name>/tap", tap, SMALL),
        ("/<name>/undo", undo, SMALL),
        ("/<name>/photo", take_photo, photos.LARGEST),
        ("/<name>/keep", keep, SMALL),
    ):
        name = f"survey_post_{view.__name__}"
        blueprint.add_url_rule(PATH + path, name, _command(view, limit), methods=["POST"])


# pages


def surveys() -> str:
    """Every board of one's own, surveyed or under way."""
    here = host()
    kept, drafts = here.shelf.boards(), _drafts().names()
    surveyed = {each.name: _surveyed(each.toml) for each in kept}
    names = sorted({*surveyed, *drafts}, key=str.casefold)
    return parts.page(
        "dreimagier/surveys.html",
        state=here.state(None),
        seats=here.seats(),
        may=_may(),
        boards=[
            {
                "name": name,
                "link": f"{PATH}/{quote(name)}" if name in drafts else None,
                "kept": name in surveyed,
                "surveyed": surveyed.get(name, False),
                "now": any(each.now for each in kept if each.name == name),
            }
            for name in names
        ],
        chosen=any(each.now for each in kept),
    )


def _surveyed(toml: str) -> bool:
    """Whether nothing of a board is guessed; a file that somebody spoilt meanwhile is not."""
    try:
        return load_board(toml).surveyed
    except Invalid:
        return False


def survey(name: str) -> str:
    """One survey, to go on with."""
    here = host()
    t = _speaker()
    return parts.page(
        "dreimagier/survey.html",
        state=here.state(None),
        seats=here.seats(),
        may=_may(),
        draft=_told(_drafts().open(name)[0], t) if _may() else None,
        path=f"{PATH}/{quote(name)}",
        said={key.removeprefix(SCRIPT): t(key) for key in WORDS.sentences["de"] if key.startswith(SCRIPT)},
    )


def photo(name: str) -> Response:
    """The photo of a draft."""
    require_kind("seat-or-host")
    found = _drafts().photo(name)
    if found is None:
        raise NotThere("this survey has no photo")
    return Response(found, mimetype="image/jpeg")


# what the pages send


def begin() -> Json:
    """A new survey."""
    name = _drafts().begin(_body(Named).name or "")
    return {"path": f"{PATH}/{quote(name)}"}


def tap(name: str) -> Json:
    """One tap; one that cannot be is told, and changes nothing."""
    t, wanted = _speaker(), _body(Tap)
    with CHANGING:
        draft, _ = _drafts().open(name)
        try:
            draft = tapped(draft, wanted)
        except NoTap as error:
            return {**_told(draft, t), "refused": t(f"survey.no.{error.message}")}
        _drafts().keep(draft)
    return _told(draft, t)


def undo(name: str) -> Json:
    """The last tap is taken back."""
    with CHANGING:
        draft = undone(_drafts().open(name)[0])
        _drafts().keep(draft)
    return _told(draft, _speaker())


def take_photo(name: str) -> Json:
    """A photo of the board; it is made safe first."""
    draft, _ = _drafts().open(name)
    _drafts().keep_photo(name, photos.made_safe(request.stream))
    return _told(draft, _speaker())


def keep(name: str) -> Json:
    """The board as it is becomes the table's; a draft is filled up and says so."""
    draft, found = _drafts().open(name)
    shelf = host().shelf
    kept = shelf.keep_board(board_file(draft.name, found))
    shelf.choose_board(kept)
    return {**_told(draft, _speaker()), "kept": True, "playing": shelf.under_way()}


def bring() -> Json:
    """A typed board file becomes the table's board; one with faults is told, all of them, and changes nothing."""
    t, shelf = _speaker(), host().shelf
    try:
        kept = shelf.keep_board(_body(Brought).toml.removeprefix("\ufeff"))
    except Invalid as invalid:
        return {"refused": t("survey.bring.bad", count=len(invalid.faults)), "faults": spoken(invalid, t)}
    shelf.choose_board(kept)
    return {"kept": kept}


def choose() -> Json:
    """Another board is the table's, or none of one's own."""
    host().shelf.choose_board(_body(Named).name)
    return {}


def drop() -> Json:
    """A board and its survey go."""
    name = _body(Named).name or ""
    shelf = host().shelf
    if any(each.name == name for each in shelf.boards()):
        shelf.drop_board(name)
    with CHANGING:
        _drafts().drop(name)
    return {}


def _command(view: Callable[..., Json], limit: int) -> Callable[..., Response]:
    @wraps(view)
    def answered(**named: str) -> Response:
        require_kind("seat-or-host")
        request.max_content_length = limit
        return Response(msgspec.json.encode(view(**named)), mimetype="application/json")

    return answered


def _body(kind: Any) -> Any:
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRequest(f"the message cannot be read: {error}") from None


def _told(draft: Draft, t: words.Speaker) -> Json:
    return drawn(draft, sketch(draft), _drafts().photo_mark(draft.name), t)


def _may() -> bool:
    try:
        require_kind("seat-or-host")
    except Forbidden:
        return False
    return True


def _speaker() -> words.Speaker:
    return host().face.speaker(words.of_request())


def _drafts() -> Drafts:
    shelf: Shelf = host().shelf
    return Drafts(shelf.folder)

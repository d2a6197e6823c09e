"""The box pages and what they send: who sits at the table, or owns it, corrects the box."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, request

from companion.games import Invalid, Json
from companion.games.tuerme.box import load_box
from companion.games.tuerme.boxfile import SHIPPED, box_file, contents
from companion.web.errors import BadRequest, Forbidden, NotThere
from companion.web.games.tuerme.boxes import PATH
from companion.web.games.tuerme.boxes.faults import spoken
from companion.web.games.tuerme.boxes.fields import fields
from companion.web.pages import parts, words
from companion.web.pages.host import host
from companion.web.routes import SMALL, require_kind

LARGE = 64 * 1024
"""Bytes of a box in a message."""


class Kept(msgspec.Struct, frozen=True):
    """A corrected box, and the one that it was made from (None: the shipped one)."""

    data: dict[str, Any]
    made_from: str | None = None


class Named(msgspec.Struct, frozen=True):
    """A box by its name; None: the shipped one."""

    name: str | None = None


def install(blueprint: Blueprint) -> None:
    """Put the pages into the face."""
    blueprint.add_url_rule(PATH, "boxes", boxes)
    blueprint.add_url_rule(f"{PATH}/new", "box_new", box)
    blueprint.add_url_rule(f"{PATH}/of/<name>", "box", box)
    for view, limit in ((keep, LARGE), (choose, SMALL), (drop, SMALL)):
        path = f"{PATH}/{view.__name__}"
        blueprint.add_url_rule(path, f"box_post_{view.__name__}", _command(view, limit), methods=["POST"])


def boxes() -> str:
    """The shipped box and one's own."""
    here = host()
    kept = here.shelf.boards()
    own = [
        {"name": each.name, "link": f"{PATH}/of/{quote(each.name)}", "now": each.now, "checked": _checked(each.toml)}
        for each in kept
    ]
    return parts.page(
        "tuerme/boxes.html",
        state=here.state(None),
        seats=here.seats(),
        may=_may(),
        boxes=own,
        usual=not any(each["now"] for each in own),
    )


def _checked(toml: str) -> bool:
    """Whether its owner has compared it; a file that somebody spoilt meanwhile is not."""
    try:
        return load_box(toml).checked
    except Invalid:
        return False


def box(name: str | None = None) -> str:
    """One box to correct: one's own, or a new one that begins as the shipped one is."""
    here = host()
    t = here.face.speaker(words.of_request())
    usual = contents(SHIPPED)
    data = usual if name is None else contents(_found(name))
    return parts.page(
        "tuerme/box.html",
        state=here.state(None),
        seats=here.seats(),
        may=_may(),
        made_from=name,
        called=t("box.name.usual") if name is None else data["name"],
        checked=data["checked"],
        radius=data["ring"]["radius_mm"],
        fields=fields(data, usual, t),
    )


def _found(name: str) -> str:
    """The text of one's own box."""
    for each in host().shelf.boards():
        if each.name == name:
            return each.toml
    raise NotThere("there is no box of that name")


def keep() -> Json:
    """A sound box is kept and is the table's; one with faults is told all of them, and changes nothing."""
    here, wanted = host(), _body(Kept)
    made_from = contents(SHIPPED if wanted.made_from is None else _found(wanted.made_from))
    try:
        kept = here.shelf.keep_board(box_file(wanted.data, made_from["lamps"]))
    except Invalid as invalid:
        t = here.face.speaker(words.of_request())
        return {"refused": t("box.bad", count=len(invalid.faults)), "faults": spoken(invalid, t)}
    here.shelf.choose_board(kept)
    return {"kept": kept, "path": f"{PATH}/of/{quote(kept)}", "playing": here.shelf.under_way()}


def choose() -> Json:
    """New games are played with another box, or with the shipped one."""
    host().shelf.choose_board(_body(Named).name)
    return {}


def drop() -> Json:
    """A box of one's own goes."""
    host().shelf.drop_board(_body(Named).name or "")
    return {}


def _command(view: Callable[[], Json], limit: int) -> Callable[[], Response]:
    @wraps(view)
    def answered() -> Response:
        require_kind("seat-or-host")
        request.max_content_length = limit
        return Response(msgspec.json.encode(view()), mimetype="application/json")

    return answered


def _body(kind: Any) -> Any:
    try:
        return msgspec.json.decode(request.get_data(cache=False), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadRequest(f"the message cannot be read: {error}") from None


def _may() -> bool:
    try:
        require_kind("seat-or-host")
    except Forbidden:
        return False
    return True

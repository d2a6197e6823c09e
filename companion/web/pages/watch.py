"""The table's own page: for a tablet or monitor beside the board, and for anybody who looks on."""

from __future__ import annotations

from flask import Blueprint

from companion.games import Json
from companion.web import auth
from companion.web.hosting import hosting
from companion.web.pages import guide, parts, words
from companion.web.pages.host import host
from companion.web.pages.ways import qr, reachable, reached, wifi

pages = Blueprint("watch", __name__)


@pages.get("/")
def table() -> str:
    """The whole game as all may see it; while seats are free also the way to join."""
    here = host()
    if hosting().untouched:
        return guide.first()
    state = here.state(None)
    found = parts.fragments("table", (), here.state, words.of_request())
    return parts.page(
        "page_table.html",
        state=state,
        seats=here.seats(),
        parts=parts.packed(found),
        drawing=here.face.drawing(here.header()),
        **invitation(),
        ownercode=hosting().owners.code if auth.at_machine() and not hosting().owners.all() else "",
    )


def invitation() -> Json:
    """The way to join, for people and for phones' cameras; the code only for those who are at the table."""
    code = hosting().table.code if auth.at_table() else ""
    joining = f"/join?code={code}" if code else "/join"
    address = reachable(host().address()) + joining
    shown = {"address": address, "qr": qr(address), "reached": reached(address)}
    return {**shown, "code": code, "joining": joining, "wifi": wifi()}

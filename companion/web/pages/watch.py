"""The table's own page: for a tablet or monitor beside the board, and for anybody who looks on."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno
from flask import Blueprint
from markupsafe import Markup

from companion.games import Json
from companion.web import addresses
from companion.web.hosting import hosting
from companion.web.pages import parts, words
from companion.web.pages.host import host

pages = Blueprint("watch", __name__)


@pages.get("/")
def table() -> str:
    """The whole game as all may see it; while seats are free also the way to join."""
    here = host()
    state = here.state(None)
    found = parts.fragments("table", (), here.state, words.of_request())
    return parts.page(
        "page_table.html",
        state=state,
        seats=here.seats(),
        parts=parts.packed(found),
        drawing=here.face.drawing(here.header()),
        **invitation(state),
    )


def invitation(state: Json) -> Json:
    """The way to join, for people and for phones' cameras."""
    address = f"{reachable(host().address())}/join?code={state['code']}"
    return {"address": address, "qr": qr(address)}


def reachable(address: str) -> str:
    """The address that a phone can reach: where this page was opened on the host itself, its address in the network."""
    parts_ = urlsplit(address)
    settings = hosting().settings
    if parts_.hostname in ("127.0.0.1", "localhost", "::1") and settings.bind in addresses.EVERY:
        return addresses.url(settings.bind, parts_.port or 80, settings.address)
    return address


def qr(text: str) -> Markup:
    """A QR code as SVG to put into a page; the text is an address of ours."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2)
    return Markup(out.getvalue().decode())

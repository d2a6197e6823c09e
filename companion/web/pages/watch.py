"""The table's own page: for a tablet or monitor beside the board, and for anybody who looks on."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, render_template
from markupsafe import Markup

from companion.web.pages import host, parts, words

pages = Blueprint("watch", __name__)


@pages.get("/")
def table() -> str:
    """Board, three plans, turn, throw, duel; while seats are free also the way to join."""
    here = host()
    state = here.state(None)
    game = state["view"]["game"]
    found = parts.render("table", (), here.state, words.of_request())
    address = f"{here.address()}/join?code={state['code']}"
    return render_template(
        f"{game}/page_table.html",
        state=state,
        seats=here.seats(),
        parts=parts.packed(found),
        drawing=parts.game_pages(game).drawing(here.header()),
        game=game,
        address=address,
        qr=qr(address),
    )


def qr(text: str) -> Markup:
    """A QR code as SVG to put into a page; the text is an address of ours."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2)
    return Markup(out.getvalue().decode())

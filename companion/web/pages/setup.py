"""The set-up page: how the parts are, a new game and its rules, lamps, pictures, a copy to keep and to restore."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.web import auth
from companion.web.hosting import hosting
from companion.web.pages import host, parts, words

pages = Blueprint("setup", __name__)


@pages.get("/setup")
def setup() -> str:
    """Everything that is set up from a browser; what needs the host's token says so."""
    here, hosted = host(), hosting()
    state = here.state(None)
    game = parts.game_pages(state["view"]["game"])
    header, t = here.header(), words.speaker(words.of_request())
    offer = getattr(game, "offered", None)
    return render_template(
        "setup.html",
        state=state,
        seats=here.seats(),
        header=header,
        owner=auth.who().host,
        offered=offer(header, t) if offer else None,
        drawing=game.drawing(header),
        kept=hosted.evidence.kept(),
        last=hosted.evidence.last() if here.seats() or auth.who().host else None,
        taught=hosted.lamps_taught,
        lamps=hosted.device_state().lamp_numbers,
    )

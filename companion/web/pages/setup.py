"""The set-up page: how the parts are, a new game and its rules, lamps, pictures, a copy to keep and to restore."""

from __future__ import annotations

from flask import Blueprint

from companion.web import auth
from companion.web.hosting import hosting
from companion.web.pages import parts, words
from companion.web.pages.host import host

pages = Blueprint("setup", __name__)


@pages.get("/setup")
def setup() -> str:
    """Everything that is set up from a browser; what needs the host's token says so."""
    here, hosted = host(), hosting()
    state = here.state(None)
    header, face = here.header(), here.face
    return parts.page(
        "setup.html",
        state=state,
        seats=here.seats(),
        header=header,
        owner=auth.who().host,
        offered=face.offered(header, face.speaker(words.of_request())),
        notes=face.notes(state["view"], face.speaker(words.of_request())),
        drawing=face.drawing(header),
        kept=hosted.evidence.kept(),
        last=hosted.evidence.last() if here.seats() or auth.who().host else None,
        taught=hosted.lamps_taught,
        lamps=hosted.device_state().lamp_numbers,
    )

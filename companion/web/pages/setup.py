"""The set-up page: how the parts are, language, light, seats, a new game."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.web.pages import host

pages = Blueprint("setup", __name__)


@pages.get("/setup")
def setup() -> str:
    """State of camera and lamps, the table's settings, record and new game."""
    here = host()
    return render_template("setup.html", state=here.state(None), seats=here.seats(), header=here.header())

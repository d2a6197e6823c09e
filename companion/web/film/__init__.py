"""A film of our own in which nothing is seen and nothing heard.

A phone that plays a film keeps its screen on, also over plain http, where a page may not ask for it.  The bytes are
made here: a grey picture a second and silence, as MP4 (iPhones, most others) and as WebM.  It must have sound and not
be muted, or browsers do not count it as one that somebody watches.
"""

from __future__ import annotations

import io
from functools import lru_cache

from flask import Blueprint, Response, abort, send_file

from companion.web.film.mp4 import mp4
from companion.web.film.webm import webm

film = Blueprint("film", __name__)
MADE = {"mp4": mp4, "webm": webm}
KEEP_S = 24 * 3600


@lru_cache(maxsize=len(MADE))
def bytes_of(kind: str) -> bytes:
    """The film as ``mp4`` or ``webm``."""
    return MADE[kind]()


@film.get("/film.<kind>")
def still(kind: str) -> Response:
    """The film, whole or the piece that a player asks for (iPhones play nothing that they cannot get in pieces)."""
    if kind not in MADE:
        abort(404)
    return send_file(io.BytesIO(bytes_of(kind)), mimetype=f"video/{kind}", max_age=KEEP_S, etag=False)

"""What a phone puts on its home screen.

The page opens in the browser that it was added from (``minimal-ui``): a window of its own has cookies of its own on
iPhones, and would come without the seat.
"""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response

from companion.web.pages import words
from companion.web.pages.host import host

pages = Blueprint("manifest", __name__)
SIZES = (192, 512)
INK = "#1b130d"


@pages.get("/manifest.webmanifest")
def manifest() -> Response:
    """Name, icons and first page."""
    face, language = host().face, words.of_request()
    title = face.speaker(language)("title", default=face.name.title())
    drawn = [{"src": f"/static/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in SIZES]
    whole = {"src": "/static/icon.svg", "sizes": "any", "type": "image/svg+xml"}
    told = {
        "name": title,
        "short_name": title,
        "lang": language,
        "id": "/",
        "start_url": "/play",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": INK,
        "theme_color": INK,
        "icons": [whole, *({**each, "purpose": use} for each in drawn for use in ("any", "maskable"))],
    }
    return Response(msgspec.json.encode(told), mimetype="application/manifest+json")

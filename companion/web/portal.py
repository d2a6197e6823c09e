"""Phones in the table's own Wi-Fi look whether it leads to the internet: it leads to the table, and they stay.

Every name is this machine there (``dreimagier hotspot``).  A phone that asks one of the usual questions is led to a
page of the table until somebody has tapped on there; from then on it gets the answer that it wants, or it would leave.
"""

from __future__ import annotations

import threading

from flask import Blueprint, Flask, Response, current_app, request

from companion.web import addresses, auth, hotspot
from companion.web.hosting import hosting
from companion.web.hotspot import Hotspot
from companion.web.pages import parts

KEY = "portal"
SUCCESS = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
CANONICAL = '<meta http-equiv="refresh" content="0;url=https://support.mozilla.org/kb/captive-portal"/>'
ANSWERS = {
    **dict.fromkeys(("/generate_204", "/gen_204"), ""),  # Android, Chromium
    **dict.fromkeys(("/hotspot-detect.html", "/library/test/success.html"), SUCCESS),  # iOS, macOS
    "/connecttest.txt": "Microsoft Connect Test",
    "/ncsi.txt": "Microsoft NCSI",
    "/success.txt": "success\n",  # Firefox
    "/canonical.html": CANONICAL,
    "/check_network_status.txt": "NetworkManager is online\n",
}
"""What the internet would answer, by path: names of the asked hosts change from maker to maker."""
AT_MOST = 254
portal = Blueprint("portal", __name__)


class Portal:
    """Which addresses have come through.  Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._through: dict[str, None] = {}

    def let(self, client: str) -> None:
        """Somebody there has tapped on."""
        with self._lock:
            self._through[client] = None
            while len(self._through) > AT_MOST:
                del self._through[next(iter(self._through))]

    def through(self, client: str) -> bool:
        """Whether this client shall believe that all is well."""
        with self._lock:
            return client in self._through


def install(app: Flask) -> None:
    """Before a name is refused, phones that ask for the internet are answered."""
    app.extensions[KEY] = Portal()
    app.before_request(answered)
    app.register_blueprint(portal)


def answered() -> Response | None:
    """What a client of the hotspot gets that asks for somebody else; None for all other requests."""
    if request.method not in ("GET", "HEAD") or auth.known_name():
        return None
    here = hotspot.found()
    if here is None or not here.has(request.remote_addr):
        return None
    answer = ANSWERS.get(request.path)
    if answer is None or not _portal().through(request.remote_addr or ""):
        return _led(f"{_table(here)}/portal")
    kind = "text/html" if answer.startswith("<") else "text/plain"
    return Response(answer, 200 if answer else 204, mimetype=kind)


@portal.get("/portal")
def page() -> str:
    """What a phone shows that has just joined the network: where it is, and the way to the table."""
    here = hotspot.found()
    address = _table(here) if here else f"{request.scheme}://{request.host}"
    return parts.page("portal.html", address=address)


@portal.get("/portal/on")
def on() -> Response:
    """Somebody has tapped: to the table, and the phone is left in peace from now on."""
    here = hotspot.found()
    if here is not None and here.has(request.remote_addr):
        _portal().let(request.remote_addr or "")
    return _led("/")


def _led(target: str) -> Response:
    response = Response(status=302)
    response.headers["Location"] = target
    return response


def _table(here: Hotspot) -> str:
    port = hosting().settings.port or int(request.environ.get("SERVER_PORT") or 80)
    return f"http://{addresses.bind(here.address, port)}"


def _portal() -> Portal:
    found: Portal = current_app.extensions[KEY]
    return found

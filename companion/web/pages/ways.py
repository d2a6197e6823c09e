"""The ways to this host for phones: addresses and their QR codes."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno
from markupsafe import Markup
from segno import helpers

from companion.games import Json
from companion.web import addresses, auth, hotspot
from companion.web.hosting import hosting


def reachable(address: str) -> str:
    """The address that a phone can reach: where this page was opened on the host itself, its address in the network, or
    the one that the owner fixed.
    """
    parts_ = urlsplit(address)
    here = hosting()
    settings = here.settings
    if not reached(address) and (settings.bind in addresses.EVERY or here.address):
        return addresses.url(settings.bind, parts_.port or 80, here.address)
    return address


def reached(address: str) -> bool:
    """Whether a phone gets to this address: it is none of this machine alone."""
    return urlsplit(address).hostname not in ("127.0.0.1", "localhost", "::1")


def qr(text: str) -> Markup:
    """A QR code as SVG to put into a page; the text is an address of ours."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", xmldecl=False, svgns=False, omitsize=True, border=2)
    return Markup(out.getvalue().decode())


def wifi() -> Json | None:
    """The table's own network with its password, for those who are at the table; None where there is none."""
    here = hotspot.found() if auth.at_table() else None
    if here is None or not here.ssid:
        return None
    joins = qr(helpers.make_wifi_data(here.ssid, here.password, "WPA"))
    return {"name": here.ssid, "password": here.password, "qr": joins}

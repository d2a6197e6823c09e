"""Refusals for people: where a browser wants a page, it gets a sentence in its language and a way on."""

from __future__ import annotations

from flask import Response, make_response, request

from companion.web import addresses
from companion.web.errors import Forbidden, UnknownName
from companion.web.hosting import hosting
from companion.web.pages import parts

FOR_PROGRAMS = ("/api/", "/static/", "/live", "/fragments", "/health")


def page(error: Exception, status: int) -> Response | None:
    """The page of an error; None where a program asks, not a person."""
    if request.method != "GET" or request.path.startswith(FOR_PROGRAMS):
        return None
    if "text/html" not in request.headers.get("Accept", ""):
        return None
    message, way = _said(error, status)
    return make_response(parts.page("refused.html", message=message, way=way), status)


def _said(error: Exception, status: int) -> tuple[str, str]:
    if isinstance(error, UnknownName):
        return "refused.name", _address()
    if isinstance(error, Forbidden):
        return "refused.network", ""
    return ("refused.missing" if status == 404 else "refused.other"), "/"


def _address() -> str:
    """This page by the address of the host instead of a name."""
    port = int(request.environ.get("SERVER_PORT") or 80)
    here = hosting()
    return addresses.url(here.settings.bind, port, here.address) + request.full_path.rstrip("?")

"""A program that speaks https in front of this host: what it says of its clients is believed if the owner says so."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


def believed(app: WSGIApplication, proxies: list[str]) -> WSGIApplication:
    """The same app, told the true address and scheme of what comes through one of these proxies.

    Anybody else may write into those headers what he likes: they have no effect.
    """
    if not proxies:
        return app
    told = ProxyFix(app, x_for=1, x_proto=1, x_host=0, x_port=0, x_prefix=0)

    def asked(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        ours = environ.get("REMOTE_ADDR") in proxies
        return told(environ, start) if ours else app(environ, start)

    return asked

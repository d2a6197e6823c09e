"""Addresses: where to bind, and under what address a phone reaches this machine."""

from __future__ import annotations

import errno
import socket
import time

from companion.web import networks

EVERY = ("0.0.0.0", "::")


def bind(host: str, port: int) -> str:
    """Host and port as gunicorn wants them."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def listen(host: str, port: int, patience_s: float = 4.0) -> socket.socket:
    """A listening socket; raises OSError when the address is none or the port stays taken.

    It may be taken for a moment: the worker of a killed host lives a little longer.
    """
    until = time.monotonic() + patience_s
    while True:
        try:
            return _listen(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() >= until:
                raise
            time.sleep(0.1)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(256)
    except (OSError, OverflowError):
        listener.close()
        raise
    listener.set_inheritable(True)
    return listener


def url(host: str, port: int, chosen: str = "") -> str:
    """The address for people: ``chosen`` by the owner, or of the own network where the host listens everywhere."""
    return urls(host, port, chosen)[0]


def urls(host: str, port: int, chosen: str = "") -> list[str]:
    """All addresses that may reach this host, the likeliest first; that of this machine where there is none."""
    shown = [chosen] if chosen else own() if host in EVERY else [host]
    return [f"http://{bind(each, port)}" for each in shown]


def local_url(host: str, port: int) -> str:
    """The address for programs on this machine."""
    return f"http://{bind('127.0.0.1' if host in EVERY else host, port)}"


def own() -> list[str]:
    """This machine's addresses in its networks; 127.0.0.1 where there is none."""
    return networks.usable(networks.found()) or ["127.0.0.1"]

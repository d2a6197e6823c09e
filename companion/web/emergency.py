"""Where the disk lets no table open: one page that says so and what to do, until there is room.

The page offers to delete the pictures, to whoever sits at the machine or holds the owner's token; as soon as the folder
can be written the server's worker ends, and the next one opens the table.
"""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flask import Flask, Response, jsonify, redirect, render_template, request

from companion.link.files import write
from companion.table import tokens
from companion.table.errors import StorageFailed, TableError
from companion.table.evidence import Evidence
from companion.table.seats import hashed
from companion.web import HEADERS
from companion.web.pages.unindented import Unindented
from companion.web.pages.words import LANGUAGES, Speaker, of_request

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
FIXED = (errno.EROFS, errno.EIO)
SAID = ("database or disk is full", "disk i/o error")
EVERY_S = 3.0
ROOM = 256 * 1024
TRIAL = ".room"
COOKIE = "dreimagier"


def kind_of(fault: BaseException | None) -> str | None:
    """``full`` or ``fixed`` (read-only, broken) where the disk itself is the cause; None for anything else."""
    while fault is not None:
        if isinstance(fault, OSError) and fault.errno in (*FULL, *FIXED):
            return "full" if fault.errno in FULL else "fixed"
        if isinstance(fault, sqlite3.Error):
            return "full" if str(fault).lower() in SAID else None
        fault = fault.__cause__ or fault.__context__
    return None


def create_app(folder: Path, fault: TableError, ended: Callable[[], None] | None = None) -> Flask:
    """The app of a host whose table cannot be opened.  ``ended`` is called when there is room again."""
    app = Flask("companion.web", static_folder="static", template_folder="templates")
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True, "extensions": [Unindented]}
    app.after_request(_headers)
    app.extensions["ticker"] = Watch(folder, ended or (lambda: os.kill(os.getpid(), signal.SIGTERM)))
    kind = kind_of(fault) or "full"

    @app.get("/health")
    def health() -> tuple[Response, int]:
        return jsonify(status="failed", error=str(fault)), 503

    @app.post("/pictures/delete")
    def delete() -> tuple[Any, int] | Any:
        if not _owner(folder):
            return jsonify(error="this needs the token of the host"), 403
        Evidence(folder).delete_all()
        return redirect("/", 303)

    @app.get("/", defaults={"path": ""})
    @app.get("/<path:path>")
    def page(path: str) -> tuple[str, int]:
        count, size = _pictures(folder)
        language = of_request()
        values = {"t": Speaker(language), "language": language, "languages": LANGUAGES, "theme": "auto", "kind": kind}
        return render_template(
            "emergency.html", count=count, size=size, owner=_owner(folder), fault=fault, **values
        ), 503

    return app


def _headers(response: Response) -> Response:
    for name, value in {**HEADERS, "Cache-Control": "no-store", "Refresh": "10"}.items():
        response.headers.setdefault(name, value)
    return response


class Watch:
    """Looks every few seconds whether the folder can be written again."""

    def __init__(self, folder: Path, ended: Callable[[], None]) -> None:
        self._folder = folder
        self._ended = ended
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="emergency", daemon=True)

    def start(self, _: Callable[[], bool]) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self) -> None:
        """Look no more."""
        self._stop.set()

    def _run(self) -> None:
        while not self._stop.wait(EVERY_S):
            if has_room(self._folder):
                self._ended()
                return


def has_room(folder: Path) -> bool:
    """Whether the folder takes as much as a table needs to open."""
    try:
        write(folder / TRIAL, bytes(ROOM))
    except OSError:
        return False
    finally:
        with contextlib.suppress(OSError):
            (folder / TRIAL).unlink(missing_ok=True)
    return True


def _pictures(folder: Path) -> tuple[int, int]:
    with contextlib.suppress(OSError, StorageFailed):
        return Evidence(folder).kept()
    return 0, 0


def _owner(folder: Path) -> bool:
    """Who sits at this machine, or holds the token of the host; another site's page does not."""
    if request.headers.get("Origin", request.host_url.rstrip("/")) != request.host_url.rstrip("/"):
        return False
    with contextlib.suppress(ValueError):
        if ipaddress.ip_address(request.remote_addr or "").is_loopback:
            return True
    try:
        known = hashed(tokens.path(folder, "host").read_text(encoding="utf-8-sig").strip())
    except (OSError, UnicodeError):
        return False
    return any(hashed(held) == known for held in request.cookies.get(COOKIE, "").split("."))

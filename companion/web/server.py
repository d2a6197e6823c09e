"""The host as a program: gunicorn with one worker of threads (``companion.web.worker``), started from here.

The arbiter only binds and watches; table, journal and app live in the worker, which the arbiter starts again when it
dies.  On SIGTERM the streams end by themselves within a second.
"""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.errors import AppImportError

from companion.games import GameError
from companion.settings import Settings
from companion.table.errors import TableError
from companion.web import addresses
from companion.web.roundtrip import goes_round
from companion.web.worker import THREADS, Worker

GRACE_S = 2
FAILED = (3, 4)


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn with our settings; ``make`` opens the table and makes the app, in the worker."""

    def __init__(self, listener: socket.socket, make: Callable[[], Flask], ready: Callable[[str, int], None]) -> None:
        self._listener, self._make, self._ready = listener, make, ready
        super().__init__()

    def load_config(self) -> None:
        """Settings that do not depend on the environment of the shell; nothing that a proxy says is believed."""
        for name, value in self._values().items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def _values(self) -> dict[str, Any]:
        memory = Path("/dev/shm")
        return {
            "bind": f"fd://{self._listener.fileno()}",
            "workers": 1,
            "threads": sum(THREADS.values()),
            "worker_class": Worker,
            "worker_connections": 600,
            "worker_tmp_dir": str(memory) if memory.is_dir() else None,
            "keepalive": 5,
            "graceful_timeout": GRACE_S,
            "timeout": 30,
            "forwarded_allow_ips": "",
            "secure_scheme_headers": {},
            "control_socket_disable": True,
            "loglevel": "warning",
            "proc_name": "dreimagier",
            "post_worker_init": self._started,
            "worker_exit": _stopped,
        }

    def load(self) -> Flask:
        """The app; whatever stands in its way becomes one clear line."""
        try:
            return self._make()
        except (TableError, GameError, OSError) as error:
            raise AppImportError(f"dreimagier: {error}") from error

    def _started(self, worker: Any) -> None:
        host, port = worker.sockets[0].getsockname()[:2]
        app = worker.app.callable
        app.extensions["ticker"].start(goes_round(host, port))
        settle()
        self._ready(host, port)


def settle() -> None:
    """What was made at the start stays for good: the collector need not look through it again.

    Every full collection over modules, templates and catalogues stopped all threads for some 25 ms, amid a tap.
    """
    gc.collect()
    gc.freeze()


def _stopped(_: Any, worker: Any) -> None:
    """The worker is done: close the table (a killed worker never gets here, and loses nothing)."""
    app = getattr(worker.app, "callable", None)
    if isinstance(app, Flask):
        app.extensions["ticker"].stop()
        if "dreimagier" in app.extensions:
            app.extensions["dreimagier"].table.close()


def serve(settings: Settings, make: Callable[[], Flask], ready: Callable[[str, int], None]) -> int:
    """Serve until a signal; returns the exit code (2: could not start)."""
    arbiter = os.getpid()
    logging.getLogger("gunicorn.error").addFilter(_worth_saying)
    try:
        listener = addresses.listen(settings.bind, settings.port)
    except OSError as error:
        fail(f"{addresses.bind(settings.bind, settings.port)} cannot be used: {error.strerror}; choose another --port")
        return 2
    try:
        Server(listener, make, ready).run()
    except SystemExit as stop:
        if os.getpid() != arbiter:
            raise  # a worker ends here too; its code tells the arbiter why
        code = stop.code if isinstance(stop.code, int) else 1
        return 2 if code in FAILED else code
    return 0


def _worth_saying(record: logging.LogRecord) -> bool:
    """Gunicorn's lines about a start that failed say nothing that our own line did not."""
    said = record.getMessage()
    return not said.startswith(("Shutting down: ", "Reason: ")) and not said.endswith("exited with code 4.")


class Bound(msgspec.Struct, frozen=True):
    """Where a running host is reached; kept in ``<data>/host.json`` for other commands on this machine."""

    url: str
    port: int
    pid: int


def announce(url: str) -> None:
    """The line that tells where the table is."""
    print(f"dreimagier: {url}", flush=True)


def fail(text: str) -> None:
    """One clear line."""
    print(f"dreimagier: {text}", file=sys.stderr, flush=True)

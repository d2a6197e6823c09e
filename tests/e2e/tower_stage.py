"""Tables of Die wandelnden Türme that stand at a position, served to a real browser from this process."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from werkzeug.serving import make_server

from companion.games import Json
from companion.games.tuerme.game import Tuerme
from companion.games.tuerme.notation import from_line
from companion.games.tuerme.position import Position
from companion.settings import Settings
from companion.table.table import Table
from companion.web import create_app
from tests.e2e.phone import context

NAMES = {"blue": "Thomas", "yellow": "Ute", "red": "Kevin", "green": "Lena", "orange": "Max", "violet": "Ida"}


class Staged(Tuerme):
    """The game, begun at a position instead of the set-up."""

    def __init__(self, position: Position) -> None:
        self.first = position

    def start(self, header: Json) -> Position:
        """There."""
        return self.first


@contextmanager
def staged(folder: Path, line: str | Position) -> Iterator[Stage]:
    """A table at a position, everybody seated; it is closed at the end."""
    position = from_line(line) if isinstance(line, str) else line
    header = position.setup.header()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "setup").mkdir(exist_ok=True)
    (folder / "setup" / "choices.json").write_text('{"begun": "2026-11-29"}')
    options = {key: header[key] for key in ("board", "seats", "start", "settings")}
    with served(Table(folder, Staged(position), options)) as stage:
        yield stage


@contextmanager
def served(table: Table) -> Iterator[Stage]:
    """A table and its server; both are closed at the end."""
    folder = table.folder
    app = create_app(table, Settings(data=str(folder)))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield Stage(table, f"http://127.0.0.1:{server.port}")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        table.close()


class Stage:
    """A served table, everybody seated."""

    def __init__(self, table: Table, url: str) -> None:
        self.table, self.url = table, url
        self.seats: tuple[str, ...] = tuple(table.course.position.setup.seats)

    def phone(self, browser: Browser, *seats: str, names: Mapping[str, str] = NAMES, **size: Any) -> Page:
        """A browser that holds these seats; with none a spectator's."""
        page = context(browser, **size).new_page()
        for seat in seats:
            told = {"code": self.table.code, "seat": seat, "name": names[seat]}
            answer = page.request.post(f"{self.url}/api/join", data=told)
            assert answer.ok, answer.text()
        return page

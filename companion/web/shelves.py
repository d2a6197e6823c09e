"""The shelf of a running host: its boards are part of the set-up."""

from __future__ import annotations

from pathlib import Path

from companion.table import boards
from companion.table.setup import BOARDS, TOML
from companion.web.hosting import Hosting
from companion.web.pages.shelf import KeptBoard, Shelf

DRAFTS = "drafts"


class HostShelf(Shelf):
    """See ``Shelf``."""

    def __init__(self, here: Hosting) -> None:
        self._here = here

    def boards(self) -> list[KeptBoard]:
        """All of them, by name."""
        setup = self._here.setup
        now = (setup.board() or ("", ""))[0]
        found = {name: setup.get(BOARDS + name + TOML) for name in setup.boards()}
        return [KeptBoard(name, text.decode(), name == now) for name, text in found.items() if text is not None]

    def keep_board(self, toml: str) -> str:
        """Keep one under its own name."""
        return boards.keep(self._here.setup, self._here.table.game, toml)

    def choose_board(self, name: str | None) -> None:
        """Play new games on it."""
        self._here.setup.choose_board(name)

    def drop_board(self, name: str) -> None:
        """Take it away."""
        boards.drop(self._here.setup, name)

    @property
    def folder(self) -> Path:
        """Where drafts lie."""
        return self._here.table.folder / DRAFTS / self._here.table.game.name

    def under_way(self) -> bool:
        """Whether something was played."""
        return bool(self._here.table.course.line)

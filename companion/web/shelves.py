"""The shelf of a running host: the boards of the game on the table are part of the set-up."""

from __future__ import annotations

from pathlib import Path

from companion.table import boards
from companion.web.hosting import Hosting
from companion.web.pages.shelf import KeptBoard, Shelf

DRAFTS = "drafts"


class HostShelf(Shelf):
    """See ``Shelf``."""

    def __init__(self, here: Hosting) -> None:
        self._here = here

    def boards(self) -> list[KeptBoard]:
        """All of them, by name."""
        setup, game = self._here.setup, self._here.table.game
        now = (boards.chosen(setup, game) or ("", ""))[0]
        return [KeptBoard(name, text, name == now) for name, text in sorted(boards.of(setup, game).items())]

    def keep_board(self, toml: str) -> str:
        """Keep one under its own name."""
        return boards.keep(self._here.setup, self._here.table.game, toml)

    def choose_board(self, name: str | None) -> None:
        """Play new games on it."""
        boards.choose(self._here.setup, self._here.table.game, name)

    def drop_board(self, name: str) -> None:
        """Take it away."""
        boards.drop(self._here.setup, self._here.table.game, name)

    @property
    def folder(self) -> Path:
        """Where drafts lie."""
        return self._here.table.folder / DRAFTS / self._here.table.game.name

    def under_way(self) -> bool:
        """Whether something was played."""
        return bool(self._here.table.course.line)

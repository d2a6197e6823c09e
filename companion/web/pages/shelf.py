"""What a game's face may keep on this host: boards of one's own, and a folder for drafts of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path

import msgspec


class KeptBoard(msgspec.Struct, frozen=True):
    """A board of one's own: what its file is called, its text; ``now``: new games are played on it."""

    name: str
    toml: str
    now: bool


class Shelf(ABC):
    """The boards of a host.  Every method may raise what a full disk does (``StorageFailed``)."""

    @abstractmethod
    def boards(self) -> list[KeptBoard]:
        """All of them, by name."""

    @abstractmethod
    def keep_board(self, toml: str) -> str:
        """Keep one under its own name; returns that name.  Raises games.Invalid with all faults."""

    @abstractmethod
    def choose_board(self, name: str | None) -> None:
        """Play new games on it; None: as the game has it."""

    @abstractmethod
    def drop_board(self, name: str) -> None:
        """Take it away."""

    @property
    @abstractmethod
    def folder(self) -> Path:
        """Where drafts of this game lie; it need not exist."""

    @abstractmethod
    def under_way(self) -> bool:
        """Whether the game on the table has more than begun."""

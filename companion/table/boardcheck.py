"""Check the board: after a restart each position that the table believes in glows in turn.

It concerns the wooden board only, so nothing of it is kept: the check lapses as soon as the game goes on.  A game that
has pieces on a board tells them with ``pieces(position)``; a game without is never checked.
"""

from __future__ import annotations

import threading
from typing import Any

import msgspec

from companion.games import Game, Json
from companion.table.course import Course
from companion.table.installed import Installed


class Progress(msgspec.Struct, frozen=True):
    """How far a check is: ``at`` is the piece that glows (None: only offered), ``wrong`` those that stood wrongly."""

    position: Any
    at: int | None = None
    wrong: tuple[int, ...] = ()


class BoardCheck:
    """The check of one host.  Thread-safe."""

    def __init__(self, games: Installed, course: Course) -> None:
        self._games = games
        self._lock = threading.Lock()
        offered = bool(course.line) and bool(course.questions) and bool(pieces(games.of(course), course))
        self._progress = Progress(course.position) if offered else None

    def progress(self, course: Course) -> Progress | None:
        """The open check; None when there is none or the game has gone on."""
        with self._lock:
            found = self._progress
        return found if found is not None and found.position is course.position else None

    def step(self, course: Course, at: int | None, wrong: tuple[int, ...]) -> None:
        """Let piece ``at`` glow; None ends the check."""
        count = len(pieces(self._games.of(course), course))
        fits = at is not None and 0 <= at <= count
        marked = tuple(sorted({number for number in wrong if 0 <= number < count}))
        with self._lock:
            self._progress = Progress(course.position, at, marked) if fits and count else None

    def told(self, course: Course) -> Json | None:
        """What the pages are told."""
        found = self.progress(course)
        if found is None:
            return None
        return {"at": found.at, "wrong": list(found.wrong), "pieces": pieces(self._games.of(course), course)}

    def glowing(self, course: Course) -> str | None:
        """The node that glows just now."""
        found = self.progress(course)
        if found is None or found.at is None:
            return None
        standing = pieces(self._games.of(course), course)
        return str(standing[found.at]["node"]) if found.at < len(standing) else None


def pieces(game: Game[Any], course: Course) -> list[Json]:
    """The pieces on the board: each with ``node`` and what else the game tells of it."""
    return [] if course.position is None else list(game.pieces(course.position))

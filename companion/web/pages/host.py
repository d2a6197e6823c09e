"""What the pages need of the host, asked within a request or a stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flask import current_app

from companion.games import Json
from companion.web.pages.face import Face
from companion.web.pages.shelf import Shelf

KEY = "pages"
SHOWN = "face"
"""The face of another game than the one on the table, for as long as a page of it is drawn (``flask.g``)."""


class Host(NamedTuple):
    """``seats()`` are the seats that this browser holds, in playing order (none: a spectator).

    ``state(seat)`` is the state JSON for one of them, or for a spectator with None; ``header()`` is the header of the
    game on the table (its board); ``address()`` is where phones reach this host, without a path; ``face`` is that of
    the game (of a game of the archive while that is shown), and ``order()`` are all its seats; ``shelf`` keeps what the
    face wants to be kept; ``face_of(name)`` is that of any game.
    """

    seats: Callable[[], tuple[str, ...]]
    state: Callable[[str | None], Json]
    header: Callable[[], Json]
    address: Callable[[], str]
    order: Callable[[], tuple[str, ...]]
    shown: Callable[[], Face]
    shelf: Shelf
    face_of: Callable[[str], Face]

    @property
    def face(self) -> Face:
        """The face of the game that is shown."""
        return self.shown()


def host() -> Host:
    """The host of the present app."""
    found: Host = current_app.extensions[KEY]
    return found

"""How long a game may last, by its header: so many games play themselves, and their turns are counted.

One thread plays them one after the other and rests as long as each took, so that whoever plays at the table notices
nothing.  What was counted is kept for the ``KEPT`` headers that were asked for last.
"""

from __future__ import annotations

import random
import threading
import time
from collections import OrderedDict

import msgspec

from companion.games import Json
from companion.table.installed import Installed

GAMES = 60
"""The mean of so many is sure to a tenth or so."""
KEPT = 64
LEAST, MOST = 0.1, 0.9
"""Of ten games one is shorter, and one longer, than what is told."""


class Length(msgspec.Struct, frozen=True):
    """Turns of a game: the mean, and what only one game of ten stays below or goes beyond; ``games`` were played."""

    games: int
    of: int
    turns: int = 0
    least: int = 0
    most: int = 0


class Lengths:
    """The lengths of games under many headers.  Thread-safe."""

    def __init__(self, games: Installed) -> None:
        self._games = games
        self._lock = threading.Lock()
        self._known: OrderedDict[bytes, list[int]] = OrderedDict()
        self._wanted: bytes | None = None
        self._thread: threading.Thread | None = None

    def of(self, header: Json) -> Length | None:
        """What is known so far; asking makes it be played on.  None where this game cannot play itself."""
        if not self._games.under(header).rehearses:
            return None
        key = msgspec.json.encode(header, order="sorted")
        with self._lock:
            found = self._known.setdefault(key, [])
            self._known.move_to_end(key)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
            if len(found) < GAMES:
                self._want(key)
            return told(found)

    def _want(self, key: bytes) -> None:
        self._wanted = key
        if self._thread is None:
            self._thread = threading.Thread(target=self._play, name="lengths", daemon=True)
            self._thread.start()

    def _play(self) -> None:
        while (key := self._next()) is not None:
            began = time.perf_counter()
            self._one(key)
            time.sleep(time.perf_counter() - began)

    def _next(self) -> bytes | None:
        """Whose turn it is; None, and the thread is over, when nothing is left to play of what was asked for last."""
        with self._lock:
            key = self._wanted
            if key is not None and len(self._known.get(key, ())) < GAMES and key in self._known:
                return key
            self._wanted = self._thread = None
            return None

    def _one(self, key: bytes) -> None:
        """One game more; the same header gives the same games."""
        number = len(self._known.get(key, ()))
        header = msgspec.json.decode(key)
        turns = self._games.under(header).rehearse(header, random.Random(number).randrange)
        with self._lock:
            if key in self._known:
                self._known[key].append(turns)


def told(turns: list[int]) -> Length:
    """The length that these games tell."""
    if not turns:
        return Length(0, GAMES)
    by_length = sorted(turns)
    least, most = (by_length[round(share * (len(turns) - 1))] for share in (LEAST, MOST))
    return Length(len(turns), GAMES, round(sum(turns) / len(turns)), least, most)

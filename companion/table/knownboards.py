"""The boards that a new game can be played on besides those of the game itself.

They are those that people keep in the set-up, and those of the games in the archive and on the table.  A board is the
text of its file, known by the hash of it; a client chooses one by ``{"hash": ..}``, the text never leaves the host.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.games import Fault, Game, GameError, Invalid, Json
from companion.table import boards
from companion.table.archive import Kept
from companion.table.errors import StorageFailed
from companion.table.setup import Setup

MOST = 20
"""So many are offered: those that are kept, then those that were played on last."""


class KnownBoard(msgspec.Struct, frozen=True):
    """A board by its own name; ``kept`` in the set-up, ``played`` last (the clock).

    ``now``: a new game is on it by itself.
    """

    name: str
    hash: str
    toml: str
    kept: bool = False
    played: int | None = None
    now: bool = False


def known(game: Game[Any], header: Json, setup: Setup, archived: Iterable[Kept]) -> list[KnownBoard]:
    """Each board once: the one on the table, those that are kept, those of the archive, the last played first."""
    found: dict[str, KnownBoard] = {}
    for board in [*_of(header, now=True), *_kept(game, setup), *_played(game, archived)]:
        before = found.get(board.hash)
        found[board.hash] = board if before is None else _merged(before, board)
    return list(found.values())[:MOST]


def resolved(options: Json, boards: Iterable[KnownBoard]) -> Json:
    """Options whose board stands there with its text.  Raises Invalid for a hash that nobody knows."""
    wanted = options.get("board")
    if not isinstance(wanted, dict) or set(wanted) != {"hash"}:
        return options
    board = next((each for each in boards if each.hash == wanted["hash"]), None)
    if board is None:
        raise Invalid("the board", [Fault("board.hash", "is that of no board that is known here")])
    return {**options, "board": {"toml": board.toml}}


def _merged(one: KnownBoard, other: KnownBoard) -> KnownBoard:
    kept, played = one.kept or other.kept, max(one.played or 0, other.played or 0) or None
    return msgspec.structs.replace(one, kept=kept, played=played)


def _of(header: Json, **more: Any) -> list[KnownBoard]:
    """The board of a header, none where its game is played without."""
    board = header.get("board")
    if not isinstance(board, dict) or not all(isinstance(board.get(key), str) for key in ("name", "hash", "toml")):
        return []
    return [KnownBoard(board["name"], board["hash"], board["toml"], **more)]


def _kept(game: Game[Any], setup: Setup) -> list[KnownBoard]:
    """Those of the set-up that can be used."""
    try:
        texts = boards.of(setup, game).values()
    except StorageFailed:
        return []
    return [board for text in texts for board in _read(game, text)]


def _read(game: Game[Any], toml: str) -> list[KnownBoard]:
    try:
        return _of(game.header({"board": {"toml": toml}}), kept=True)
    except GameError:
        return []


def _played(game: Game[Any], archived: Iterable[Kept]) -> list[KnownBoard]:
    """Those of past games that the rules of today can still use."""
    found: dict[str, KnownBoard] = {}
    for past in archived:
        for board in _of(past.header, played=past.when or None) if past.game == game.name else ():
            found.setdefault(board.hash, board)
    return [board for board in found.values() if _usable(game, board)]


def _usable(game: Game[Any], board: KnownBoard) -> bool:
    try:
        return _of(game.header({"board": {"toml": board.toml}}))[0].hash == board.hash
    except (GameError, LookupError):
        return False

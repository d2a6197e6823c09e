"""The table's board: one of one's own, kept in the set-up, on which every new game is played until another is chosen.

A game that began on another board makes that one the table's; a game that was brought in from elsewhere does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from companion.games import Fault, Game, GameError, Invalid, Json
from companion.table.errors import Denied, StorageFailed
from companion.table.setup import BOARDS, TOML, Check, Setup
from companion.table.table import Table

OWN_HEADERS = ("new", "evening")
"""How a game begins that people here have chosen."""
LONGEST_NAME = 60


def checked(games: Callable[[], Iterable[Game[Any]]]) -> Check:
    """Raises ValueError for what is a board of none of these games."""

    def check(content: bytes) -> None:
        text, faults = content.decode("utf-8"), list[Invalid]()
        for game in games():
            try:
                header_of(game, text)
                return
            except Invalid as fault:
                faults.append(fault)
        raise max(faults, key=lambda fault: len(fault.faults))

    return check


def header_of(game: Game[Any], toml: str) -> Json:
    """The header of a game on this board.  Raises games.Invalid with all faults."""
    header = game.header({"board": {"toml": toml}})
    if not isinstance(header.get("board"), dict):
        raise Invalid("the board", [Fault("board", "this game is played on none of one's own")])
    return header


def chooser(setup: Setup) -> Callable[[Json], Json]:
    """What makes the options of a new game whole: the table's board, or the kept one that is named."""

    def chosen(options: Json) -> Json:
        named = options.get("board")
        if named is None:
            found = setup.board()
            return options if found is None else {**options, "board": {"toml": found[1]}}
        content = setup.get(BOARDS + named + TOML) if named in setup.boards() else None
        return options if content is None else {**options, "board": {"toml": content.decode("utf-8")}}

    return chosen


def keep(setup: Setup, game: Game[Any], toml: str) -> str:
    """Keep a board under its own name, instead of one of that name; returns where.

    Raises games.Invalid with all faults, Denied, StorageFailed.
    """
    name = file_name(str(header_of(game, toml)["board"]["name"]))
    setup.put(BOARDS + name + TOML, toml.encode("utf-8"))
    return name


def file_name(name: str) -> str:
    """A board's name as a file may be called."""
    plain = re.sub(r"[^\w .'()-]+|^[\W_]+", "", name)[:LONGEST_NAME].strip()
    return plain or "board"


def drop(setup: Setup, name: str) -> None:
    """Take a board away; where it was the table's, none is.  Raises Denied, StorageFailed."""
    found = setup.board()
    if found is not None and found[0] == name:
        setup.choose_board(None)
    setup.put(BOARDS + name + TOML, None)


def follow(setup: Setup, table: Table) -> None:
    """The board of a game that has just begun here is the table's from now on.  Raises StorageFailed."""
    begun, board = table.entries[0], table.course.header.get("board")
    if begun.kind != "game" or begun.body.get("how") not in OWN_HEADERS or not isinstance(board, dict):
        return
    kept = {(setup.get(BOARDS + name + TOML) or b"").decode("utf-8", "replace"): name for name in setup.boards()}
    name, now = kept.get(board.get("toml", "")), setup.board()
    if name != (None if now is None else now[0]):
        setup.choose_board(name)


def first_options(folder: Path, game: Game[Any], options: Json) -> Json:
    """The options of the first game in a folder: its board where nothing else is said and it can be used."""
    try:
        whole = chooser(Setup(folder))(options)
        game.header(whole)
        return whole
    except (GameError, Denied, StorageFailed):
        return options

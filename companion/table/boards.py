"""The table's board of a game: one of one's own, kept in the set-up, on which each new one is played until another is
chosen.  Boards belong to a game; no other one is played on them.

A game that began on another board makes that one the table's; a game that was brought in from elsewhere does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from companion.games import Fault, Game, GameError, Invalid, Json
from companion.table.errors import Denied, StorageFailed
from companion.table.sentences import reason
from companion.table.setup import Check, Setup, board_part, chosen_part
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


def of(setup: Setup, game: Game[Any]) -> dict[str, str]:
    """The boards of one's own for this game, name to text.  Raises StorageFailed.

    Older programs kept them for no game in particular: such a one is there where this game can use it.
    """
    found = {name: text for name in setup.boards() if _usable(game, text := _text(setup, name))}
    return found | {name: _text(setup, name, game.name) for name in setup.boards(game.name)}


def _text(setup: Setup, name: str, game: str = "") -> str:
    return (setup.get(board_part(name, game)) or b"").decode("utf-8", "replace")


def _usable(game: Game[Any], toml: str) -> bool:
    try:
        header_of(game, toml)
        return True
    except Invalid:
        return False


def chosen(setup: Setup, game: Game[Any]) -> tuple[str, str] | None:
    """Name and text of the board that new games of this are played on; None: as it has it.  Raises StorageFailed."""
    name = setup.chosen_board(game.name) or setup.chosen_board()
    text = of(setup, game).get(name) if name else None
    return None if text is None else (name, text)


def choose(setup: Setup, game: Game[Any], name: str | None) -> None:
    """Play new games of this on one of its own boards, or with None as it has it.  Raises Denied, StorageFailed."""
    own = of(setup, game)
    if name is not None and name not in own:
        raise Denied(reason("setup.board.none", name=name[:60]))
    setup.put(chosen_part(game.name), None if name is None else name.encode() + b"\n")
    if setup.chosen_board() in own:
        setup.put(chosen_part(), None)


def chooser(setup: Setup) -> Callable[[Game[Any], Json], Json]:
    """What makes the options of a new game whole: on the table's board for that game, where nothing else is said."""

    def whole(game: Game[Any], options: Json) -> Json:
        named = options.get("board")
        found = chosen(setup, game) if named is None else None
        text = of(setup, game).get(named) if isinstance(named, str) else found and found[1]
        return {**options, "board": {"toml": text}} if text else options

    return whole


def keep(setup: Setup, game: Game[Any], toml: str) -> str:
    """Keep a board of a game under its own name, instead of one of that name; returns where.

    Raises games.Invalid with all faults, Denied, StorageFailed.
    """
    name = file_name(str(header_of(game, toml)["board"]["name"]))
    setup.put(board_part(name, game.name), toml.encode("utf-8"))
    return name


def file_name(name: str) -> str:
    """A board's name as a file may be called."""
    plain = re.sub(r"[^\w .'()-]+|^[\W_]+", "", name)[:LONGEST_NAME].strip()
    return plain or "board"


def drop(setup: Setup, game: Game[Any], name: str) -> None:
    """Take a board of a game away; where it was the table's, none is.  Raises Denied, StorageFailed."""
    found = chosen(setup, game)
    if found is not None and found[0] == name:
        choose(setup, game, None)
    if name in setup.boards() and _usable(game, _text(setup, name)):
        setup.put(board_part(name), None)
    setup.put(board_part(name, game.name), None)


def follow(setup: Setup, table: Table) -> None:
    """The board of a game that has just begun here is the table's for it from now on.  Raises StorageFailed."""
    begun, board, game = table.entries[0], table.course.header.get("board"), table.game
    if begun.kind != "game" or begun.body.get("how") not in OWN_HEADERS or not isinstance(board, dict):
        return
    kept, now = {text: name for name, text in of(setup, game).items()}, chosen(setup, game)
    name = kept.get(board.get("toml", ""))
    if name != (None if now is None else now[0]):
        choose(setup, game, name)


def first_options(folder: Path, game: Game[Any], options: Json) -> Json:
    """The options of the first game in a folder: its board where nothing else is said and it can be used."""
    try:
        whole = chooser(Setup(folder))(game, options)
        game.header(whole)
        return whole
    except (GameError, Denied, StorageFailed):
        return options

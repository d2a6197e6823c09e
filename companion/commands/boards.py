"""The board that ``--board`` or the settings name: a file, or a board that comes with the game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.games import Fault, Game, Invalid, Json
from companion.settings import Settings

LARGEST = 256 * 1024


def named(settings: Settings, game: Game[Any]) -> Json | None:
    """The board as the header of a game has it, None where none is named.  Raises games.Invalid with every fault."""
    if not settings.board:
        return None
    path = settings.folder / Path(settings.board).expanduser()
    given: Any = {"toml": _text(path)} if _is_file(settings.board, path) else settings.board
    board: Json = game.header({"board": given})["board"]
    return board


def _is_file(given: str, path: Path) -> bool:
    return path.is_file() or given.endswith(".toml") or "/" in given


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST).removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(f"the board file {path}", [Fault("board", f"cannot be read: {error}")]) from None


def adopt(here: Any, board: Json, insist: bool, say: Callable[[str], None]) -> None:
    """Make it the table's board: always where somebody has just said so, else when its text is new.

    What a sound file may still have forgotten is told.
    """
    from companion.table import boards

    known = {each.encode() for each in _kept(here)}
    if insist or board["toml"].encode() not in known:
        game = here.table.game
        boards.choose(here.setup, game, boards.keep(here.setup, game, board["toml"]))
        if here.table.course.header.get("board") != board:
            say(f"the next new game is played on the board {board['name']}; the one under way keeps its own")
    for fault in here.table.game.advice({"board": board}):
        say(f"the board {board['name']}: {fault.where}: {fault.text}")


def _kept(here: Any) -> list[str]:
    from companion.web.shelves import HostShelf

    return [each.toml for each in HostShelf(here).boards()]

"""Games by name: each is one package beside this module with a ``GAME``."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Any

from companion import games
from companion.games import Fault, Game, Invalid


def names() -> tuple[str, ...]:
    """The games that are installed."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg))


def usual() -> str:
    """The game of a fresh table where none was chosen: the first."""
    return names()[0]


def find(name: str) -> Game[Any]:
    """The game of this name; raises Invalid that lists the names there are."""
    if name not in names():
        raise Invalid("the game", [Fault("game", f"one of {', '.join(names())}, not {name!r}")])
    game: Game[Any] = importlib.import_module(f"companion.games.{name}").GAME
    return game

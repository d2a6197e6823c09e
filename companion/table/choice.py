"""Which game a data folder is opened with: the one that its record names, else the one that was chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.games import Game, registry
from companion.table import salvage


def game_for(folder: Path, chosen: str = "") -> Game[Any]:
    """The game of a folder; ``chosen`` is that of a fresh one, since another game is begun at the table.

    Raises games.Invalid for a game that is not installed.
    """
    return registry.find(salvage.game_of(folder) or chosen or registry.usual())

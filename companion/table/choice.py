"""Which game a data folder is opened with: the one that was chosen, else the one that its record names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.games import Game, registry
from companion.table import salvage


def game_for(folder: Path, chosen: str = "") -> Game[Any]:
    """The game of a folder; one that was chosen (and is not there) is refused when the table opens.

    Raises games.Invalid for a game that is not installed.
    """
    return registry.find(chosen or salvage.game_of(folder) or registry.usual())

"""The real command with games that are added: ``python -m tests.e2e.added FOLDER host ..``.

FOLDER holds packages as the product does: rules in ``games/NAME``, and where the game has one a face in ``faces/NAME``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import companion.games
import companion.web.games
from companion.cli import main


def add(folder: Path) -> None:
    """Let the product find the games of a folder."""
    companion.games.__path__.append(str(folder / "games"))
    companion.web.games.__path__.append(str(folder / "faces"))


if __name__ == "__main__":
    add(Path(sys.argv.pop(1)))
    main()

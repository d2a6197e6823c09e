"""Which lamp of the strip shines under which node: taught on the set-up page, kept beside the journal.

The file is ``lamps.json`` in the data folder, ``{node: [lamp, ..]}``; without it the numbers of the board file hold.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.table import files
from companion.table.errors import Unreadable

NAME = "lamps.json"
LAMPS_AT_MOST = 600


def load(folder: Path) -> dict[str, list[int]] | None:
    """The taught map; None where there is none or it cannot be read."""
    try:
        return msgspec.json.decode((folder / NAME).read_bytes(), type=dict[str, list[int]])
    except (OSError, msgspec.MsgspecError):
        return None


def save(folder: Path, lamps: dict[str, list[int]], nodes: set[str]) -> None:
    """Keep a map of the board's nodes.  Raises Unreadable (a lamp twice, no such node or number), StorageFailed."""
    used = [number for numbers in lamps.values() for number in numbers]
    if unknown := sorted(set(lamps) - nodes):
        raise Unreadable(f"lamps: the board has no node named {', '.join(unknown[:3])}")
    if len(used) != len(set(used)) or any(not 0 <= number < LAMPS_AT_MOST for number in used):
        raise Unreadable(f"lamps: every number once, from 0 to {LAMPS_AT_MOST - 1}")
    files.write(folder / NAME, msgspec.json.encode(lamps, order="sorted"))

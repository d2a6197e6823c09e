"""Which lamp of the strip shines under which node: taught on the set-up page, kept beside the journal.

The file is ``lamps.json`` in the data folder, ``{node: [lamp, ..]}``; without it the numbers of the board file hold.
"""

from __future__ import annotations

import codecs
import contextlib
from pathlib import Path

import msgspec

from companion.table import files
from companion.table.entries import Draft
from companion.table.errors import Damaged, StorageFailed, Unreadable
from companion.table.table import Table

NAME = "lamps.json"
LAMPS_AT_MOST = 600


def load(folder: Path) -> dict[str, list[int]] | None:
    """The taught map, None where there is none; raises Damaged."""
    try:
        content = (folder / NAME).read_bytes().removeprefix(codecs.BOM_UTF8)
        return msgspec.json.decode(content, type=dict[str, list[int]])
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError) as error:
        raise Damaged(f"the lamp map {folder / NAME} cannot be read ({error})") from error


def taught(table: Table) -> dict[str, list[int]] | None:
    """The map of a table; a damaged one is set aside and told, and the board file's numbers hold."""
    try:
        return load(table.folder)
    except Damaged as error:
        fault = str(error)
    with contextlib.suppress(OSError, StorageFailed):
        aside = files.set_aside(table.folder / NAME).name
        table.write(lambda _: [Draft("note", {"type": "lamps", "aside": aside, "fault": fault})])
    return None


def save(folder: Path, lamps: dict[str, list[int]], nodes: set[str]) -> None:
    """Keep a map of the board's nodes.  Raises Unreadable (a lamp twice, no such node or number), StorageFailed."""
    used = [number for numbers in lamps.values() for number in numbers]
    if unknown := sorted(set(lamps) - nodes):
        raise Unreadable(f"lamps: the board has no node named {', '.join(unknown[:3])}")
    if len(used) != len(set(used)) or any(not 0 <= number < LAMPS_AT_MOST for number in used):
        raise Unreadable(f"lamps: every number once, from 0 to {LAMPS_AT_MOST - 1}")
    files.write(folder / NAME, msgspec.json.encode(lamps, order="sorted"))

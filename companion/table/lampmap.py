"""Which lamp of the strip shines under which node: taught on the set-up page, part of the set-up (``lamps.json``).

The file is ``{node: [lamp, ..]}``; without it the numbers of the board file hold.
"""

from __future__ import annotations

import msgspec

from companion.table.errors import StorageFailed, Unreadable
from companion.table.setup import LAMPS, Setup

LAMPS_AT_MOST = 600


def check(content: bytes) -> None:
    """Raises ValueError for what is no lamp map: a lamp twice, a number out of range."""
    lamps = msgspec.json.decode(content, type=dict[str, list[int]])
    used = [number for numbers in lamps.values() for number in numbers]
    if len(used) != len(set(used)) or any(not 0 <= number < LAMPS_AT_MOST for number in used):
        raise Unreadable(f"lamps: every number once, from 0 to {LAMPS_AT_MOST - 1}")


def taught(setup: Setup) -> dict[str, list[int]] | None:
    """The taught map, None where there is none that can be used."""
    try:
        content = setup.get(LAMPS)
        return None if content is None else msgspec.json.decode(content, type=dict[str, list[int]])
    except (StorageFailed, msgspec.MsgspecError):
        return None


def save(setup: Setup, lamps: dict[str, list[int]], nodes: set[str]) -> None:
    """Keep a map of the board's nodes.  Raises Unreadable (a lamp twice, no such node or number), StorageFailed."""
    if unknown := sorted(set(lamps) - nodes):
        raise Unreadable(f"lamps: the board has no node named {', '.join(unknown[:3])}")
    content = msgspec.json.encode(lamps, order="sorted")
    check(content)
    setup.put(LAMPS, content)

"""Which lamp of the strip shines under which node: taught on the set-up page, part of the set-up.

Each game has its own (``lamps.GAME.json``); one of an older program (``lamps.json``) is that of the game whose board
has nodes of it.  The file is ``{node: [lamp, ..]}``; without it the numbers of the board file hold.  What was found so
far, and which lamps shine under no node, is remembered among the choices (``lampmap.GAME``), so that a map is gone on
with on any phone.
"""

from __future__ import annotations

import msgspec

from companion.table.errors import StorageFailed, Unreadable
from companion.table.setup import LAMPS, Setup, lamps_part

LAMPS_AT_MOST = 600
DRAFT = "lampmap"
"""Its name among the choices, that of the game behind it."""


def check(content: bytes) -> None:
    """Raises ValueError for what is no lamp map: a lamp twice, a number out of range."""
    lamps = msgspec.json.decode(content, type=dict[str, list[int]])
    used = [number for numbers in lamps.values() for number in numbers]
    if len(used) != len(set(used)) or any(not 0 <= number < LAMPS_AT_MOST for number in used):
        raise Unreadable(f"lamps: every number once, from 0 to {LAMPS_AT_MOST - 1}")


def taught(setup: Setup, game: str, nodes: set[str]) -> dict[str, list[int]] | None:
    """The taught map of a game with these nodes, None where there is none that can be used."""
    own = _read(setup, lamps_part(game))
    if own is not None:
        return own
    older = _read(setup, LAMPS)
    return older if older and nodes & older.keys() else None


def _read(setup: Setup, part: str) -> dict[str, list[int]] | None:
    try:
        content = setup.get(part)
        return None if content is None else msgspec.json.decode(content, type=dict[str, list[int]])
    except (StorageFailed, msgspec.MsgspecError):
        return None


class Draft(msgspec.Struct, frozen=True):
    """A map under way: the lamps found, those that shine under no node, and the lamp that is next."""

    lamps: dict[str, list[int]] = {}
    spare: list[int] = []
    at: int = 0


def draft(setup: Setup, game: str, nodes: set[str]) -> Draft:
    """What was found so far for these nodes; where nothing was, the taught map, to be completed."""
    found = _begun(setup, f"{DRAFT}.{game}") or _begun(setup, DRAFT) or Draft()
    if found.lamps and not nodes & found.lamps.keys():
        found = Draft()  # an older program's, of another game
    lamps = found.lamps or taught(setup, game, nodes) or {}
    known = {node: numbers for node, numbers in lamps.items() if node in nodes}
    used = [number for numbers in known.values() for number in numbers] + found.spare
    return Draft(known, found.spare, found.at or max(used, default=-1) + 1)


def _begun(setup: Setup, choice: str) -> Draft | None:
    try:
        return msgspec.convert(setup.choices().get(choice), Draft | None)
    except msgspec.ValidationError:
        return None


def keep_draft(setup: Setup, game: str, lamps: dict[str, list[int]], spare: list[int], at: int) -> None:
    """Remember a map under way.  Raises Unreadable, StorageFailed."""
    check(msgspec.json.encode({**lamps, "": spare}))
    if not 0 <= at <= LAMPS_AT_MOST:
        raise Unreadable(f"at: from 0 to {LAMPS_AT_MOST}")
    setup.choose(**{f"{DRAFT}.{game}": msgspec.to_builtins(Draft(lamps, spare, at))})


def save(setup: Setup, game: str, lamps: dict[str, list[int]], nodes: set[str]) -> None:
    """Keep a map of the board's nodes.  Raises Unreadable (a lamp twice, no such node or number), StorageFailed."""
    if unknown := sorted(set(lamps) - nodes):
        raise Unreadable(f"lamps: the board has no node named {', '.join(unknown[:3])}")
    content = msgspec.json.encode(lamps, order="sorted")
    check(content)
    setup.put(lamps_part(game), content)

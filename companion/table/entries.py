"""What the journal holds: entries with sequence numbers, chained by a check sum.

What the entries of each kind say stands in ``companion.table.bodies``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from companion.games import Json

FIRST_CHECK = "0" * 32


class Draft(msgspec.Struct, frozen=True):
    """An entry that is not yet written: no sequence number."""

    kind: str
    body: Json


class Origin(msgspec.Struct, frozen=True):
    """Whose request an entry is: ``actor`` (seat, ``vision``, ..), its request id, and a digest of what it said."""

    actor: str
    request: str
    digest: str


class Entry(msgspec.Struct, frozen=True):
    """One fact of the journal.  ``check`` chains it to the entry before."""

    seq: int
    kind: str
    body: Json
    check: str
    origin: Origin | None = None


class Base(msgspec.Struct, frozen=True):
    """Where a run of entries begins: number and check sum of the entry before it, and who held the seats then.

    ``seats`` maps a seat to ``{"name": .., "hash": ..}``; ``quiet`` is that of a ``Course``.
    """

    seq: int = 0
    check: str = FIRST_CHECK
    seats: dict[str, Json] = {}
    quiet: dict[str, int] = {}


def digest(message: Any) -> str:
    """A short digest of a message, to tell a repeated request from another one with the same id."""
    return hashlib.sha256(msgspec.json.encode(message, order="sorted")).hexdigest()[:32]


def check(before: str, seq: int, kind: str, body: str) -> str:
    """The check sum of an entry that follows one with the check sum ``before``."""
    return hashlib.sha256(f"{before}\n{seq}\n{kind}\n{body}".encode()).hexdigest()[:32]


def body_text(body: Json) -> str:
    """A body as it is stored: JSON with sorted keys."""
    return msgspec.json.encode(body, order="sorted").decode()


def chained(drafts: Iterable[Draft], seq: int, before: str, origin: Origin | None) -> list[Entry]:
    """Entries that follow entry ``seq`` with check sum ``before``; the first one carries the origin."""
    entries: list[Entry] = []
    for draft in drafts:
        seq += 1
        before = check(before, seq, draft.kind, body_text(draft.body))
        entries.append(Entry(seq, draft.kind, draft.body, before, None if entries else origin))
    return entries

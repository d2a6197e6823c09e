"""What the journal holds: entries with sequence numbers, chained by a check sum.

Kinds and their bodies (JSON):

``game``        ``{"header": .., "how": "new"|"import"}``: a game begins, all before is past.
``action``      ``{"action": .., "seat": .., "source": .., "picture": hash|null}``; sources are ``camera``,
                ``hand``, ``simulated``, ``import`` and ``table`` (a forced step that the table played by itself);
                ``"corrected": true`` marks a throw that was put right.
``undo``        ``{"to": seq, "by": seat, "consent": [seats]}``: every action after entry ``to`` is void.
``correction``  ``{"type": "correction"|"dispute", "entry": seq, "action": ..|null, "by": seat,
                "verdict": "rewind"|"stands"|"again", "voices": {seat: choice}, "picture": hash|null}``.
``seat``        ``{"seat": .., "name": .., "hash": hex|null, "how": "join"|"replace"|"leave"}``.
``proposal``    a throw that the players must judge; see ``companion.table.proposals``.
``judged``      ``{"proposal": seq, "choice": .., "by": seat}``.
``ask``         ``{"type": .., "by": seat|null, "data": .., "voters": [..], "need": n, "choices": [..]}``; see ``asks``.
``evidence``    ``{"ask": seq, "picture": hash, "by": seat}``: a photo that a seat brought to a dispute.
``vote``        ``{"ask": seq, "seat": .., "choice": ..}``.
``closed``      ``{"ask": seq, "verdict": ..}``: the ask is over.
``note``        ``{"type": .., ...}``: something to remember that changes nothing.
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

    ``seats`` maps a seat to ``{"name": .., "hash": ..}``.
    """

    seq: int = 0
    check: str = FIRST_CHECK
    seats: dict[str, Json] = {}


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

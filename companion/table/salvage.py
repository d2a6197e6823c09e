"""Opening the journal of a data folder, whatever state it is in.

A damaged journal is set aside and the longest good run of entries (of the file itself, or of the spare copy that is
written beside it now and then) goes into a new one, with a note that says so.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from pathlib import Path

import msgspec

from companion.table import files
from companion.table.entries import Base, Draft, Entry, body_text, chained, check
from companion.table.errors import Damaged
from companion.table.journal import UNREADABLE, Journal, base_of, create, read_good, read_meta

NAME = "journal.db"
SPARE = "journal.spare.json"
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


class Spare(msgspec.Struct, frozen=True):
    """The spare copy: meta data, where it begins, and the entries since the last game began."""

    meta: dict[str, str]
    base: Base
    entries: list[Entry]

    @property
    def end(self) -> tuple[int, str]:
        """Number and check sum of the last entry."""
        last = self.entries[-1] if self.entries else None
        return (last.seq, last.check) if last else (self.base.seq, self.base.check)


def open_journal(folder: Path) -> Journal:
    """The journal of this folder, made or salvaged where needed; raises StorageFailed."""
    path = folder / NAME
    if not path.exists() and not _remains(path) and not (folder / SPARE).exists():
        create(path, fresh_meta(), [])
    try:
        if not path.exists():
            raise Damaged(f"the journal {path} is gone")
        return _complete(Journal(path))
    except Damaged as fault:
        return salvage(path, str(fault))


def _complete(journal: Journal) -> Journal:
    """The same journal; raises Damaged when the spare copy, which is written later, knows more than it."""
    end = read_spare(journal.path.with_name(SPARE)).end[0]
    if end > journal.seq:
        journal.close()
        raise Damaged(f"the journal {journal.path} has lost entries {journal.seq + 1} to {end}")
    return journal


def salvage(path: Path, fault: str, last: int | None = None) -> Journal:
    """Set the journal aside and open a new one with the good entries (none after ``last``) and a note."""
    best = max(read_leniently(path), read_spare(path.with_name(SPARE)), key=lambda found: found.end[0])
    if last is not None:
        best = msgspec.structs.replace(best, entries=[entry for entry in best.entries if entry.seq <= last])
    aside = files.set_aside(path)
    note = Draft("note", {"type": "salvaged", "aside": aside.name, "kept": best.end[0], "fault": fault})
    meta = (best.meta or fresh_meta()) | {"base": msgspec.json.encode(best.base, order="sorted").decode()}
    create(path, meta, [*best.entries, *chained([note], *best.end, None)])
    return Journal(path)


def fresh_meta() -> dict[str, str]:
    """Name and code of a new table; no default secret anywhere."""
    return {"table": secrets.token_hex(4), "code": "".join(secrets.choice(LETTERS) for _ in range(4))}


def read_leniently(path: Path) -> Spare:
    """What can be read of a journal: its meta data and the good entries from the first on."""
    meta: dict[str, str] = {}
    base, entries = Base(), list[Entry]()
    with contextlib.suppress(*UNREADABLE, OSError):
        if path.exists() and path.stat().st_size:
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
                with contextlib.suppress(Damaged):
                    meta = read_meta(connection)
                    base = base_of(meta)
                entries.extend(read_good(connection, base))
    return Spare(meta, base, entries)


def read_spare(path: Path) -> Spare:
    """The spare copy as far as its chain holds; empty where there is none."""
    try:
        spare = msgspec.json.decode(path.read_bytes(), type=Spare)
    except (OSError, msgspec.MsgspecError):
        return Spare({}, Base(), [])
    good: list[Entry] = []
    seq, before = spare.base.seq, spare.base.check
    for entry in spare.entries:
        if entry.seq != seq + 1 or entry.check != check(before, entry.seq, entry.kind, body_text(entry.body)):
            break
        good.append(entry)
        seq, before = entry.seq, entry.check
    return Spare(spare.meta, spare.base, good)


def write_spare(folder: Path, meta: dict[str, str], base: Base, entries: list[Entry]) -> None:
    """Write the spare copy; raises StorageFailed."""
    files.write(folder / SPARE, msgspec.json.encode(Spare(meta, base, entries)))


def _remains(path: Path) -> bool:
    return any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-shm"))

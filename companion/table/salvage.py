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
from companion.table.entries import FIRST_CHECK, Draft, Entry, body_text, chained, check
from companion.table.errors import Damaged
from companion.table.journal import UNREADABLE, Journal, create, read_good, read_meta

NAME = "journal.db"
SPARE = "journal.spare.json"
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


class Spare(msgspec.Struct, frozen=True):
    """The spare copy: meta data and entries, in a file of its own."""

    meta: dict[str, str]
    entries: list[Entry]


def open_journal(folder: Path) -> Journal:
    """The journal of this folder, made or salvaged where needed; raises StorageFailed."""
    path = folder / NAME
    if not path.exists() and not _remains(path) and not (folder / SPARE).exists():
        create(path, fresh_meta(), [])
    try:
        if not path.exists():
            raise Damaged(f"the journal {path} is gone")
        return Journal(path)
    except Damaged as fault:
        return salvage(path, str(fault))


def salvage(path: Path, fault: str, keep: int | None = None) -> Journal:
    """Set the journal aside and open a new one with the good entries (at most ``keep`` of them) and a note."""
    meta, entries = _best(read_leniently(path), read_spare(path.with_name(SPARE)))
    entries = entries if keep is None else entries[:keep]
    aside = files.set_aside(path)
    last = entries[-1] if entries else None
    note = Draft("note", {"type": "salvaged", "aside": aside.name, "kept": len(entries), "fault": fault})
    entries += chained([note], last.seq if last else 0, last.check if last else FIRST_CHECK, None)
    create(path, meta or fresh_meta(), entries)
    return Journal(path)


def fresh_meta() -> dict[str, str]:
    """Name and code of a new table; no default secret anywhere."""
    return {"table": secrets.token_hex(4), "code": "".join(secrets.choice(LETTERS) for _ in range(4))}


def read_leniently(path: Path) -> Spare:
    """What can be read of a journal: its meta data and the good entries from the first on."""
    meta: dict[str, str] = {}
    entries: list[Entry] = []
    with contextlib.suppress(*UNREADABLE, OSError):
        if path.exists() and path.stat().st_size:
            with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
                with contextlib.suppress(Damaged):
                    meta = read_meta(connection)
                entries.extend(read_good(connection))
    return Spare(meta, entries)


def read_spare(path: Path) -> Spare:
    """The spare copy as far as its chain holds; empty where there is none."""
    try:
        spare = msgspec.json.decode(path.read_bytes(), type=Spare)
    except (OSError, msgspec.MsgspecError):
        return Spare({}, [])
    good: list[Entry] = []
    before = FIRST_CHECK
    for entry in spare.entries:
        if entry.seq != len(good) + 1 or entry.check != check(before, entry.seq, entry.kind, body_text(entry.body)):
            break
        good.append(entry)
        before = entry.check
    return Spare(spare.meta, good)


def write_spare(folder: Path, meta: dict[str, str], entries: list[Entry]) -> None:
    """Write the spare copy; raises StorageFailed."""
    files.write(folder / SPARE, msgspec.json.encode(Spare(meta, entries)))


def _best(one: Spare, other: Spare) -> tuple[dict[str, str], list[Entry]]:
    entries = max(one.entries, other.entries, key=len)
    return (one.meta or other.meta, list(entries))


def _remains(path: Path) -> bool:
    return any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-shm"))

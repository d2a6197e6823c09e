"""Opening the journal of a data folder, whatever state it is in.

A damaged journal is set aside and the longest good run of entries (of the file itself, or of the spare copy that is
written beside it now and then) goes into a new one, with a note that says so.  A journal that is sound, but holds what
the rules of today refuse, is never cut: it is set aside whole.  A folder of another game is not touched at all.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
from pathlib import Path

import msgspec

from companion.games import Json
from companion.table import files, spare, witness
from companion.table.entries import FIRST_CHECK, Base, Draft, Entry, chained
from companion.table.errors import Damaged, OtherGame
from companion.table.journal import UNREADABLE, Journal, base_of, create, last_header, read_good, read_meta
from companion.table.spare import SPARE, Spare

NAME = "journal.db"
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def header_of(folder: Path) -> Json | None:
    """The header of the game in a folder, from the journal or else its spare copy; nothing there is touched."""
    found = last_header(folder / NAME)
    if found is not None:
        return found
    begun = [entry.body for entry in spare.read(folder / SPARE).entries if entry.kind == "game"]
    return dict(begun[-1]["header"]) if begun else None


def game_of(folder: Path) -> str | None:
    """The name of the game in a folder, None where there is none."""
    found = (header_of(folder) or {}).get("game")
    return found if isinstance(found, str) else None


def require_game(folder: Path, name: str) -> None:
    """Raises OtherGame where the folder holds a game of another name."""
    found = game_of(folder)
    if found is not None and found != name:
        raise OtherGame(f"the folder {folder} holds a game of {found!r}, not of {name!r}; choose another data folder")


def start_over(journal: Journal, seats: dict[str, Json], fault: str) -> Journal:
    """Set an undamaged journal aside whole, and open a new one after its last entry with the same seats and a note."""
    end = (journal.seq, journal.check)
    meta = journal.meta | {"base": msgspec.json.encode(Base(*end, seats), order="sorted").decode()}
    journal.close()
    aside = files.set_aside(journal.path, "before")
    note = Draft("note", {"type": "set-aside", "aside": aside.name, "fault": fault})
    create(journal.path, meta, chained([note], *end, None))
    return Journal(journal.path)


def open_journal(folder: Path) -> Journal:
    """The journal of this folder, made or salvaged where needed; raises StorageFailed."""
    path = folder / NAME
    if not path.exists() and not _remains(path) and not (folder / SPARE).exists():
        create(path, fresh_meta(), _lost(folder))
    try:
        if not path.exists():
            raise Damaged(f"the journal {path} is gone")
        return _sealed(_complete(Journal(path)))
    except Damaged as fault:
        return _sealed(salvage(path, str(fault)))


def _sealed(journal: Journal) -> Journal:
    journal.seal()
    return journal


def _lost(folder: Path) -> list[Entry]:
    """What a new journal begins with: a note, where tokens or the witness tell that there was one before."""
    if not witness.file_of(folder / NAME).exists() and not any((folder / "tokens").glob("*.token")):
        return []
    note = Draft("note", {"type": "lost", "fault": f"the journal {folder / NAME} and its spare copy are gone"})
    return chained([note], 0, FIRST_CHECK, None)


def rewrite(journal: Journal, base: Base) -> Journal:
    """Write a journal anew, whose file was taken away under it, from what its host knows; with a note."""
    fault = f"the journal {journal.path} was taken away while it was in use"
    note = Draft("note", {"type": "restored", "fault": fault})
    meta = journal.meta | {"base": msgspec.json.encode(base, order="sorted").decode()}
    journal.abandon()
    for ending in ("-wal", "-shm"):  # of the file that is gone; a new one would take them for its own
        journal.path.with_name(journal.path.name + ending).unlink(missing_ok=True)
    create(journal.path, meta, [*journal.entries, *chained([note], journal.seq, journal.check, None)])
    return _sealed(Journal(journal.path))


def _complete(journal: Journal) -> Journal:
    """The same journal; raises Damaged when spare copy or witness, which are written later, know more than it."""
    end = max(spare.read(journal.path.with_name(SPARE)).end[0], witness.seen(journal.path))
    if end > journal.seq:
        journal.close()
        raise Damaged(f"the journal {journal.path} has lost entries {journal.seq + 1} to {end}")
    return journal


def salvage(path: Path, fault: str) -> Journal:
    """Set the journal aside and open a new one with the good entries and a note."""
    best = max(read_leniently(path), spare.read(path.with_name(SPARE)), key=lambda found: found.end[0])
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


def _remains(path: Path) -> bool:
    return any(path.with_name(path.name + ending).exists() for ending in ("-wal", "-shm"))

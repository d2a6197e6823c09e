"""The journal on disk: SQLite in WAL mode with synchronous=FULL and exactly one connection.

``append`` returns after the commit, so what it returns is safe.  A file that cannot be read as a whole is set aside
and the good entries before the fault go into a new one (``companion.table.salvage``); never a silent fresh start.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.table import files
from companion.table.entries import FIRST_CHECK, Draft, Entry, Origin, body_text, chained, check
from companion.table.errors import Damaged, StorageFailed

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL, "check" TEXT NOT NULL,
    actor TEXT, request TEXT, digest TEXT
);
CREATE UNIQUE INDEX requests ON entries (actor, request) WHERE request IS NOT NULL;
"""
INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)"
SELECT = 'SELECT seq, kind, body, "check", actor, request, digest FROM entries ORDER BY seq'
FORMAT = 1
UNREADABLE = (sqlite3.DatabaseError, msgspec.MsgspecError, UnicodeError, TypeError, ValueError, OverflowError)
"""What reading a damaged file may raise."""


class Journal:
    """An open journal.  Not thread-safe: the table's lock guards it."""

    def __init__(self, path: Path) -> None:
        """Open an existing journal and read it whole; raises Damaged or StorageFailed."""
        self.path = path
        self._connection = connect(path)
        try:
            self.entries = read_all(self._connection)
            self.meta = read_meta(self._connection)
        except BaseException:
            self._connection.close()
            raise
        last = self.entries[-1] if self.entries else None
        self.seq, self.check = (last.seq, last.check) if last else (0, FIRST_CHECK)

    def append(self, drafts: list[Draft], origin: Origin | None = None) -> list[Entry]:
        """Write entries in one transaction and return them after the commit; raises StorageFailed, nothing written."""
        entries = chained(drafts, self.seq, self.check, origin)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.executemany(INSERT, [_row(entry) for entry in entries])
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            raise StorageFailed(f"the game cannot be saved ({error}): {cure(error)}") from error
        self.seq, self.check = entries[-1].seq, entries[-1].check
        return entries

    def _roll_back(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Write the WAL back and close."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()


def create(path: Path, meta: dict[str, str], entries: list[Entry]) -> None:
    """Make a new journal with these entries under its name in one step; a cut leaves none or a whole one."""
    beside = path.with_name(f".{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove(beside)
        with contextlib.closing(sqlite3.connect(beside, isolation_level=None)) as connection:
            connection.executescript(f"PRAGMA synchronous=FULL; PRAGMA user_version={FORMAT}; BEGIN; {SCHEMA}")
            connection.executemany("INSERT INTO meta VALUES (?, ?)", sorted(meta.items()))
            connection.executemany(INSERT, [_row(entry) for entry in entries])
            connection.execute("COMMIT")
        beside.replace(path)
        files.sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        raise StorageFailed(f"no journal can be made in {path.parent} ({error}): {cure(error)}") from error


def connect(path: Path) -> sqlite3.Connection:
    """The one connection to an existing journal; raises Damaged, or StorageFailed where it cannot be written."""
    if path.stat().st_size == 0:
        raise Damaged(f"the journal {path} is empty (0 bytes)")
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    try:
        _prepare(connection, path)
    except UNREADABLE as error:
        connection.close()
        if isinstance(error, sqlite3.OperationalError) and not ("readonly" in str(error) and _writable(path)):
            raise StorageFailed(f"the journal {path} cannot be opened ({error}): {cure(error)}") from error
        raise Damaged(f"the journal {path} cannot be read ({error})") from error
    except StorageFailed:
        connection.close()
        raise
    return connection


def _writable(path: Path) -> bool:
    """Whether file and folder may be written: what SQLite calls read-only is damage then."""
    return os.access(path, os.R_OK | os.W_OK) and os.access(path.parent, os.W_OK)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > FORMAT:
        raise StorageFailed(f"the journal {path} was written by a newer program (format {version}); install that one")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("ROLLBACK")


def read_all(connection: sqlite3.Connection) -> list[Entry]:
    """Every entry, its chain checked; raises Damaged."""
    try:
        faults = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
        entries = list(read_good(connection))
        count = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
    except UNREADABLE as error:
        raise Damaged(f"the journal is damaged ({error})") from error
    if faults != ["ok"] or count != len(entries):
        raise Damaged(f"the journal is damaged after entry {len(entries)}")
    return entries


def read_meta(connection: sqlite3.Connection) -> dict[str, str]:
    """Name and code of the table; raises Damaged."""
    try:
        meta = dict(connection.execute("SELECT key, value FROM meta"))
    except UNREADABLE as error:
        raise Damaged(f"the journal is damaged ({error})") from error
    if not all(isinstance(meta.get(key), str) for key in ("table", "code")):
        raise Damaged("the journal has lost the name of its table")
    return meta


def read_good(connection: sqlite3.Connection) -> Iterator[Entry]:
    """Entries in order as long as the chain holds; may raise one of UNREADABLE where the file is damaged."""
    before, expected = FIRST_CHECK, 1
    for seq, kind, body, sum_, actor, request, digest in connection.execute(SELECT):
        if seq != expected or sum_ != check(before, seq, kind, body):
            return
        origin = Origin(actor, request, digest) if request is not None else None
        yield Entry(seq, kind, msgspec.json.decode(body), sum_, origin)
        before, expected = sum_, seq + 1


def cure(error: Exception) -> str:
    """What to do about an error of the disk."""
    text = str(error).lower()
    if "full" in text or "no space" in text:
        return "the disk is full, free some space and try again"
    if "readonly" in text or "read-only" in text or "unable to open" in text or "permission" in text:
        return "the disk or folder is read-only, make it writable and try again"
    return "look after the disk, then try again"


def _row(entry: Entry) -> tuple[object, ...]:
    origin = entry.origin
    who = (origin.actor, origin.request, origin.digest) if origin else (None, None, None)
    return (entry.seq, entry.kind, body_text(entry.body), entry.check, *who)


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + ending).unlink(missing_ok=True)

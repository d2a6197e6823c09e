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
from typing import Any

import msgspec

from companion.games import Json
from companion.link.files import sync_folder
from companion.table.entries import Base, Draft, Entry, Origin, body_text, chained, check
from companion.table.errors import Damaged, StorageFailed
from companion.table.witness import Witness

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, body TEXT NOT NULL, "check" TEXT NOT NULL,
    actor TEXT, request TEXT, digest TEXT
);
CREATE UNIQUE INDEX requests ON entries (actor, request) WHERE request IS NOT NULL;
"""
INSERT = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)"
COLUMNS = 'SELECT seq, kind, body, "check", actor, request, digest FROM entries'
SELECT = f"{COLUMNS} ORDER BY seq"
GAMES = "SELECT seq, kind FROM entries WHERE kind IN ('game', 'action') ORDER BY seq"
LAST_GAME = "SELECT coalesce(max(seq), 0) FROM entries WHERE kind = 'game'"
HEADER = "SELECT body FROM entries WHERE kind = 'game' ORDER BY seq DESC LIMIT 1"
AFTER = "SELECT min(seq) FROM entries WHERE seq > ? AND (request IS NOT NULL OR kind = 'note')"
"""The first entry after this one that another request or the table itself wrote."""
OUTLIVES = ("game", "seat", "note", "closed")
FORMAT = 1
UNREADABLE = (
    sqlite3.DatabaseError,
    msgspec.MsgspecError,
    UnicodeError,
    TypeError,
    ValueError,
    LookupError,
    OverflowError,
)
"""What reading a damaged file may raise."""


class Journal:
    """An open journal.  Not thread-safe: the table's lock guards it.

    ``entries`` are those since the last game began; of the games before only what outlives them (``past``: who sat
    where, what was noted) is read, so that an old table needs no more memory than a new one.  ``began`` is number and
    check sum of the entry before ``entries``.
    """

    def __init__(self, path: Path) -> None:
        """Open an existing journal and read it whole; raises Damaged or StorageFailed."""
        self.path = path
        self._connection = connect(path)
        try:
            self.meta = read_meta(self._connection)
            self.base = base_of(self.meta)
            self.past, self.entries, self.began = read_all(self._connection, self.base)
        except BaseException:
            self._connection.close()
            raise
        last = self.entries[-1] if self.entries else None
        self.seq, self.check = (last.seq, last.check) if last else self.began
        self._witness = Witness(path)

    def gone(self) -> bool:
        """Whether somebody has taken away the file that this writes into."""
        return self._witness.gone()

    def seal(self) -> None:
        """All that was read is there: the witness begins from here."""
        self._witness.note(self.seq)

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
        self.entries.extend(entries)
        self._witness.note(self.seq)
        return entries

    def forget_before(self, seq: int) -> None:
        """A game began with entry ``seq``: keep what was before it on disk alone."""
        before = next((entry for entry in self.entries if entry.seq == seq - 1), None)
        self.began = (before.seq, before.check) if before else self.began
        self.entries = [entry for entry in self.entries if entry.seq >= seq]

    def find(self, actor: str, request: str) -> tuple[Entry, int] | None:
        """The first entry of a request that was done before, and the number of its last one; raises StorageFailed."""
        try:
            found = self._connection.execute(f"{COLUMNS} WHERE actor = ? AND request = ?", (actor, request)).fetchone()
            if found is None:
                return None
            after = self._connection.execute(AFTER, (found[0],)).fetchone()[0]
        except (sqlite3.Error, UnicodeError) as error:
            raise StorageFailed(f"the journal cannot be read ({error}): {cure(error)}") from error
        return _entry(found), (after - 1 if after else self.seq)

    def games(self) -> list[int]:
        """The entries with which games began in which somebody acted; the last is the present one, whatever it holds.

        Raises StorageFailed.
        """
        try:
            found = self._connection.execute(GAMES).fetchall()
        except sqlite3.Error as error:
            raise StorageFailed(f"the journal cannot be read ({error}): {cure(error)}") from error
        after = [*(kind for _, kind in found[1:]), "action"]
        return [seq for (seq, kind), then in zip(found, after, strict=False) if kind == "game" and then == "action"]

    def read(self) -> Iterator[Entry]:
        """Every entry that there is, from the first on; raises StorageFailed."""
        try:
            yield from read_good(self._connection, self.base)
        except UNREADABLE as error:
            raise StorageFailed(f"the journal cannot be read ({error}): {cure(error)}") from error

    def _roll_back(self) -> None:
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def abandon(self) -> None:
        """Close it without a word: its file is another's, or nobody's."""
        self._connection.close()
        self._witness.close()

    def close(self) -> None:
        """Write the WAL back and close."""
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._connection.close()
        self._witness.close()


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
        sync_folder(path.parent)
    except (OSError, sqlite3.Error) as error:
        raise StorageFailed(f"no journal can be made in {path.parent} ({error}): {cure(error)}") from error


def connect(path: Path) -> sqlite3.Connection:
    """The one connection to an existing journal; raises Damaged, or StorageFailed where it cannot be written."""
    if path.stat().st_size == 0:
        raise Damaged(f"the journal {path} is empty (0 bytes)")
    _owner_alone(path)
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


def _owner_alone(path: Path) -> None:
    """Who sat here is nobody else's business; what SQLite makes beside the file is as the file is."""
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + ending).chmod(0o600)


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


def last_header(path: Path) -> Json | None:
    """The header of the game that a journal holds, read without touching it; None where it tells of none."""
    with contextlib.suppress(*UNREADABLE, OSError):
        if path.exists() and path.stat().st_size:
            address = f"{path.absolute().as_uri()}?mode=ro"
            with contextlib.closing(sqlite3.connect(address, uri=True, timeout=5)) as connection:
                row = connection.execute(HEADER).fetchone()
            return None if row is None else dict(msgspec.json.decode(row[0])["header"])
    return None


def read_all(connection: sqlite3.Connection, base: Base) -> tuple[list[Entry], list[Entry], tuple[int, str]]:
    """What outlives the past games, every entry since the last game began, and what they follow.  Raises Damaged."""
    past: list[Entry] = []
    entries: list[Entry] = []
    last, before = base.seq, (base.seq, base.check)
    try:
        faults = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
        began = connection.execute(LAST_GAME).fetchone()[0]
        for entry in read_good(connection, base):
            last = entry.seq
            if entry.seq >= began:
                entries.append(entry)
                continue
            before = (entry.seq, entry.check)
            if entry.kind in OUTLIVES:
                past.append(entry)
        end = connection.execute("SELECT coalesce(max(seq), ?) FROM entries", (base.seq,)).fetchone()[0]
    except UNREADABLE as error:
        raise Damaged(f"the journal is damaged ({error})") from error
    if faults != ["ok"] or end != last:
        raise Damaged(f"the journal is damaged after entry {last}")
    return past, entries, before


def read_meta(connection: sqlite3.Connection) -> dict[str, str]:
    """Name and code of the table; raises Damaged."""
    try:
        meta = dict(connection.execute("SELECT key, value FROM meta"))
    except UNREADABLE as error:
        raise Damaged(f"the journal is damaged ({error})") from error
    if not all(isinstance(meta.get(key), str) for key in ("table", "code")):
        raise Damaged("the journal has lost the name of its table")
    return meta


def base_of(meta: dict[str, str]) -> Base:
    """Where a journal begins; raises Damaged."""
    try:
        return msgspec.json.decode(meta.get("base", "{}"), type=Base)
    except msgspec.MsgspecError as error:
        raise Damaged(f"the journal has lost its beginning ({error})") from error


def read_good(connection: sqlite3.Connection, base: Base) -> Iterator[Entry]:
    """Entries in order as long as the chain holds; may raise one of UNREADABLE where the file is damaged."""
    before, expected = base.check, base.seq + 1
    for row in connection.execute(SELECT):
        seq, kind, body, sum_ = row[:4]
        if seq != expected or sum_ != check(before, seq, kind, body):
            return
        yield _entry(row)
        before, expected = sum_, seq + 1


def _entry(row: tuple[Any, ...]) -> Entry:
    seq, kind, body, sum_, actor, request, digest = row
    origin = Origin(actor, request, digest) if request is not None else None
    return Entry(seq, kind, msgspec.json.decode(body), sum_, origin)


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

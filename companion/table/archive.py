"""The archive: every game that ended, each a record of its own in the folder ``archive`` of the data folder.

The journal is what is sure: a record is written from it when a game ends, and again at the next start where that was
not possible (a cut, a full disk).  Once it is there it is never written from the journal again, so that what was
forgotten stays forgotten.  A record that cannot be read is told as damaged and stops nobody.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.games import Game, Json
from companion.table import files, record
from companion.table.course import Course, from_base
from companion.table.errors import Refolded, StorageFailed
from companion.table.installed import Installed
from companion.table.journal import OUTLIVES, Journal
from companion.table.record import BadRecord
from companion.table.summary import Summary

FOLDER = "archive"
ENDING = ".jsonl"
PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,79}")
ID = re.compile(r"(.+)-([0-9]{1,15})")


class Kept(msgspec.Struct, frozen=True):
    """One game of the archive; of a damaged one (``fault`` says why) nothing else is known for sure."""

    id: str
    header: Json = {}
    told: Summary | None = None
    fault: str | None = None

    @property
    def game(self) -> str:
        """The name of the game that was played."""
        return str(self.header.get("game", ""))

    @property
    def when(self) -> int:
        """When it began, 0 where nobody knows."""
        return (self.told.began or 0) if self.told else 0

    @property
    def place(self) -> tuple[str, int]:
        """The table that it was played at, and its place among the games there."""
        parts = ID.fullmatch(self.id)
        return (parts[1], int(parts[2])) if parts else (self.id, 0)


class Archive:
    """The records of a data folder.  Thread-safe.  ``fault`` is why the last one could not be written, if so."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER
        self.fault: StorageFailed | None = None
        self._lock = threading.Lock()
        self._read: dict[str, tuple[tuple[int, int], Kept]] = {}

    # writing

    def keep(self, name: str, game: Game[Any], course: Course) -> None:
        """Write the record of a game that ended; a failure is remembered and told, and stops nobody.

        One whose actions are there already is left alone: a name may have been forgotten in it.
        """
        if not course.line:
            return
        text = "".join(record.lines(game, course))
        try:
            if not self._holds(name, text):
                files.write(self._path(name), text.encode())
            self.fault = None
        except StorageFailed as error:
            self.fault = error

    def _holds(self, name: str, text: str) -> bool:
        kept = self.find(name)
        if kept is None or kept.fault is not None:
            return False
        return self.text(name).partition("\n")[2] == text.partition("\n")[2]

    def forget(self, person: str) -> int:
        """Take a name out of every record; returns of how many.  Raises StorageFailed."""
        known = folded(person)
        found = [kept for kept in self.games() if kept.told and known in map(folded, kept.told.names.values())]
        for kept in found:
            self._rename(kept, known)
        return len(found)

    def _rename(self, kept: Kept, known: str) -> None:
        assert kept.told is not None
        names = {seat: name for seat, name in kept.told.names.items() if folded(name) != known}
        actions = self.text(kept.id).splitlines(keepends=True)[1:]
        head = record.headed(kept.header, msgspec.structs.replace(kept.told, names=names), actions)
        files.write(self._path(kept.id), (head + "".join(actions)).encode())

    # reading

    def games(self) -> list[Kept]:
        """Every record, the newest first, damaged ones at the end.

        The clock may have been set back between two games: those of one table follow each other as in its journal, and
        only which table was the last is for the clock to tell.
        """
        found = [self._kept(path) for path in self._paths()]
        last: dict[str, int] = {}
        for kept in found:
            table, _ = kept.place
            last[table] = max(last.get(table, 0), kept.when)
        return sorted(found, key=lambda kept: (kept.fault is None, last[kept.place[0]], kept.place), reverse=True)

    def find(self, name: str) -> Kept | None:
        """The record of this name, None where there is none."""
        path = self._path(name)
        return self._kept(path) if PLAIN.fullmatch(name) and path.is_file() else None

    def text(self, name: str) -> str:
        """A record as text; raises BadRecord."""
        try:
            return self.raw(name).decode("utf-8")
        except UnicodeDecodeError as error:
            raise BadRecord(1, f"no text in UTF-8 (byte {error.start})") from error

    def raw(self, name: str) -> bytes:
        """A record as it lies there; raises BadRecord."""
        try:
            if self._path(name).stat().st_size > record.LARGEST:
                raise BadRecord(1, f"larger than {record.LARGEST} bytes; that is no game record")
            return self._path(name).read_bytes()
        except OSError as error:
            raise BadRecord(1, f"cannot be read ({error.strerror or error})") from error

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}{ENDING}"

    def _paths(self) -> list[Path]:
        try:
            return [path for path in self.folder.iterdir() if path.suffix == ENDING and PLAIN.fullmatch(path.stem)]
        except OSError:
            return []

    def _kept(self, path: Path) -> Kept:
        """What was read of a file before is not read again before it changes."""
        try:
            stat = path.stat()
        except OSError as error:
            return Kept(path.stem, fault=str(error))
        stamp = (stat.st_mtime_ns, stat.st_size)
        with self._lock:
            known = self._read.get(path.stem)
        if known is None or known[0] != stamp:
            known = (stamp, self._opened(path.stem))
            with self._lock:
                self._read[path.stem] = known
        return known[1]

    def _opened(self, name: str) -> Kept:
        try:
            lines = self.text(name).splitlines()
            header, told, check = record.opened(lines)
            record.require_whole(lines, check)
        except BadRecord as error:
            return Kept(name, fault=str(error))
        return Kept(name, header, told)


def folded(name: str) -> str:
    """A name as people mean it: written large or small."""
    return " ".join(name.split()).casefold()


def complete(archive: Archive, table: str, games: Installed, journal: Journal, last: bool = False) -> None:
    """Write what the journal holds and the archive lacks; with ``last`` also the game that is under way."""
    begun = journal.games()
    wanted = {seq for seq in (begun if last else begun[:-1]) if not archive.find(f"{table}-{seq}")}
    if not wanted:
        return
    for course in _ended(games, journal, wanted):
        archive.keep(f"{table}-{course.began}", games.of(course), course)


def _ended(games: Installed, journal: Journal, wanted: set[int]) -> Iterator[Course]:
    """The courses of these games as far as the rules of today know them; the others are passed by."""
    course, folding = from_base(journal.base), False
    for entry in journal.read():
        if entry.kind == "game":
            if folding:
                yield course
            folding = entry.seq in wanted
        try:
            if folding:
                course = games.follow(course, entry)
            elif entry.kind in OUTLIVES:
                course = games.pass_by(course, entry)
        except Refolded:
            if folding:
                yield course
            folding = False
    if folding:
        yield course

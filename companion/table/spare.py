"""The spare copy of the journal: written beside it now and then, read where the journal itself is damaged or gone.

The file begins with a line of meta data, beginning and entries; entries that came later are a line each, appended: what
is written grows with what was done, not with its square.  A line that a cut tore ends the copy there.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.table import files
from companion.table.entries import Base, Entry, body_text, check

SPARE = "journal.spare.json"
UNREADABLE = (ValueError, RecursionError, msgspec.MsgspecError)


class Spare(msgspec.Struct, frozen=True):
    """What can be read of a copy: meta data, where it begins, and the entries from there."""

    meta: dict[str, str]
    base: Base
    entries: list[Entry]

    @property
    def end(self) -> tuple[int, str]:
        """Number and check sum of the last entry."""
        last = self.entries[-1] if self.entries else None
        return (last.seq, last.check) if last else (self.base.seq, self.base.check)


def read(path: Path) -> Spare:
    """The spare copy as far as its chain holds; empty where there is none."""
    try:
        head, *later = path.read_bytes().splitlines()
        spare = msgspec.json.decode(head, type=Spare)
    except (OSError, *UNREADABLE):
        return Spare({}, Base(), [])
    return Spare(spare.meta, spare.base, _good(spare.base, [*spare.entries, *_entries(later)]))


def _entries(lines: list[bytes]) -> list[Entry]:
    """The entries of these lines up to the first that is none."""
    found: list[Entry] = []
    for line in lines:
        try:
            found.append(msgspec.json.decode(line, type=Entry))
        except UNREADABLE:
            break
    return found


def _good(base: Base, entries: list[Entry]) -> list[Entry]:
    """The entries up to the first that does not follow from the one before it."""
    good: list[Entry] = []
    seq, before = base.seq, base.check
    for entry in entries:
        if entry.seq != seq + 1 or entry.check != check(before, entry.seq, entry.kind, body_text(entry.body)):
            break
        good.append(entry)
        seq, before = entry.seq, entry.check
    return good


class SpareCopy:
    """Writes the spare copy of a data folder; knows what it wrote last."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / SPARE
        self._held: Spare | None = None
        self._size = 0

    def write(self, meta: dict[str, str], base: Base, entries: list[Entry]) -> None:
        """Bring it up to these entries.  Raises StorageFailed; then it is written as a whole the next time."""
        new = Spare(dict(meta), base, list(entries))
        held, self._held = self._held, None
        if held is not None and self._follows(held, new):
            self._append(new.entries[len(held.entries) :])
        else:
            files.write(self._path, msgspec.json.encode(new) + b"\n")
        self._held, self._size = new, _size(self._path)

    def _follows(self, held: Spare, new: Spare) -> bool:
        """Whether only entries came, and the file is the one that was written."""
        count = len(held.entries)
        same = (held.meta, held.base, held.entries[-1:]) == (new.meta, new.base, new.entries[count - 1 : count])
        return same and 0 < count <= len(new.entries) and _size(self._path) == self._size

    def _append(self, entries: list[Entry]) -> None:
        if entries:
            files.append(self._path, b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1

"""A witness beside the journal: which files it lives in, and how far it had come.

SQLite ends in silence before the first page of its write-ahead log that is damaged, and writes on into a file that
somebody has deleted.  After each commit the number of the last entry is written beside it, without a sync of its own:
the entry is on the disk before, so the witness never claims too much.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

NAME = "journal.last"
WIDTH = 96


def file_of(journal: Path) -> Path:
    """Where the witness of a journal is kept."""
    return journal.with_name(NAME)


def seen(journal: Path) -> int:
    """The last entry that the witness has seen; 0 where it knows nothing."""
    try:
        return int(file_of(journal).read_bytes().split()[0])
    except (OSError, ValueError, IndexError):
        return 0


class Witness:
    """Of one open journal.  A witness that cannot write keeps silent: it is a help, not a promise."""

    def __init__(self, journal: Path) -> None:
        self._files = (journal, journal.with_name(journal.name + "-wal"))
        self._identity = self._found()
        self._descriptor = -1

    def _found(self) -> tuple[tuple[int, int] | None, ...]:
        return tuple(_identity(path) for path in self._files)

    def gone(self) -> bool:
        """Whether a file of the journal is no longer the one that was opened: deleted, or another in its place."""
        return self._found() != self._identity

    def note(self, seq: int) -> None:
        """Entry ``seq`` is on the disk."""
        with contextlib.suppress(OSError):
            if self._descriptor < 0:
                self._descriptor = os.open(file_of(self._files[0]), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            os.pwrite(self._descriptor, f"{seq}\n".encode().ljust(WIDTH), 0)

    def close(self) -> None:
        """Let the file go."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino

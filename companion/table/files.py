"""Files that are not in the database: replaced as a whole, set aside when damaged, locked for one host."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from pathlib import Path

from companion.link import files
from companion.table.errors import Occupied, StorageFailed


def write(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Replace ``path`` as a whole; after a cut it holds the old content or the new.  Raises StorageFailed."""
    try:
        files.make_folder(path.parent)
        files.write(path, content, mode)
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror or error}") from error


def append(path: Path, content: bytes) -> None:
    """Add to the end of ``path``; a cut may leave any part of it.  Raises StorageFailed."""
    try:
        files.append(path, content)
    except OSError as error:
        raise StorageFailed(f"{path} cannot be written: {error.strerror or error}") from error


def remove(path: Path) -> None:
    """Take a file away, for good; one that is not there is no fault.  Raises StorageFailed."""
    try:
        path.unlink(missing_ok=True)
        files.sync_folder(path.parent)
    except OSError as error:
        raise StorageFailed(f"{path} cannot be removed: {error.strerror or error}") from error


def set_aside(path: Path, why: str = "damaged") -> Path:
    """Rename a file (and what SQLite keeps beside it) so that nothing overwrites it; returns its new name."""
    number = 1
    while (aside := path.with_name(f"{path.name}.{why}-{number}")).exists():
        number += 1
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(path.name + ending).rename(aside.with_name(aside.name + ending))
    files.sync_folder(path.parent)
    return aside


class FolderLock:
    """Holds a data folder for one host; the lock ends with the process, whatever kills it."""

    def __init__(self, folder: Path, patience_s: float = 5.0) -> None:
        """Raises Occupied when another process holds the folder for longer than ``patience_s``, or StorageFailed."""
        try:
            files.make_folder(folder)
            self._descriptor = os.open(folder / "host.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StorageFailed(f"the data folder {folder} cannot be written: {error.strerror or error}") from error
        self._acquire(folder, time.monotonic() + patience_s)

    def _acquire(self, folder: Path, until: float) -> None:
        while True:
            try:
                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() >= until:
                    os.close(self._descriptor)
                    raise Occupied(f"another host already uses the data folder {folder}; stop it first") from None
                time.sleep(0.05)

    def release(self) -> None:
        """Let the next host in."""
        os.close(self._descriptor)

"""Files of which nobody ever sees a half: written beside, synced, renamed, the folder synced.  Or added to."""

from __future__ import annotations

import os
from pathlib import Path


def write(path: Path, content: bytes, mode: int = 0o600) -> None:
    """Replace ``path`` as a whole; after a power cut it holds the old content or the new.  Raises OSError."""
    _moved(written_beside(path, content, mode, last=True), path)
    sync_folder(path.parent)


def append(path: Path, content: bytes) -> None:
    """Add to the end of a file; after a power cut any part of it may be there.  Raises OSError."""
    with path.open("ab") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _moved(beside: Path, path: Path) -> None:
    """Rename, or leave nothing beside."""
    try:
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise


def show(path: Path, content: bytes, mode: int = 0o666) -> None:
    """The same for a file that need not outlive a power cut: whole for its readers, without waiting for the disk.

    Raises OSError.
    """
    _moved(written_beside(path, content, mode, last=False), path)


def written_beside(path: Path, content: bytes, mode: int, last: bool) -> Path:
    """A new file ``.NAME.new`` with this content, on the disk where it is to ``last``.  Raises OSError."""
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        if last:
            os.fsync(file.fileno())
    return beside


def make_folder(folder: Path) -> None:
    """Make a folder and those that it lies in, to be there after a power cut.  Raises OSError."""
    new = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for each in reversed(new):
        sync_folder(each.parent)


def sync_folder(folder: Path) -> None:
    """Make renames in ``folder`` last.  Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

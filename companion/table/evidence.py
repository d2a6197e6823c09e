"""Pictures that decided a throw: in memory until a dispute, then on disk within a budget.

A picture is named by its SHA-256.  The camera masks it before it comes here; nothing is decoded in this process.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections import OrderedDict
from pathlib import Path

from companion.table import files

LARGEST = 512 * 1024
MEMORY = 4 * 1024 * 1024
DISK = 32 * 1024 * 1024
_NAME = re.compile(r"[0-9a-f]{64}")


class Evidence:
    """The pictures of a table.  Thread-safe."""

    def __init__(self, folder: Path, memory: int = MEMORY, disk: int = DISK) -> None:
        self._folder = folder / "evidence"
        self._memory, self._disk = memory, disk
        self._lock = threading.Lock()
        self._held: OrderedDict[str, bytes] = OrderedDict()

    def add(self, jpeg: bytes) -> str:
        """Hold a picture in memory and return its name; the oldest go when the budget is used up."""
        name = hashlib.sha256(jpeg).hexdigest()
        with self._lock:
            self._held[name] = jpeg
            self._held.move_to_end(name)
            while sum(map(len, self._held.values())) > self._memory and len(self._held) > 1:
                self._held.popitem(last=False)
        return name

    def get(self, name: str) -> bytes | None:
        """A picture from memory or disk."""
        if not _NAME.fullmatch(name):
            return None
        with self._lock:
            held = self._held.get(name)
        if held is not None:
            return held
        try:
            return self._file(name).read_bytes()
        except OSError:
            return None

    def keep(self, name: str) -> bool:
        """Write a picture to disk because of a dispute; raises StorageFailed."""
        jpeg = self.get(name)
        if jpeg is None:
            return False
        if not self._file(name).exists():
            files.write(self._file(name), jpeg)
            self._trim()
        return True

    def delete_all(self) -> int:
        """Forget every picture; returns how many files went."""
        with self._lock:
            self._held.clear()
        found = self._files()
        for file in found:
            file.unlink(missing_ok=True)
        return len(found)

    def _trim(self) -> None:
        found = self._files()
        while len(found) > 1 and sum(file.stat().st_size for file in found) > self._disk:
            found.pop(0).unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("*.jpg"), key=lambda file: file.stat().st_mtime_ns)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.jpg"

"""Pictures that decided a throw: in memory until a dispute or a throw that matters, then on disk within a budget.

A picture is named by its SHA-256; beside it lies what the camera read in it.  The camera masks it before it comes here;
nothing is decoded in this process.
"""

from __future__ import annotations

import hashlib
import re
import threading
from collections import OrderedDict
from pathlib import Path

import msgspec

from companion.games import Json
from companion.table import files, jpeg

LARGEST = 512 * 1024
MEMORY = 4 * 1024 * 1024
DISK = 32 * 1024 * 1024
READINGS_AT_MOST = 256
_NAME = re.compile(r"[0-9a-f]{64}")


class Evidence:
    """The pictures of a table.  Thread-safe."""

    def __init__(self, folder: Path, memory: int = MEMORY, disk: int = DISK) -> None:
        self._folder = folder / "evidence"
        self._memory, self._disk = memory, disk
        self._lock = threading.Lock()
        self._held: OrderedDict[str, bytes] = OrderedDict()
        self._read: OrderedDict[str, Json] = OrderedDict()

    def add(self, picture: bytes) -> str:
        """Hold a picture in memory and return its name; the oldest go when the budget is used up."""
        name = hashlib.sha256(picture).hexdigest()
        with self._lock:
            self._held[name] = picture
            self._held.move_to_end(name)
            while sum(map(len, self._held.values())) > self._memory and len(self._held) > 1:
                self._held.popitem(last=False)
        return name

    def describe(self, name: str, wands: Json) -> None:
        """Remember what was read in a picture: wand to its reading."""
        found = self.get(name)
        if found is None:
            return
        told = {"size": jpeg.size(found), "wands": wands}
        with self._lock:
            self._read[name] = told
            while len(self._read) > READINGS_AT_MOST:
                self._read.popitem(last=False)

    def told(self, name: str) -> Json | None:
        """``size`` (width and height, or None) and ``wands`` of a picture that is here; None where it is gone."""
        with self._lock:
            told, held = self._read.get(name), name in self._held
        if told is not None and (held or self._exists(name)):
            return told
        found = self.get(name)
        if found is None:
            return None
        told = self._stored(name) or {"size": jpeg.size(found), "wands": {}}
        with self._lock:
            self._read[name] = told
        return told

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
        """Write a picture and its reading to disk because it matters; raises StorageFailed."""
        picture = self.get(name)
        if picture is None:
            return False
        if not self._file(name).exists():
            with self._lock:
                told = self._read.get(name)
            if told is not None:
                files.write(self._file(name).with_suffix(".json"), msgspec.json.encode(told))
            files.write(self._file(name), picture)
            self._trim()
        return True

    def delete_all(self) -> int:
        """Forget every picture; returns how many files went."""
        with self._lock:
            self._held.clear()
            self._read.clear()
        found = self._files()
        for file in found:
            _remove(file)
        return len(found)

    def last(self) -> str | None:
        """The picture that came last, where it is still in memory."""
        with self._lock:
            return next(reversed(self._held), None)

    def kept(self) -> tuple[int, int]:
        """How many pictures are on disk, and their bytes."""
        sizes = [file.stat().st_size for file in self._files()]
        return len(sizes), sum(sizes)

    def _stored(self, name: str) -> Json | None:
        try:
            told: Json = msgspec.json.decode(self._file(name).with_suffix(".json").read_bytes(), type=dict)
        except (OSError, msgspec.MsgspecError):
            return None
        return told if isinstance(told.get("wands"), dict) and "size" in told else None

    def _exists(self, name: str) -> bool:
        return _NAME.fullmatch(name) is not None and self._file(name).exists()

    def _trim(self) -> None:
        found = self._files()
        while len(found) > 1 and sum(file.stat().st_size for file in found) > self._disk:
            _remove(found.pop(0))

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob("*.jpg"), key=lambda file: file.stat().st_mtime_ns)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.jpg"


def _remove(file: Path) -> None:
    file.unlink(missing_ok=True)
    file.with_suffix(".json").unlink(missing_ok=True)

"""Drafts of boards on this host: one file each, with its photo beside."""

from __future__ import annotations

import contextlib
import re
import threading
from pathlib import Path

import msgspec

from companion.games.dreimagier.survey.draft import Draft, NoTap, Sketch, sketch
from companion.link import files
from companion.web.errors import BadRequest, NotThere, TooMany

NAME = re.compile(r"[^\W_]([\w .'()-]{0,58}[\w.'()-])?")
AT_MOST = 30
CHANGING = threading.RLock()
"""Held while a draft is read, changed and written: two phones may tap at once."""


class Drafts:
    """The drafts of a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """All of them, by name."""
        with contextlib.suppress(OSError):
            return sorted(path.stem for path in self._folder.glob("*.json") if NAME.fullmatch(path.stem))
        return []

    def open(self, name: str) -> tuple[Draft, Sketch]:
        """A draft and what its taps made.  Raises NotThere where there is none that can be read."""
        try:
            draft = msgspec.json.decode(self._path(name, ".json").read_bytes(), type=Draft)
            return draft, sketch(draft)
        except (OSError, msgspec.MsgspecError, NoTap) as error:
            raise NotThere(f"no survey of that name can be read: {type(error).__name__}") from None

    def begin(self, name: str) -> str:
        """A new, empty draft.  Raises BadRequest for a name that no file may have, TooMany."""
        name = " ".join(name.split())
        if not NAME.fullmatch(name):
            raise BadRequest("a board's name has letters, digits, spaces and .'()- only, at most 60")
        if len(self.names()) >= AT_MOST:
            raise TooMany("there are too many surveys; delete one first")
        if not self._path(name, ".json").exists():
            self.keep(Draft(name))
        return name

    def keep(self, draft: Draft) -> None:
        """Write a draft as a whole.  Raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        files.write(self._path(draft.name, ".json"), msgspec.json.encode(draft))

    def photo(self, name: str) -> bytes | None:
        """The photo of a draft."""
        with contextlib.suppress(OSError):
            return self._path(name, ".jpg").read_bytes()
        return None

    def photo_mark(self, name: str) -> str:
        """What tells one photo of a draft from the next; nothing where there is none."""
        with contextlib.suppress(OSError):
            return str(self._path(name, ".jpg").stat().st_mtime_ns)
        return ""

    def keep_photo(self, name: str, jpeg: bytes) -> None:
        """Lay a photo beside a draft, instead of the one before.  Raises OSError."""
        files.write(self._path(name, ".jpg"), jpeg)

    def drop(self, name: str) -> None:
        """Take a draft and its photo away."""
        for ending in (".json", ".jpg"):
            self._path(name, ending).unlink(missing_ok=True)

    def _path(self, name: str, ending: str) -> Path:
        if not NAME.fullmatch(name):
            raise NotThere("no survey has such a name")
        return self._folder / f"{name}{ending}"

"""Where pictures of an unfinished step are kept, so that it can be left and gone on with."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import msgspec

from companion.link import files
from vision.cameras.photograph import QUALITY, noted
from vision.errors import VisionError
from vision.files import read_picture, unwritable
from vision.picture import Picture

NOTES = "notes.json"


class Shelf:
    """The folder of one step; made when something is laid into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, name: str, picture: Picture, focus: float | None = None) -> None:
        """Keep a picture, and where the lens stood.  Raises StorageError."""
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        assert done
        self._write(name, noted(data.tobytes(), focus))

    def picture(self, name: str) -> Picture | None:
        """A picture that is kept; None when there is none that can be read."""
        try:
            return read_picture(self.folder / name)
        except VisionError:
            return None

    def names(self, pattern: str) -> list[str]:
        """The pictures of a pattern, sorted."""
        return sorted(path.name for path in self.folder.glob(pattern))

    def drop(self, name: str) -> None:
        """Forget a picture."""
        (self.folder / name).unlink(missing_ok=True)

    def note(self, notes: dict[str, int]) -> None:
        """Keep what people said.  Raises StorageError."""
        self._write(NOTES, msgspec.json.encode(notes, order="sorted"))

    def notes(self) -> dict[str, int]:
        """What people said."""
        try:
            return msgspec.json.decode((self.folder / NOTES).read_bytes(), type=dict[str, int])
        except (OSError, msgspec.MsgspecError):
            return {}

    def clear(self) -> None:
        """The step is done, or begins anew."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _write(self, name: str, data: bytes) -> None:
        path = self.folder / name
        try:
            files.make_folder(self.folder)
            files.write(path, data)
        except OSError as error:
            raise unwritable(path, error) from error

"""Files: pictures, read with errors that say what is wrong, and JSON of which nobody ever sees a half."""

from __future__ import annotations

import codecs
from pathlib import Path

import cv2
import msgspec
import numpy as np

from companion.link import files
from vision.errors import PictureError, StorageError
from vision.picture import Picture

LARGEST_PX = 50_000_000
ENDINGS = frozenset([".jpg", ".jpeg", ".png"])


def read_picture(path: str | Path) -> Picture:
    """Read a colour picture.  Raises PictureError: no such file, no image, too large."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise PictureError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from error
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Picture:
    """Decode a picture's bytes.  Raises PictureError."""
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        picture = None
    if picture is None:
        raise PictureError(f"{name}: not an image that can be read (JPEG or PNG)")
    if picture.size > 3 * LARGEST_PX or min(picture.shape[:2]) < 64:
        raise PictureError(f"{name}: {picture.shape[1]}x{picture.shape[0]} is no usable picture size")
    return np.asarray(picture, dtype=np.uint8)


def read_file(path: str | Path) -> bytes:
    """A file of text, without the mark that some editors put before it.  Raises OSError."""
    return Path(path).read_bytes().removeprefix(codecs.BOM_UTF8)


def list_pictures(folder: str | Path) -> list[Path]:
    """The pictures of a folder in the order of their names.  Raises PictureError when there are none."""
    path = Path(folder)
    if not path.is_dir():
        raise PictureError(f"{folder}: no such folder")
    try:
        found = sorted(p for p in path.iterdir() if p.suffix.lower() in ENDINGS)
    except OSError as error:
        raise PictureError(f"{folder}: {(error.strerror or 'cannot be read').lower()}") from error
    if not found:
        raise PictureError(f"{folder}: no pictures (.jpg or .png) in this folder")
    return found


def json_text(value: msgspec.Struct) -> str:
    """As it stands in its file."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"


def save_json(path: str | Path, value: msgspec.Struct) -> None:
    """Replace a file as a whole, so that neither a reader nor a power cut leaves half of it.  Raises StorageError."""
    try:
        files.write(Path(path), json_text(value).encode(), mode=0o666)
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: str | Path, error: OSError) -> StorageError:
    """What to say when a file cannot be written: a missing folder is named as such."""
    folder = Path(path).parent
    if isinstance(error, FileNotFoundError) and not folder.exists():
        return StorageError(f"cannot write {path}: there is no folder {folder}; make it first")
    return StorageError(f"cannot write {path}: {(error.strerror or str(error)).lower()}")


def save_picture(path: str | Path, picture: Picture) -> None:
    """Write a picture in the format of its name's ending.  Raises StorageError, one line."""
    target = Path(path)
    if target.suffix.lower() not in ENDINGS:
        raise StorageError(f"cannot write {path}: its name must end in .jpg or .png")
    done, data = cv2.imencode(target.suffix.lower(), picture)
    if not done:
        raise StorageError(f"cannot write {path}: OpenCV makes no such picture")
    try:
        target.write_bytes(data.tobytes())
    except OSError as error:
        raise unwritable(target, error) from error

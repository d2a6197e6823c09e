"""Reading picture files with errors that say what is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.base import Picture
from vision.errors import PictureError
from vision.middle import median

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


def list_pictures(folder: str | Path) -> list[Path]:
    """The pictures of a folder in the order of their names.  Raises PictureError when there are none."""
    path = Path(folder)
    if not path.is_dir():
        raise PictureError(f"{folder}: no such folder")
    found = sorted(p for p in path.iterdir() if p.suffix.lower() in ENDINGS)
    if not found:
        raise PictureError(f"{folder}: no pictures (.jpg or .png) in this folder")
    return found


def brightest(picture: NDArray[Any]) -> NDArray[Any]:
    """Largest of the three channels (OpenCV is several times faster at it than numpy)."""
    blue, green, red = cv2.split(picture)
    return cv2.max(cv2.max(blue, green), red)


def darkest(picture: NDArray[Any]) -> NDArray[Any]:
    """Smallest of the three channels."""
    blue, green, red = cv2.split(picture)
    return cv2.min(cv2.min(blue, green), red)


COARSE = 9
LITTLE = 4.0
"""Grey levels added before light is compared as a ratio."""


def relit(empty: Picture, now: Picture, inside: NDArray[np.bool_]) -> Picture:
    """The empty picture in the light of another: each channel brighter or darker by what fits most of it, more so on
    one side than on the other.  Both and ``inside`` (where the pane is) have the same rows and columns.
    """
    part = inside[::COARSE, ::COARSE]
    rows, columns = np.nonzero(part)
    here = np.column_stack([np.ones(len(rows)), rows / part.shape[0] - 0.5, columns / part.shape[1] - 0.5])
    then, seen = (p[::COARSE, ::COARSE][part].astype(np.float64) for p in (empty, now))
    ratio = np.log((seen + LITTLE) / (then + LITTLE))
    usable = np.asarray((then.max(axis=1) < 250) & (seen.max(axis=1) < 252))
    if usable.sum() < 0.05 * len(usable):
        return empty
    planes = _planes(here[usable].T, np.ascontiguousarray(ratio[usable].T)).T
    corners = np.array([[1, a, b] for a in (-0.5, 0.5) for b in (-0.5, 0.5)]) @ planes
    gain = cv2.resize(np.exp(corners).reshape(2, 2, 3).astype(np.float32), (32, 32))
    full = cv2.resize(gain, empty.shape[1::-1])
    return np.asarray(cv2.multiply(empty, full, dtype=cv2.CV_8U), dtype=np.uint8)


def _planes(here: NDArray[np.float64], ratios: NDArray[np.float64]) -> NDArray[np.float64]:
    """A plane through most of the values of each row, (n, 3): wands and heads are the rest."""
    planes: NDArray[np.float64] = np.zeros((len(ratios), 3))
    planes[:, 0] = [median(r) for r in ratios]
    for _ in range(4):
        off = np.abs(ratios - planes @ here)
        usual = np.array([median(o) for o in off])[:, None]
        weight = 1 / (1 + (off / (1.5 * usual + 0.01)) ** 2) ** 2
        normal = (weight[:, None] * here) @ here.T + 1e-3 * np.eye(3)
        planes = np.asarray(np.linalg.solve(normal, ((weight * ratios) @ here.T)[..., None])[..., 0])
    return planes

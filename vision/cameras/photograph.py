"""Photographs for calibrating and teaching, taken as in play: light settled, lens focused and held, exposure held.

Where the lens stood is written into the picture's comment, and `calibrate` keeps it with the pane.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.base import Camera
from vision.errors import CameraError, PictureError
from vision.files import unwritable
from vision.picture import Picture

FRAME_S = 2.0
QUALITY = 95
FRESH = 3
"""Frames after the word: what was on its way before it is not the picture."""
NOTE = re.compile(rb"\xff\xfe..dreimagier focus=([0-9.]+);", re.DOTALL)
SAME = 0.02


def settle(camera: Camera) -> None:
    """Wait for the light, then focus and hold.  Raises CameraError."""
    began = time.monotonic()
    while camera.capture(FRAME_S) and time.monotonic() - began < camera.settle_s:
        pass
    camera.lock()


def photograph(camera: Camera, path: Path) -> Picture:
    """One picture, written as a JPEG.  Raises CameraError, StorageError."""
    if path.suffix.lower() not in (".jpg", ".jpeg"):
        raise CameraError(f"{path}: a photograph's name ends in .jpg")
    picture = [camera.capture(FRAME_S) for _ in range(FRESH)][-1].picture
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    try:
        path.write_bytes(noted(data.tobytes(), camera.focus))
    except OSError as error:
        raise unwritable(path, error) from error
    return picture


def noted(jpeg: bytes, focus: float | None) -> bytes:
    """The JPEG with a comment of where the lens stood."""
    if focus is None:
        return jpeg
    text = f"dreimagier focus={focus:.4f};".encode("ascii")
    return jpeg[:2] + b"\xff\xfe" + (len(text) + 2).to_bytes(2, "big") + text + jpeg[2:]


def focus_of(paths: Iterable[str]) -> float | None:
    """Where the lens stood in all of these pictures; None when they do not say.

    Raises PictureError when they differ.
    """
    found = [NOTE.search(Path(path).read_bytes()[:4096]) for path in paths]
    places = [float(match[1]) for match in found if match]
    if not places:
        return None
    if max(places) - min(places) > SAME * max(places):
        raise PictureError("these pictures were taken with the lens at different places; take all of them in one go")
    return float(np.median(places))

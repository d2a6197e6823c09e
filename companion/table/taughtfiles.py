"""Whether a pane or wands can be what an eye has learnt, before they replace what there is.

The formats are the eye's own (``pane.json``, ``wands.json``); the host reads as much of them as it can tell without
looking at pictures: every field, its kind and range, and that pictures are pictures.
"""

from __future__ import annotations

import base64
import binascii
from typing import Any

import msgspec

from companion.protocol import Face

FACES = {"power", "magic", "fate"}
VALUES = [0, 1, 2]
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
LEAST_PX = 16
FARTHEST = 1e6


class Pane(msgspec.Struct, forbid_unknown_fields=True):
    """``pane.json``."""

    version: int
    size_px: tuple[int, int]
    focal_px: float
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    rotation: list[tuple[float, float, float]]
    translation_mm: tuple[float, float, float]
    thickness_mm: float
    index: float
    rms_px: float
    opening_mm: list[tuple[float, float]]
    focus: float | None = None


class TaughtFace(msgspec.Struct, forbid_unknown_fields=True):
    """One face of a wand."""

    top: int
    picture: str


class TaughtWand(msgspec.Struct, forbid_unknown_fields=True):
    """One wand."""

    length_mm: float
    side_mm: float
    faces: dict[Face, TaughtFace]


class Wands(msgspec.Struct, forbid_unknown_fields=True):
    """``wands.json``."""

    version: int
    density: float
    taught_px_per_mm: float
    wands: dict[str, TaughtWand]
    empty: str


def pane(content: bytes) -> None:
    """Raises ValueError for what is no pane."""
    found = _read(content, Pane)
    if min(found.size_px) < LEAST_PX or not 0 < found.focal_px < FARTHEST:
        raise ValueError("size or focal length out of range")
    if len(found.rotation) != 3 or len(found.opening_mm) != 4:
        raise ValueError("a rotation has three rows, an opening four corners")
    if not _near([*found.rotation, found.centre_px, found.distortion, found.translation_mm, *found.opening_mm]):
        raise ValueError("numbers out of range")


def wands(content: bytes) -> None:
    """Raises ValueError for what are no wands."""
    found = _read(content, Wands)
    if not found.wands or not 0 < found.density < FARTHEST or not 0 < found.taught_px_per_mm < FARTHEST:
        raise ValueError("no wand, or a scale out of range")
    for colour, wand in found.wands.items():
        if set(wand.faces) != FACES or sorted(face.top for face in wand.faces.values()) != VALUES:
            raise ValueError(f"{colour[:20]}: three faces with the values 0, 1 and 2")
        if not 0 < wand.side_mm <= wand.length_mm < FARTHEST:
            raise ValueError(f"{colour[:20]}: length and side out of range")
    pictures = [face.picture for wand in found.wands.values() for face in wand.faces.values()]
    if not all(_picture(each) for each in (*pictures, found.empty)):
        raise ValueError("a picture is none")


def _read(content: bytes, kind: Any) -> Any:
    try:
        found = msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(f"no JSON of this kind ({error})") from error
    if found.version != 1:
        raise ValueError("not of version 1")
    return found


def _near(rows: list[tuple[float, ...]]) -> bool:
    """Whether all numbers are such as a camera on a table gives; infinite ones and none are not."""
    return all(-FARTHEST < number < FARTHEST for row in rows for number in row)


def _picture(text: str) -> bool:
    try:
        return base64.b64decode(text, validate=True).startswith((PNG, JPEG))
    except (binascii.Error, ValueError):
        return False

"""Readings: what the eye sees on the pane, and what came of it."""

from __future__ import annotations

from typing import Literal

import msgspec

Face = Literal["power", "magic", "fate"]
Status = Literal["ok", "unsure", "invalid", "moving", "empty", "blind"]
"""What the pane shows; ``blind``: nothing can be seen (dark, washed out, covered, frozen), which is not ``empty``."""
Kind = Literal[
    "stacked", "leaning", "standing", "partly-off", "missing", "too-many", "obstructed", "nudged", "frozen", "moved"
]
"""Kinds of an invalid pane; ``obstructed`` is a hand or foreign object over a wand, ``moved`` a camera that was moved,
turned or mirrored by more than can be followed.
"""
Movement = Literal["thrown", "kept", "nudged"]


class WandReading(msgspec.Struct, frozen=True, omit_defaults=False):
    """What the camera says of one wand: value on top, face on the pane, whether sure, at most two possible values.

    ``corners_px`` are the four corners of the bottom face in the picture, clockwise, x right and y down.
    """

    top: int | None
    bottom: Face | None
    sure: bool
    options: list[int]
    corners_px: list[tuple[float, float]]
    movement: Movement | None = None


class Reading(msgspec.Struct, frozen=True):
    """What one settled picture of the pane shows."""

    status: Status
    kind: Kind | None
    wands: dict[str, WandReading]


class ThrowReport(msgspec.Struct, frozen=True):
    """From vision: wands came to rest.  ``seq`` and ``question`` are those of the state it looked at.

    ``picture`` is the SHA-256 of the deciding frame (masked JPEG), uploaded before to ``/api/device/picture``.
    """

    seq: int
    question: str | None
    request: str
    reading: Reading
    picture: str | None = None
    simulated: bool = False


class ThrowAnswer(msgspec.Struct, frozen=True):
    """To ``ThrowReport``: played, put to the players, or of no use; the sequence number after it."""

    outcome: Literal["accepted", "proposed", "ignored", "stale"]
    seq: int


class PictureAnswer(msgspec.Struct, frozen=True):
    """To a picture: its name, the SHA-256 of the bytes."""

    picture: str

"""Pane and wands as an eye may have learnt them, small: for tests of what the host does with such files."""

from __future__ import annotations

import base64

import msgspec

PICTURE = base64.b64encode(b"\x89PNG\r\n\x1a\n no more of it").decode()


def pane(width: int = 640) -> bytes:
    """A ``pane.json``; another width is another pane."""
    return msgspec.json.encode(
        {
            "version": 1,
            "size_px": [width, 480],
            "focal_px": 600.0,
            "centre_px": [320.0, 240.0],
            "distortion": [0.0, 0.0, 0.0, 0.0, 0.0],
            "rotation": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            "translation_mm": [0.0, 0.0, 300.0],
            "thickness_mm": 4.0,
            "index": 1.49,
            "rms_px": 0.2,
            "opening_mm": [[-100.0, -100.0], [100.0, -100.0], [100.0, 100.0], [-100.0, 100.0]],
        }
    )


def wands(length: float = 120.0) -> bytes:
    """A ``wands.json`` of one wand; another length is another wand."""
    faces = {face: {"top": top, "picture": PICTURE} for top, face in enumerate(("power", "magic", "fate"))}
    wand = {"length_mm": length, "side_mm": 15.0, "faces": faces}
    told = {"version": 1, "density": 2.0, "taught_px_per_mm": 2.5, "wands": {"red": wand}, "empty": PICTURE}
    return msgspec.json.encode(told)

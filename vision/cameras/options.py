"""Options of a real camera, behind its name: ``pi:1,mains=60,flip=yes``."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.exposure import MAINS_HZ
from vision.errors import CameraError
from vision.picture import Picture

FLIP = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Options:
    """``chosen`` is which camera; ``mains`` the frequency (Hz) that lamps flicker with, ``flip`` for a mirror at 45
    degrees between pane and camera, which turns the picture left to right."""

    chosen: str = ""
    mains: int = 50
    flip: bool = False

    @classmethod
    def of(cls, argument: str) -> Options:
        """Read them.  Raises CameraError."""
        chosen, *options = argument.split(",")
        mains, flip = 50, False
        for option in options:
            key, _, value = option.partition("=")
            if key == "mains" and value in map(str, MAINS_HZ):
                mains = int(value)
            elif key == "flip" and value in FLIP:
                flip = FLIP[value]
            else:
                raise CameraError(f"a camera has the options mains=50, mains=60 and flip=yes, not {option!r}")
        return cls(chosen, mains, flip)


def flipped(picture: Picture) -> Picture:
    """As it is without the mirror."""
    return np.asarray(cv2.flip(picture, 1), dtype=np.uint8)

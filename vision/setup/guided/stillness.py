"""Is the picture at rest, and is it another one than the last that was judged?"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.base import Frame
from vision.picture import Picture

Small = NDArray[np.float32]

WIDTH = 160
"""Pictures are compared so wide (cells): noise is averaged over 64 pixels."""
LEVELS = 5.0
"""Grey levels by which a cell differs: noise of a dim room makes less than 1, a black wand under a dark hood 6."""
SHARE = 0.002
"""Share of the cells that differ: a wand covers ten times as much."""
REST_S = 0.6
"""A hand that lays a wand down and leaves stays shorter than this at one place."""


class Stillness:
    """Fed with every frame; ``judged`` marks the present picture as dealt with."""

    def __init__(self, rest_s: float = REST_S) -> None:
        self.rest_s = rest_s
        self._anchor: Small | None = None
        self._since = 0.0
        self._small: Small | None = None
        self._judged: Small | None = None

    def feed(self, frame: Frame) -> bool:
        """Whether nothing has moved for a while."""
        self._small = small(frame.picture)
        if self._anchor is None or differ(self._small, self._anchor):
            self._anchor, self._since = self._small, frame.stamp
        return frame.stamp - self._since >= self.rest_s

    @property
    def news(self) -> bool:
        """Whether the last frame shows something else than the picture that was judged."""
        if self._small is None:
            return False
        return self._judged is None or differ(self._small, self._judged)

    def judged(self) -> None:
        """The picture of the last frame is dealt with."""
        self._judged = self._small

    def forget(self) -> None:
        """The picture of the last frame may be judged once more."""
        self._judged = None


def small(picture: Picture) -> Small:
    """A small grey picture for comparing."""
    height, width = picture.shape[:2]
    less = cv2.resize(picture, (WIDTH, max(1, WIDTH * height // width)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(cv2.cvtColor(less, cv2.COLOR_BGR2GRAY).astype(np.float32), (3, 3)))


def differ(one: Small, other: Small) -> bool:
    """Whether two small pictures show different things."""
    if one.shape != other.shape:
        return True
    return float((np.abs(one - other) > LEVELS).mean()) > SHARE

"""Light: how bright the room is now, and the empty pane as it would look in the light of another picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.numeric.colour import brightest
from vision.numeric.medians import median
from vision.numeric.robust import fitted
from vision.picture import Picture

COARSE = 9
LITTLE = 4.0
"""Grey levels added before light is compared as a ratio."""


DIM = 0.7
"""In less light than this share of the taught one a picture is brightened first: grey levels that were counted in the
light of the teaching then mean the same.  Of 11 dim throws of nine tables 5 instead of 2 were read."""


def brightened(picture: Picture, light: float) -> Picture:
    """A picture in the light of the teaching; its noise, which grows as well, is evened out a little."""
    return np.asarray(cv2.convertScaleAbs(cv2.blur(picture, (3, 3)), alpha=1 / light), dtype=np.uint8)


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
    # A plane; wands and heads are what stands out.
    planes = fitted(here[usable].T, ratio[usable].T, 4, 1.5, 0.01).T
    corners = np.array([[1, a, b] for a in (-0.5, 0.5) for b in (-0.5, 0.5)]) @ planes
    gain = cv2.resize(np.exp(corners).reshape(2, 2, 3).astype(np.float32), (32, 32))
    full = cv2.resize(gain, empty.shape[1::-1])
    return np.asarray(cv2.multiply(empty, full, dtype=cv2.CV_8U), dtype=np.uint8)


def brightness(flat: Picture, empty: Picture, inside: NDArray[np.uint8]) -> float:
    """How bright the room is, compared with the empty picture; both top-down, ``inside`` every third cell of both."""
    now, then = (brightest(np.ascontiguousarray(p[::3, ::3])) for p in (flat, empty))
    usable = (then < 245) & (now < 250) & (inside > 0)
    if usable.sum() < 0.05 * inside.sum():
        return 1.5
    ratios = (now[usable] + np.float32(2)) / (then[usable] + np.float32(2))
    return min(max(median(ratios), 0.05), 4.0)

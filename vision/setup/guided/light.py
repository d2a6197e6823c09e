"""Light and exposure of a picture, judged in words."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.protocol import Said
from vision.numeric.colour import brightest, darkest
from vision.picture import Picture

DARK_LEVEL = 60.0
"""Grey levels of the brighter parts (95th percentile): the darkest set that was read well has 66."""
WHITE, WHITE_SHARE = 250, 0.2
"""So many grey levels are white; with a larger share of it nothing can be seen there."""
MIRROR_SHARE = 0.0006, 0.05
"""Share of the picture that a mirrored lamp covers: less is a glint, more is a bright ceiling."""
MOST_MIRRORED = 8
Box = tuple[float, float, float, float]


def judged(picture: Picture, where: NDArray[np.uint8] | None = None) -> tuple[list[Said], list[Box]]:
    """What is to be said of the light, and where lamps are mirrored (x, y, width, height; 0 to 1).

    ``where`` is not 0 inside the pane; None: the whole picture counts.
    """
    inside = np.ones(picture.shape[:2], bool) if where is None else where > 0
    level = float(np.percentile(brightest(picture)[inside], 95))
    white = (darkest(picture) >= WHITE) & inside
    said = []
    if level < DARK_LEVEL:
        said.append(Said("dark", {"level": round(level)}))
    share = float(white.sum()) / max(1, int(inside.sum()))
    boxes = [] if share > WHITE_SHARE else _boxes(white)
    if share > WHITE_SHARE:
        said.append(Said("washed", {"percent": round(100 * share)}))
    if boxes:
        said.append(Said("mirrored"))
    return said or [Said("light-good")], boxes


def _boxes(white: NDArray[np.bool_]) -> list[Box]:
    """The larger white patches."""
    height, width = white.shape
    count, _, stats, _ = cv2.connectedComponentsWithStats(white.astype(np.uint8))
    low, high = (share * height * width for share in MIRROR_SHARE)
    found = [stats[i] for i in range(1, count) if low <= stats[i][cv2.CC_STAT_AREA] <= high]
    found.sort(key=lambda s: -int(s[cv2.CC_STAT_AREA]))
    return [(s[0] / width, s[1] / height, s[2] / width, s[3] / height) for s in map(_plain, found[:MOST_MIRRORED])]


def _plain(stats: NDArray[np.int32]) -> list[float]:
    return [float(v) for v in stats]

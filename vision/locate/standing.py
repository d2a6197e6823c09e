"""A wand that stands on its end: a small thing of its colour, end face and foreshortened sides, where it is missing."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.numeric.colour import shade_and_hue
from vision.numeric.masks import pieces
from vision.picture import Picture
from vision.scene.foreground import Foreground

Array = NDArray[np.float64]

LEAST, MOST = 0.4, 0.6
"""Its area is at least LEAST of a square as wide as a wand; area and length are at most MOST of a lying wand's."""
RIM_MM = 5.0
"""What is new is taken so much too wide, for noise is evened out there."""
HUE, SHADE = 0.3, 0.8
"""Its sides may be so far (logarithm) from the taught colour in hue, and so much darker or brighter: they stand up."""


def stands(flat: Picture, rest: Foreground, size: tuple[float, float], woods: list[Array]) -> bool:
    """Whether a wand of that length and side (mm) and one of these colours (b, g, r in this light) stands on the pane.

    ``flat`` is the top-down picture, ``rest`` what is new on the pane apart from the wands that lie there.
    """
    return any(_alike(colour, wood) for colour in _small_things(flat, rest, *size) for wood in woods)


def _small_things(flat: Picture, rest: Foreground, length: float, side: float) -> Iterator[Array]:
    """Colour (median) of each new thing that is neither a speck nor as long as a wand that lies."""
    wide = round(RIM_MM * rest.grid.scale) | 1
    mask = np.asarray(cv2.erode(rest.mask, np.ones((wide, wide), np.uint8)), dtype=np.uint8)
    for piece in pieces(mask):
        area, reach = piece.area / rest.grid.scale**2, math.hypot(piece.width, piece.height) / rest.grid.scale
        if LEAST * side * side <= area <= MOST * length * side and reach <= MOST * length:
            yield np.asarray(np.median(flat[piece.box][piece.cells], axis=0), dtype=np.float64)


def _alike(colour: Array, wood: Array) -> bool:
    shade, hue = shade_and_hue(colour, wood)
    return bool(abs(shade) <= SHADE and hue <= HUE)

"""Does something hold an end of a wand?  A hand lies on both its sides, and is neither the empty pane nor a shadow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane
from vision.geometry.pose import Pose
from vision.locate.outline import Outline
from vision.scene.view import View

Array = NDArray[np.float64]

REACH_MM, BEYOND_MM = 25.0, 4.0
"""Looked at from so far inwards of an end to so far beyond it."""
AWAY_MM = (2.5, 4.0, 6.0, 9.0)
"""Distances from the long sides."""
DIFFERENT, TINTED, LITTLE = 25.0, 0.12, 8.0
"""Grey levels, and hue (logarithm, so many levels added), by which a thing is no empty pane and no shadow on it."""
FEWEST = 10
"""Places beside an end, of 48, that must be on the pane and off other wands."""
ON_BOTH, TINTED_ON_BOTH, TINTED_SIDES = 0.15, 0.1, 0.2
"""Shares of the places of the poorer side, and of both, that are different and tinted: of 12 hands that held an end all
had more, and many a head or an arm behind a wand."""
RIM_MM = 1.0
BESIDE_MM = 2.0


@dataclass(frozen=True)
class Beside:
    """What surrounds an end: shares of the places on its left and right that differ from the empty pane, and that
    differ in hue (2,); and the brightest channel of what differs (grey levels).
    """

    different: Array
    tinted: Array
    brightness: float

    @property
    def holds(self) -> bool:
        """Whether that may be a thing that holds the end."""
        return bool(
            self.different.min() >= ON_BOTH
            and self.tinted.min() >= TINTED_ON_BOTH
            and self.tinted.mean() >= TINTED_SIDES
        )


def beside(view: View, pane: Pane, outline: Outline, others: list[Outline], end: int) -> Beside:
    """Look around the end 0 or 1 of a wand, off the ``others``."""
    sides = [_strange(view, _free(pane, outline, others, 2 * end - 1, side)) for side in (-1, 1)]
    different, tinted, bright = np.array(sides).T
    return Beside(different, tinted, float(bright.max()))


def _free(pane: Pane, outline: Outline, others: list[Outline], end: int, side: int) -> Array:
    """Places (n, 2) beside an end that are on the pane and no other wand's."""
    uv = _lattice(outline.length, outline.side) * [end, side]
    places = outline.centred.places(uv)
    keep = pane.beyond(places) < -RIM_MM
    for other in others:
        keep &= ~covers(other.centred, other.length + 2 * BESIDE_MM, other.side + 2 * BESIDE_MM, places)
    return places[keep]


def covers(pose: Pose, length: float, side: float, places: Array) -> NDArray[np.bool_]:
    """Which places (..., 2) lie in a footprint."""
    away = np.abs((places - pose.middle) @ np.stack([pose.along, pose.right], axis=1))
    return np.asarray((away <= np.array([length, side]) / 2).all(axis=-1))


@lru_cache(maxsize=16)
def _lattice(length: float, side: float) -> Array:
    """Places (48, 2) beside the right end, to the right."""
    us = np.linspace(length / 2 - REACH_MM, length / 2 + BEYOND_MM, 12)
    return np.array([(u, side / 2 + v) for u in us for v in AWAY_MM])


def _strange(view: View, places: Array) -> tuple[float, float, float]:
    """Share of the places that differ from the empty pane, share that differ in hue, and how bright the former are."""
    if len(places) < FEWEST:
        return 0.0, 0.0, 0.0
    now, bare = view.around(places)
    ratio = np.log((now + LITTLE) / (bare + LITTLE))
    hue = np.abs(ratio - ratio.mean(axis=1, keepdims=True)).max(axis=1)
    different = np.abs(now - bare).max(axis=1) > DIFFERENT
    bright = float(np.median(now[different], axis=0).max()) if different.any() else 0.0
    return float(different.mean()), float((hue > TINTED).mean()), bright

"""Places where wands may lie, and which wand lies at which."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pose import Pose
from vision.numeric.colour import DARK, shade_and_hue
from vision.picture import Picture

Array = NDArray[np.float64]

GAINS = np.geomspace(0.45, 2.2, 9)
OTHERWISE_LIT = 0.15
"""What it costs that wands are brighter or darker than the pane beside them says (logarithm); at 0.12 a face that was
washed out by a lamp made all wands twice as bright."""
UNEVEN = 0.2
"""Light differs by so much (logarithm) between one corner of the pane and another."""
ABSENT = 0.1
"""A wand is called missing rather than seen with less than this (outline shown less colour difference)."""
NEW_SHARE, OLD_COSTS, PART_COSTS = 0.35, 0.5, 0.25
SPREAD, EVEN_SHARE = 0.3, 0.65
"""Wood with marks and some glare is of one colour, within so much, on at least this share of its face."""
PLAINLY, ENDS_SEEN, ALL_NEW = 0.8, 0.45, 0.85


@dataclass(frozen=True)
class Wood:
    """A wand before its faces are looked at: length and side (mm), colour (b, g, r) in the light of the teaching."""

    length: float
    side: float
    colour: Array


@dataclass(frozen=True)
class Place:
    """A candidate settled on its edges: colour, how well its outline and its fainter end show, share that is new."""

    pose: Pose
    colour: Array
    shown: float
    ends: float
    new: float
    even: float
    score: float

    @cached_property
    def worth(self) -> float:
        """How clearly it shows, less what it costs to be (partly) the empty pane or of several colours."""
        old = OLD_COSTS * max(0.0, 1 - self.new / NEW_SHARE) + PART_COSTS * max(0.0, 0.9 - self.new)
        return self.shown - old - max(0.0, EVEN_SHARE - self.even)

    @property
    def obvious(self) -> bool:
        """Whether that is a wand, of whatever colour."""
        return self.worth >= PLAINLY

    @property
    def plain(self) -> bool:
        """Whether there is nothing better along itself: outline or both ends show, and it is no bare pane."""
        return plainly(self.shown, self.ends, self.new)


def plainly(shown: float, ends: float, new: float) -> bool:
    """Whether a place with such an outline, such ends and such a share that is new is a wand's from end to end."""
    return shown >= PLAINLY or (ends >= ENDS_SEEN and new >= ALL_NEW)


def alike(patch: Picture, colour: Array) -> float:
    """Share of a patch that is about of that colour (b, g, r)."""
    reach = SPREAD * colour + DARK
    return cv2.countNonZero(cv2.inRange(patch, colour - reach, colour + reach)) / (patch.size / 3)


def assigned(places: list[Place], woods: dict[str, Wood], light: float) -> tuple[dict[str, Place], float]:
    """Give each wand the place that fits it, with one common brightness for all; a wand may be missing."""
    bases = np.array([w.colour for w in woods.values()]) * light
    index = _orders(len(places), len(woods))
    worth = np.full((len(GAINS), len(places) + 1, len(woods)), ABSENT)
    if places:
        shown, colours = np.array([p.worth for p in places]), np.array([p.colour for p in places])
        worth[:, :-1] = _worth(shown, colours, bases * GAINS[:, None, None])
    total = worth[:, index, np.arange(len(woods))].sum(axis=2) - OTHERWISE_LIT * np.abs(np.log(GAINS))[:, None]
    number, top = divmod(int(total.argmax()), len(index))
    chosen = {c: places[i] for c, i in zip(woods, index[top], strict=True) if i >= 0}
    return chosen, light * float(GAINS[number])


def _worth(shown: Array, colours: Array, bases: Array) -> Array:
    """How well places would do for wands that look so in each light (lights, wands, 3): outline shown, less difference
    of hue and (leniently) of brightness: (lights, places, wands).
    """
    shade, hue = shade_and_hue(colours[:, None], bases[:, None])
    return np.asarray(shown[:, None] - 1.1 * hue - 0.6 * np.maximum(0.0, np.abs(shade) - UNEVEN))


@lru_cache(maxsize=64)
def _orders(places: int, wands: int) -> NDArray[np.intp]:
    """Every way to give each wand a place of its own or none (-1): (ways, wands)."""
    slots = list(range(places)) + [-1] * wands
    return np.array(sorted(set(permutations(slots, wands))), dtype=np.intp)

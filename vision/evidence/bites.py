"""Notches where a guess has them: what is seen at the two edges compared with every guess at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

STEP_MM = 0.5
SLIDE_MM = 1.5
"""How far a wand's middle may be off along the wand."""
APART_MM = 2.6
"""Notches nearer than this to each other are the same place."""
REACH_MM = 0.8
UNSEEN = 0.02
"""Misfit of a notch that cannot be seen: it speaks neither for a guess nor against it."""
SPOT = 0.7
"""A place of this height looks like a notch."""
SLIDES = np.arange(-SLIDE_MM, SLIDE_MM + 0.01, STEP_MM)
LESS_LIKELY = 0.03 * (SLIDES / SLIDE_MM) ** 2
"""Misfit of a wand that is off along itself."""


@dataclass(frozen=True)
class Bites:
    """Middles of the notches (u, mm) seen on the left and the right edge."""

    left: tuple[float, ...]
    right: tuple[float, ...]

    def turned(self) -> Bites:
        """As seen when the wand is turned round."""
        return Bites(tuple(-u for u in self.right), tuple(-u for u in self.left))

    def edge(self, number: int) -> tuple[float, ...]:
        """Left is 0, right is 1."""
        return (self.left, self.right)[number]


class Compared(NamedTuple):
    """For each guess: about 1 for each notch too many or too few, the share of its notches that are in view, and about
    1 for each edge with a notch, seen for certain, that it does not have.
    """

    misfits: Array
    seen: Array
    beyond: Array


class Expected:
    """The notches of each guess at every slide of the wand, made ready for comparing."""

    def __init__(self, u: Array, bites: list[Bites], even: Mask) -> None:
        """``u`` (n,) are the places that are looked at; ``even`` (guesses, 2, n) where only a notch is uneven."""
        at = _padded(bites)[..., None] + SLIDES
        self.there = np.isfinite(at)
        place = np.rint((np.where(self.there, at, 0.0) - u[0]) / STEP_MM).astype(np.intp)
        self.index = np.clip(place, 0, len(u) - 1) + len(u) * np.arange(2)[:, None, None]
        self.count = np.maximum(self.there[..., 0].sum(axis=(1, 2)), 1)
        own = (np.abs(u - at[..., None]) <= APART_MM).any(axis=2)
        self.stray = ~own & even[:, :, None]

    def misfits(self, heights: Array) -> Compared:
        """Each guess compared with what is seen: ``heights`` (2, n) tell how much each place looks like a notch, 0 to
        1, nan where that cannot be told.
        """
        height = _reached(heights).ravel()[self.index]
        unseen = np.isnan(height) & self.there
        lacking = np.where(unseen, UNSEEN, np.where(self.there, (1 - height) ** 2, 0.0)).sum(axis=(1, 2))
        known = np.where(np.isnan(heights), 0.0, heights)
        beyond = ((self.stray * known[:, None]).max(axis=-1) ** 2).sum(axis=1)
        total = lacking + 0.5 * beyond + LESS_LIKELY
        best = np.arange(len(total)), total.argmin(axis=1)
        return Compared(total[best], 1 - unseen.sum(axis=(1, 2))[best] / self.count, beyond[best])


def _padded(bites: list[Bites]) -> Array:
    """Places (guesses, 2, most notches of an edge), nan where there are fewer."""
    most = max((len(each.edge(edge)) for each in bites for edge in (0, 1)), default=0)
    rows = [[(*each.edge(edge), *[np.nan] * (most - len(each.edge(edge)))) for edge in (0, 1)] for each in bites]
    return np.array(rows, dtype=np.float64).reshape(len(bites), 2, most)


def _reached(heights: Array) -> Array:
    """Highest of each edge within `REACH_MM` of each place; nan where glare hides most of that."""
    wide = 2 * round(REACH_MM / STEP_MM) + 1
    hidden = np.isnan(heights)
    filled = np.where(hidden, -1.0, heights).astype(np.float32)
    top = cv2.dilate(filled, np.ones((1, wide), np.uint8)).astype(np.float64)
    share = cv2.blur(hidden.astype(np.float32), (wide, 1))
    return np.where((share > 0.4) | (top < 0), np.nan, top)

"""Where along itself a wand lies, told by its own colour: a beam, a head or glare may hide or fake one of its ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.numeric.colour import DARK, shade_and_hue
from vision.numeric.robust import fitted
from vision.picture import Picture
from vision.scene.glare import WASHED_OUT
from vision.scene.view import EmptyPane

Array = NDArray[np.float64]

FARTHEST = 0.55
"""A wand is looked for so far (share of its length) from where its outline seemed to be."""
BESIDE_MM = 8.0
"""So far beyond both ends there should be none of its colour."""
LIKE, NEARER = 0.1, 0.25
"""Brightness differs (logarithm) by less in one wand; what is nearer to wood than to the pane by so much, is wood."""
UNCLEAR = 0.05
"""What speaks against wood by no more than this is not clear."""
MIRRORED = 0.25
"""Share of a column from which on a lamp's image hides what lies there."""
ROUNDS, SPREAD = 4, 1.5
"""How light changes along a wand is a line through most of it."""
LEAST_MM, LEAST_GAIN = 2.5, 5.0
"""A shorter way is the outline's business; a longer one must gain so much (mm of wand instead of pane)."""


@dataclass(frozen=True)
class Strip:
    """What speaks for a wand at ``us`` (mm) along a pose: 1 for its wood, -1 for the bare pane, 0 for neither."""

    us: Array
    told: Array
    half: float

    def shift(self) -> float:
        """How far (mm, along u) the wand lies from the pose; 0 where that is not clear."""
        farthest = np.floor(2 * self.half * FARTHEST)
        shifts = np.arange(-farthest, farthest + 0.5)
        gains = 2 * self._covered(shifts, self.half) - self._covered(shifts, self.half + BESIDE_MM)
        best = int(np.argmax(gains - 0.02 * np.abs(shifts)))
        clear = gains[best] - gains[len(shifts) // 2] >= LEAST_GAIN and abs(shifts[best]) >= LEAST_MM
        return float(shifts[best]) if clear else 0.0

    def bare(self) -> float:
        """How much (mm, less where it is not clear) of the footprint is bare pane at that end where it is more."""
        against = -self.told[np.abs(self.us) <= self.half] - UNCLEAR
        most = max(float(np.cumsum(side).max()) for side in (against, against[::-1]))
        return max(0.0, most) * float(self.us[1] - self.us[0])

    def _covered(self, shifts: Array, half: float) -> Array:
        """Sum (mm) of what is told between ``-half`` and ``half`` around each shift."""
        sums = np.concatenate([[0.0], np.cumsum(self.told)]) * (self.us[1] - self.us[0])
        starts, ends = np.searchsorted(self.us, shifts - half), np.searchsorted(self.us, shifts + half)
        return np.asarray(sums[ends] - sums[starts])


def strip_of(
    sampler: Sampler, pose: Pose, size: tuple[float, float], wood: Array, bare: Picture, empty: EmptyPane
) -> Strip:
    """Look along a wand of that length and side (mm) and beyond both its ends.

    ``wood`` is its colour (b, g, r) and ``bare`` the ``empty`` pane, in this light.  Marks, glare, images of lamps and
    strange things speak for neither.
    """
    half = size[0] / 2
    window = half + FARTHEST * size[0] + BESIDE_MM, size[1] / 2 - 2.5
    seen = np.median(sampler.cut(pose, *window), axis=0)
    pane = np.median(sampler.layer(bare, empty.grid, pose, *window), axis=0)
    mirrored = sampler.layer(empty.mirrors, empty.grid, pose, *window).mean(axis=0)
    us = (np.arange(len(seen)) - len(seen) // 2) / sampler.density
    told = _told(us, seen, pane, np.abs(us) <= half, wood)
    return Strip(us, np.where(mirrored > MIRRORED, 0.0, told), half)


def _told(us: Array, seen: Array, pane: Array, covered: NDArray[np.bool_], wood: Array) -> Array:
    """1 for wood, -1 for the bare pane, 0 for what is as far from both, for light, outside the picture: (columns,)."""
    shade, hue = shade_and_hue(seen, wood)
    from_wood = hue + np.maximum(0.0, np.abs(shade - _lit(us, shade, covered & (hue < NEARER))) - LIKE)
    from_pane = np.abs(np.log((seen + DARK) / (pane + DARK))).max(axis=1)
    nearer = np.clip((from_pane - from_wood) / NEARER, -1.0, 1.0)
    told = nearer * np.clip(2 - np.minimum(from_pane, from_wood) / NEARER, 0.0, 1.0)
    unknown = (seen.min(axis=1) >= WASHED_OUT) | (seen.max(axis=1) == 0) | (pane.max(axis=1) == 0)
    return np.where(unknown, 0.0, told)


def _lit(us: Array, shade: Array, alike: NDArray[np.bool_]) -> Array:
    """How bright (logarithm) wood is at each place: a line through most of the wand, on beyond it as at its ends; of a
    black wand that a window lights from aside one end may be twice as bright as the other.
    """
    if not alike.any():
        return np.zeros(len(us))
    first, last = us[alike][[0, -1]]
    terms = np.stack([np.ones(len(us)), np.clip(us, first, last) / us[-1]])
    return np.asarray((fitted(terms, shade[None], ROUNDS, SPREAD, LIKE / 2, alike[None]) @ terms)[0])

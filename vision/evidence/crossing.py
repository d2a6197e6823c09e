"""Things that cross a long side of a wand: a coin or a base under it, a wand above or below it, a thumb.

A wand's side is a step from its wood to what lies beside it.  Where a thing lies between wand and pane the step is
gone: just inside the footprint the colour is not the wand's, but that of what is just outside, and that is not the
empty pane.
Shadows and light do not do that: they change the wood and leave the step.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.scene.view import EmptyPane, View

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

STEP_MM, DENSITY = 2.0, 3.0
"""Length of the stretches that are compared, and samples a millimetre of the strips."""
INSIDE_MM, OUTSIDE_MM = (0.4, 1.3), (1.0, 2.6)
"""The strips inwards and outwards of the side."""
ENDS_MM = 4.0
"""So much at both ends is left out: the end faces show there."""
STRANGE, NEW, ALIKE = 20.0, 12.0, 0.5
"""Grey levels by which the inner strip differs from the wand, and the outer one from the empty pane; and both from each
other by less than this share of the former."""
BRIGHT, VANISHED, DARK = 60.0, 8.0, 50.0
"""Where the inner strip is so much brighter than the wand no shadow explains it, even where the thing looks like the
empty pane.  Where a thing of the wand's colour is beside it the step is less than the second, of which nothing can be
said where both are darker than the third."""
SAME, LITTLE = 0.15, 8.0
"""A shadow over both strips changes both by the same share, to within so much (logarithm, so many levels added)."""
IN_VIEW = 0.9
"""Share of a stretch that no light hides."""
WHITE = 245.0
"""Brighter strips are light upon the pane or the wand."""
CUT_MM = 4.0
"""So near to a notch the background shows through."""


@dataclass(frozen=True)
class Crossing:
    """Stretches of the left and the right side that a thing crosses (2, n), and where (mm on the pane, (2, n, 2))."""

    crossed: Mask
    places: Array

    def longest(self, beside: Mask) -> float:
        """Length (mm) of the longest run of crossed stretches that are not ``beside`` (2, n) another wand."""
        return STEP_MM * max(_run(row) for row in self.crossed & ~beside)


def _run(row: Mask) -> int:
    """Number of the most neighbours in a row that are all true."""
    ends = np.flatnonzero(~np.concatenate([[False], row, [False]]))
    return int(np.diff(ends).max()) - 1


@lru_cache(maxsize=16)
def stretches(length: float) -> Array:
    """The middle u of each stretch (n,)."""
    count = int((length - 2 * ENDS_MM) // STEP_MM)
    return np.asarray((np.arange(count) - (count - 1) / 2) * STEP_MM, dtype=np.float64)


def strip(patch: NDArray[Any], density: float, length: float, side: float, depth: tuple[float, float]) -> Array:
    """Mean colours of each stretch of a strip along both sides, ``depth`` mm inwards (negative: outwards): (2, n, c).

    ``patch`` (rows, columns, c) has its middle in the wand's middle.
    """
    us = stretches(length)
    rows, columns = patch.shape[0] // 2, patch.shape[1] // 2
    half = len(us) * STEP_MM / 2
    low, high = round(columns - half * density), round(columns + half * density) + 1
    means = []
    for sign in (-1, 1):
        near, far = sorted(round(sign * (side / 2 - d) * density) for d in depth)
        band = np.ascontiguousarray(patch[rows + near : rows + far + 1, low:high], dtype=np.float32)
        means.append(cv2.resize(band, (len(us), 1), interpolation=cv2.INTER_AREA).reshape(len(us), -1))
    return np.array(means, dtype=np.float64)


def crossing_of(
    sampler: Sampler, view: View, empty: EmptyPane, pose: Pose, size: tuple[float, float], wood: Array, cut: Mask
) -> Crossing:
    """Look along both sides of a wand of ``size`` (mm): ``wood`` (2, n, 3) is how its inner strips should look, ``cut``
    (2, n) where a notch may be.
    """
    length, side = size
    wide = Sampler(sampler.pane, view.picture, DENSITY)
    half = length / 2, side / 2 + OUTSIDE_MM[1] + 1 / DENSITY
    patch = wide.cut(pose, *half)
    clear = (wide.layer(empty.mirrors, empty.grid, pose, *half) == 0).astype(np.float32)[..., None]
    inner = strip(patch, DENSITY, length, side, INSIDE_MM)
    outer = strip(patch, DENSITY, length, side, (-OUTSIDE_MM[0], -OUTSIDE_MM[1]))
    seen = strip(clear, DENSITY, length, side, INSIDE_MM)[..., 0] >= IN_VIEW
    us, away = stretches(length), side / 2 + sum(OUTSIDE_MM) / 2
    places = np.stack([pose.places(np.column_stack([us, np.full(len(us), s * away)])) for s in (-1, 1)])
    bare = view.at(places.reshape(-1, 2))[1].reshape(inner.shape)
    strange, step = np.abs(inner - wood).max(axis=2), np.abs(inner - outer).max(axis=2)
    new, glaring = np.abs(outer - bare).max(axis=2), (inner - wood).min(axis=2)
    gone = (strange > STRANGE) & (step < ALIKE * strange) & ((new > NEW) | (glaring > BRIGHT))
    shaded = (
        np.abs(np.log((inner + LITTLE) * (bare + LITTLE) / ((wood + LITTLE) * (outer + LITTLE)))).max(axis=2) < SAME
    )
    gone &= ~shaded
    gone |= (step < VANISHED) & (new > STRANGE) & (inner.max(axis=2) > DARK)
    white = (inner.min(axis=2) > WHITE) | (outer.min(axis=2) > WHITE)
    return Crossing(gone & seen & ~white & ~cut, places)

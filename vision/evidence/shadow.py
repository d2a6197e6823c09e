"""The frame's shadow upon a face: beyond a straight line it is darker by one factor in all colours.

Lamps close under the pane draw the border of that shadow as sharply as a mark, and what lies in it shows fainter.  So
the shaded part is brought to the light of the rest before a mark is looked for; what is under the border is unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Patch
from vision.numeric.medians import row_medians

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

CELL_MM = 1.0
"""The line is looked for on cells of so much: strokes of marks are about as wide and mix in."""
RIM_CELLS = 1
"""Left out at sides and ends: what is beside the wand mixes in."""
LITTLE = 4.0
"""Grey levels added before logarithms."""
DEGREES = np.array([0, 1, 2, 3, 5, 8, 12, 18, 27, 40, 60, 75, 90, -1, -2, -3, -5, -8, -12, -18, -27, -40, -60, -75])
"""Angles of the line with the wand: a wand is ten times as long as wide, so that small ones matter more."""
APART = 0.3
"""A shadow is darker by so much (logarithm) across its border; less leaves marks as they are."""
LIT, SHADED = 0.6, 0.25
"""What is brighter than the wood by more (logarithm) lies under mirrored light, lamps nearby or not; what is not darker
by so much, all of it, is in no shadow: a large mark beside the line is dark as well."""
LEVELS = 30.0
"""Grey levels that make a step; in darker wood noise, a veil and a mirrored lamp draw smaller ones; no mark is lost."""
SAME_HUE = 0.25
"""No channel's step differs by such a share from that of all: a thing of another colour is no shadow."""
PLAIN = 60.0
"""Grey levels of a channel whose step is asked: of darker ones a veil upon the glass takes too much."""
LEAST = 0.03
"""Share of the face in the smaller part: a corner of 5 mm."""
STEEP = np.abs(DEGREES) > 30
"""Those that lie rather across the wand than along it."""
TRIES = 2
"""Lines along and across the wand that are tried: a mark may draw better ones, of neighbouring angles, than the border
that it lies across."""
WINDOW = 6
"""Cells on both sides of a line that are compared."""
NOISE = 0.05
"""Wood varies by so much (logarithm) at least."""
NEAR_MM, FAR_MM, WIDE_MM = 1.5, 4.5, 9.0
"""Nearer to the border nothing is known; whether there is a step is told by what is from so far to so far of it, and
how high it is by what is up to `WIDE_MM` away: a mark across the border covers less of that."""
PIECES, MOST, STEADY = 6, 0.8, 0.5
"""Of so many pieces along the line such a share, and those at both its ends, must show such a share of the step: what a
mark draws ends sooner, and light that grows along a wand makes no step at all."""


@dataclass(frozen=True)
class Shadow:
    """Cells of a patch in the shadow, those at its border, and by what factor (3,) the light is brighter."""

    shaded: Mask
    border: Mask
    factor: NDArray[np.float32]

    def relit(self, patch: Patch) -> Patch:
        """The patch as the light of its brighter part would show all of it."""
        return np.where(self.shaded[..., None], patch * self.factor, patch)


@dataclass(frozen=True)
class _Line:
    """``away`` from it (mm) is positive where it is brighter: at u, v ``u * across[0] + v * across[1] - place``."""

    across: Array
    place: float

    def away(self, us: Array, vs: Array) -> Array:
        return np.asarray(us * self.across[0] + vs[:, None] * self.across[1] - self.place)


def shadow_on(patch: Patch, density: float, length: float, side: float, wood: Array) -> Shadow | None:
    """The shadow on the face in the middle of a ``patch``, a wand's of that length and side (mm), if there is one.

    ``wood`` is its colour in this light: a part that is no darker than that has all its light, and what is brighter is
    under a veil of mirrored light, which no factor takes away.
    """
    vs, us = ((np.arange(n) - n // 2) / density for n in patch.shape[:2])
    rows, columns = (np.flatnonzero(np.abs(at) <= mm / 2) for at, mm in ((vs, side), (us, length)))
    face = patch[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    size = [max(4, round(n / density / CELL_MM)) for n in face.shape[1::-1]]
    cells = cv2.resize(face, size, interpolation=cv2.INTER_AREA)[RIM_CELLS:-RIM_CELLS, RIM_CELLS:-RIM_CELLS]
    light = np.asarray(cv2.log(cells + np.float32(LITTLE)), dtype=np.float32)
    down, along = (middles(n) for n in light.shape[:2])
    steps = ((line, _step(light, line, along, down, wood)) for line in border_lines(light.mean(axis=2), along, down))
    line, step = next(((line, step) for line, step in steps if step is not None), (None, None))
    if line is None or step is None:
        return None
    away = line.away(us, vs)
    on_face = (np.abs(vs) <= side / 2)[:, None] & (np.abs(us) <= length / 2)
    return Shadow((away < 0) & on_face, (np.abs(away) < NEAR_MM) & on_face, np.exp(step).astype(np.float32))


def border_lines(grey: Patch, us: Array, vs: Array) -> list[_Line]:
    """The lines, one of each angle at most, that tell darker from brighter cells best."""
    if float(np.ptp(cv2.blur(grey, (5, 5))[::2, ::2])) < APART:
        return []
    sweep = _sweep(len(us), len(vs))
    worth = _contrast(sweep.sums(grey.ravel().astype(np.float64)))
    tops = np.abs(worth).argmax(axis=1)
    best = worth[np.arange(len(worth)), tops]
    signs = np.where(best > 0, 1.0, -1.0)
    ranked = np.argsort(-np.abs(best), kind="stable")
    order = [n for steep in (False, True) for n in ranked[STEEP[ranked] == steep][:TRIES]]
    order.sort(key=lambda n: -abs(best[n]))
    return [_Line(signs[n] * sweep.across[n], float(signs[n] * (sweep.first[n] + tops[n]))) for n in order]


@dataclass(frozen=True)
class _Sweep:
    """Lines at all `DEGREES` over the cells of a face: ``across`` (angles, 2), the ``first`` place of each (angles,),
    and in which ``bins`` (angles * cells,) of ``wide`` an angle the cells are, row by row.
    """

    across: Array
    first: Array
    bins: NDArray[np.intp]
    wide: int

    def sums(self, values: Array) -> Array:
        """Number of the cells, sum and sum of squares of their ``values`` (cells,) up to each place: (3, angles,
        places).
        """
        angles = len(self.first)
        weights = (None, np.tile(values, angles), np.tile(values * values, angles))
        each = [np.bincount(self.bins, w, angles * self.wide).reshape(angles, self.wide) for w in weights]
        sums = np.zeros((3, angles, self.wide + 1))
        np.cumsum(each, axis=2, out=sums[:, :, 1:])
        return sums


@lru_cache(maxsize=8)
def _sweep(columns: int, rows: int) -> _Sweep:
    """The lines over a face of so many cells, its middle in the middle."""
    us, vs = middles(columns), middles(rows)
    angles = np.radians(DEGREES)
    across = np.stack([-np.sin(angles), np.cos(angles)], axis=1)
    places = np.stack([_Line(each, 0.0).away(us, vs).ravel() for each in across])
    first = np.floor(places.min(axis=1))
    bins = (places - first[:, None]).astype(np.intp)
    wide = int(bins.max()) + 1
    return _Sweep(across, first, (bins + wide * np.arange(len(angles))[:, None]).ravel(), wide)


def middles(count: int) -> Array:
    """Middles (mm) of so many cells, about 0."""
    return np.asarray((np.arange(count) - (count - 1) / 2) * CELL_MM, dtype=np.float64)


def _contrast(sums: Array) -> Array:
    """How much brighter cells are just after each place than before it, in units of what is uncertain: (angles,
    places); of ``sums`` up to each place as `_Sweep` has them.
    """
    count = sums[0]
    places = np.arange(count.shape[1])
    before, after = np.maximum(places - WINDOW, 0), np.minimum(places + WINDOW, len(places) - 1)
    parts = [sums - sums[..., before], sums[..., after] - sums]
    some = [np.maximum(n, 1.0) for n, _, _ in parts]
    means = [t / n for (_, t, _), n in zip(parts, some, strict=True)]
    scatter = sum(np.maximum(q / n - m * m, 0.0) for (_, _, q), n, m in zip(parts, some, means, strict=True))
    smaller = np.minimum(count, count[:, -1:] - count)
    sure = np.sqrt(some[0] * some[1] / (some[0] + some[1]) / (scatter + NOISE**2))
    return np.where(smaller >= LEAST * count[:, -1:], (means[1] - means[0]) * sure, 0.0)


def _step(light: Patch, line: _Line, us: Array, vs: Array, wood: Array) -> Array | None:
    """By how much (logarithm, (3,)) the light is brighter across the line; None where that is no shadow's."""
    away = line.away(us, vs)
    along = us * line.across[1] - vs[:, None] * line.across[0]
    sides = _sides(away, FAR_MM)
    if not all(s.any() for s in sides):
        return None
    bright, dark = (np.exp(row_medians(light[s].T)) for s in (sides[0], away <= -NEAR_MM))
    above, below = (float((np.log(part) - np.log(wood + LITTLE)).mean()) for part in (bright, dark))
    veiled = above > LIT or below > -SHADED
    if veiled or float((bright - dark).max()) < LEVELS:
        return None
    cuts = np.linspace(max(along[s].min() for s in sides), min(along[s].max() for s in sides) + 1e-6, PIECES + 1)
    means = [[light[s & (along >= low) & (along < high)] for s in sides] for low, high in pairwise(cuts)]
    steps = np.array([row_medians(a.T) - row_medians(b.T) for a, b in means if len(a) and len(b)])
    if len(steps) < PIECES // 2:
        return None
    step = row_medians(steps.T)
    steady = steps.mean(axis=1) >= STEADY * step.mean()
    if step.mean() < APART or not (steady[0] and steady[-1] and steady.mean() >= MOST):
        return None
    plain = bright >= PLAIN
    if np.abs(step - step.mean())[plain].max(initial=0.0) > SAME_HUE * step.mean():
        return None
    lit, shaded = (row_medians(light[s].T) for s in _sides(away, WIDE_MM))
    return np.asarray(lit - shaded, dtype=np.float64)


def _sides(away: Array, far: float) -> tuple[Mask, Mask]:
    """The cells on the brighter and the darker side of a line, up to so far (mm) ``away`` from it."""
    near = (np.abs(away) >= NEAR_MM) & (np.abs(away) <= far)
    return near & (away > 0), near & (away < 0)

"""How sharply the long sides of a wand are drawn: where they are softer than they were taught, a mark is as well."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Patch

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

STRETCHES = 20
ENDS_MM = 1.5
"""So much at both ends is left out."""
INSIDE_MM, OUTSIDE_MM = (1.3, 3.0), (0.6, 1.0)
"""Inwards and outwards of the side: where its wood, and what is beside it, are measured."""
ACROSS_MM = 0.5
"""The step from one to the other is steepest over so much."""
LEVELS, TAUGHT_LEVELS = 4.0, 15.0
"""A smaller step (grey levels) is drawn by noise; noise makes it look steeper, so that only clear ones are learnt."""
LEAST_MM = 0.6
"""No side is learnt sharper: wands' edges are rounded, and a pixel is a quarter to a third of a millimetre."""
MIDDLE = slice(4, -4)
"""The stretches between which marks are."""
IN_VIEW = 0.9
"""Share of a stretch that no light hides."""
SHARP = 1.8
"""Sides are drawn over at most so many times the taught width: of 84 blank faces of seven harsh tables two were softer,
by more than 2.0; of 147 marks that smears, haze and defocus had made pass for blank those with sharper sides left
ghosts.  Without focus sides come out at 1.9 and more."""


def side_widths(
    patch: Patch, density: float, length: float, side: float, levels: float = LEVELS, clear: Mask | None = None
) -> Array:
    """Over how many mm the sharper of both sides turns from wood to what is beside it, at each of `STRETCHES` with its
    neighbours; nan where no step of so many ``levels`` shows, or light hides it from being ``clear``.

    ``patch`` has its middle in the wand's middle and reaches 1 mm beyond its sides.
    """
    means = _stretched(patch, density, length)
    seen = None if clear is None or clear.all() else _stretched(clear.astype(np.float32), density, length)
    widths = [_widths(means, seen, _rows(len(means), density, side, sign), density, levels) for sign in (-1, 1)]
    sharper = np.fmin(*widths)
    return _medians(np.stack([sharper[:-2], sharper[1:-1], sharper[2:]]))


def _stretched(layer: Patch, density: float, length: float) -> Array:
    """Means of each row of a patch over each stretch between the ends."""
    columns, half = layer.shape[1] // 2, int((length / 2 - ENDS_MM) * density)
    band = np.ascontiguousarray(layer[:, columns - half : columns + half + 1], dtype=np.float32)
    return cv2.resize(band, (STRETCHES, len(band)), interpolation=cv2.INTER_AREA).astype(np.float64)


def taught_width(patches: list[Patch], density: float, length: float, side: float) -> float:
    """The usual one of `side_widths` in the teaching pictures (mm)."""
    widths = np.array([side_widths(p, density, length, side, TAUGHT_LEVELS) for p in patches])
    shown = widths[np.isfinite(widths)]
    return max(LEAST_MM, float(np.median(shown))) if len(shown) else LEAST_MM


def softest(widths: Array) -> float:
    """The greatest of `side_widths` where marks are; without end where none shows."""
    shown = widths[MIDDLE][np.isfinite(widths[MIDDLE])]
    return float(shown.max()) if len(shown) else np.inf


class _Rows(NamedTuple):
    """Numbers of the rows of a patch that are inside and outside a side, and of those across it, from inside out."""

    inside: NDArray[np.intp]
    outside: NDArray[np.intp]
    near: NDArray[np.intp]


@lru_cache(maxsize=32)
def _rows(count: int, density: float, side: float, sign: int) -> _Rows:
    """Those at the left (-1) or right (1) side of a wand in the middle of a patch of ``count`` rows."""
    outwards = sign * (np.arange(count) - count // 2) / density - side / 2
    order = np.argsort(outwards)
    spans = (-INSIDE_MM[1], -INSIDE_MM[0]), (OUTSIDE_MM[0], OUTSIDE_MM[1] + 0.01), (-2.0, OUTSIDE_MM[1] + 0.01)
    inside, outside, near = (order[(outwards[order] > low) & (outwards[order] < high)] for low, high in spans)
    return _Rows(np.sort(inside), np.sort(outside), near)


def _widths(means: Array, seen: Array | None, rows: _Rows, density: float, levels: float) -> Array:
    """(stretches,) of one side at such rows; ``means`` (rows, stretches, channels), of which such shares are ``seen``
    (rows, stretches; None: all).
    """
    inner = means[rows.inside].mean(axis=0)
    step = means[rows.outside].mean(axis=0) - inner
    size = (step**2).sum(axis=1)
    share = ((means[rows.near] - inner) * step).sum(axis=2) / np.maximum(size, 1e-6)
    apart = max(1, round(ACROSS_MM * density))
    steepest = (share[apart:] - share[:-apart]).max(axis=0) * density / apart
    unknown = size < levels**2
    if seen is not None:
        unknown |= seen[rows.near].min(axis=0) < IN_VIEW
    return np.where(unknown, np.nan, 1 / np.maximum(steepest, 1e-3))


def _medians(rows: Array) -> Array:
    """Median of what is known in each column."""
    known = np.isfinite(rows)
    ordered = np.sort(np.where(known, rows, np.inf), axis=0)
    middle = np.maximum(known.sum(axis=0) - 1, 0) // 2
    chosen = np.take_along_axis(ordered, middle[None], axis=0)[0]
    return np.where(np.isfinite(chosen), chosen, np.nan)

"""The two borders of the wood around the pane: the inner one is where the pane ends, the outer one lies nearer to us.

The opening has upright walls.  Their lower edge is the same square, only nearer to the camera by the thickness of the
wood, and so looks larger, from the camera's foot outwards.  Both are looked for together: what shows once is a shadow
or a beam as often as a border.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Profile = NDArray[np.float64]

STEP = 0.5
"""Cells between two places of a profile."""
REACH = 34.0
"""Cells on both sides of where a side was first seen."""
APART = 5.0
"""Cells by which both borders lie apart at least, else one blurred border would count twice."""
WOODS = np.array([0.0, *np.arange(4.0, 46.0, 1.0)])
"""Thicknesses of wood that are tried, cells; 0: no second border is to be seen."""
ALONE = 0.62
"""What one border that shows without a second counts, as a share of two: a second must show a quarter as well."""
PEAKS = 14


class Rim(NamedTuple):
    """The inner border's sides (left, right, top, bottom), the thickness of wood that fits, how well it all shows."""

    sides: tuple[float, float, float, float]
    wood: float
    score: float


def inner_border(
    profiles: list[Profile], starts: NDArray[np.float64], foot: tuple[float, float], height: float, uneven: float
) -> Rim:
    """The square whose four sides, and those of its lower edge, show best.

    ``profiles`` (4 of (n,)): how much of a side shows at places `STEP` apart, from ``starts`` (4,) on, in turned cells;
    ``foot``: the camera's foot in turned cells (x, y); ``height``: the camera's depth below the pane in cells.
    """
    best: Rim | None = None
    for wood in WOODS:
        stretch = height / (height - wood)
        sums = [_both(p, s, foot[side // 2], stretch) for side, (p, s) in enumerate(zip(profiles, starts, strict=True))]
        found = _square([_peaks(t, s) for t, s in zip(sums, starts, strict=True)], uneven)
        if best is None or found.score > best.score:
            best = found._replace(wood=float(wood))
    assert best is not None
    return best


def lower(side: float, foot: float, wood: float, height: float) -> float:
    """Where the lower edge of a side in wood of that thickness is seen; all in cells, as in `inner_border`."""
    return foot + (side - foot) * height / (height - wood)


def _both(profile: Profile, start: float, foot: float, stretch: float) -> Profile:
    """How much shows at each place and where its lower edge must be; that may lie outside the picture (nan)."""
    places = start + STEP * np.arange(len(profile))
    profile = np.asarray(profile)
    if stretch == 1.0:
        return np.nan_to_num(profile) * 2 * ALONE
    lower = foot + (places - foot) * stretch
    second = np.interp((lower - start) / STEP, np.arange(len(profile)), profile, left=0.0, right=0.0)
    second = np.where(np.abs(lower - places) < APART, 0.0, second)
    single = (2 * ALONE - 1) * profile
    return np.nan_to_num(profile + np.where(np.isnan(second), single, second))


def _peaks(sums: Profile, start: float) -> NDArray[np.float64]:
    """The best places (k, 2): place and how much shows, no two side by side."""
    wide = np.pad(sums, 2, constant_values=-1.0)
    tops = np.flatnonzero([sums[i] >= wide[i : i + 5].max() for i in range(len(sums))])
    tops = tops[np.argsort(-sums[tops])][:PEAKS]
    return np.column_stack([start + STEP * tops, sums[tops]])


def _square(peaks: list[NDArray[np.float64]], uneven: float) -> Rim:
    """The four sides that make a square and show best; sides that make none count as nothing."""
    left, right, top, bottom = peaks
    width = right[None, :, 0] - left[:, None, 0]
    across = right[None, :, 1] + left[:, None, 1]
    depth = bottom[None, :, 0] - top[:, None, 0]
    down = bottom[None, :, 1] + top[:, None, 1]
    off = np.abs(width.ravel()[:, None] - depth.ravel()[None])
    score = np.where(off < uneven, across.ravel()[:, None] + down.ravel()[None] - 0.03 * off, -1.0)
    i, j = np.unravel_index(int(np.argmax(score)), score.shape)
    (a, b), (c, d) = np.unravel_index(int(i), width.shape), np.unravel_index(int(j), depth.shape)
    sides = (float(left[a, 0]), float(right[b, 0]), float(top[c, 0]), float(bottom[d, 0]))
    return Rim(sides, 0.0, float(score[i, j]))

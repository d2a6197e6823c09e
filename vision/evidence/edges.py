"""The two edges of the bottom face: how each deviates from its surroundings, place by place."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.bites import SPOT, STEP_MM
from vision.geometry.patches import Patch
from vision.numeric.medians import row_medians

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

STRIPS_MM = ((0.3, 1.1), (1.1, 2.0))
"""Where bites are looked for, from the visible outline inwards."""
BESIDE_MM = (0.5, 1.1)
"""What is beside the wand, from the outline outwards."""
END_MM = 2.5
BASELINE_MM = 12.0
NOISE_FLOOR = 1.5
CALM, CLEAR = 2.5, 6.5
"""Deviations in units of the edge's own scatter: as usual below the first, a bite above the second."""
INNER_MOST = 2.5
DEEP = 2.0
"""Depth of a usual notch (1.6 mm) in widths of the outer strip: so much farther does one see through it for each mm
that sight leans outwards in a mm of height."""
CUT_SHADES = np.linspace(0.5, 1.5, 11)
"""How much brighter than in the teaching the walls of a cut may be, beside the face: of 18 notches of a white wand
under one strip of lamps some were as bright as the face and some half as bright (0.6 to 1.4 of their mean)."""
SHARE = 0.28
"""Notches lie within this share of the length from the middle."""


@dataclass(frozen=True)
class Edges:
    """How the left and right edge deviate from their surroundings.

    ``off`` (2, n, channels) in grey levels at each ``u``, nan where hidden; ``scatter`` (2, channels) is usual;
    ``deviation`` (2, n) is their ratio.  ``wood`` (2, 3) is the usual colour of each edge, ``beside`` (2, n, 3) by how
    much what lies beside the wand, which shows through a notch, differs from it.
    """

    u: Array
    off: Array
    scatter: Array
    deviation: Array
    beside: Array
    wood: Array

    def look_at(self, edge: int, u: float) -> Array | None:
        """The strongest deviation near ``u``, per channel; None where hidden."""
        near = np.flatnonzero((np.abs(self.u - u) <= 1.0) & np.isfinite(self.deviation[edge]))
        if len(near) == 0:
            return None
        return np.asarray(self.off[edge, near[np.argmax(np.abs(self.off[edge, near]).sum(axis=1))]])

    @property
    def even(self) -> Mask:
        """Where notches may be and nothing is uneven, nor 1 mm beside it: (2, n)."""
        return ~_widened(~(self.deviation < CALM)) & middle(self.u)

    def turned(self) -> Edges:
        """As seen when the wand is turned round."""
        return Edges(
            self.u,
            self.off[::-1, ::-1],
            self.scatter[::-1],
            self.deviation[::-1, ::-1],
            self.beside[::-1, ::-1],
            self.wood[::-1],
        )

    def visible(self, cut: Array, through: float, lean: Array) -> Mask:
        """Where a bite would show in any light: (2, n).

        A cut has ``cut`` (3,) times the colour of the wood as taught, but its walls look elsewhere than the face does,
        so that another light makes them brighter or darker by a factor of `CUT_SHADES`.  Where one of these hides a
        cut, it may be there and not be seen.  ``through`` is the share of the outer strip in which the background
        shows, seen from straight below; ``lean`` (2,) the slope of sight across each edge, outwards positive: a notch's
        floor leans outwards, so that less shows through an edge that is turned to the eye.
        """
        share = np.clip(through + DEEP * lean, 0.0, 1.0)[:, None, None]
        within = (CUT_SHADES[:, None] * cut - 1) * self.wood[:, None]
        seen = share / self.scatter[:, None, :3] * self.beside
        walls = (1 - share) / self.scatter[:, None, :3] * within
        # The sum of both, squared, for each shade of the walls at each place.
        both = 2 * walls @ seen.swapaxes(1, 2) + np.einsum("esc,esc->es", walls, walls)[..., None]
        outer = both.min(axis=1) + np.einsum("enc,enc->en", seen, seen)
        inner = ((within / self.scatter[:, None, 3:]) ** 2).sum(axis=2).min(axis=1)
        return np.asarray(outer + inner[:, None] >= 6 * CLEAR**2)

    def heights(self, visible: Mask) -> Array:
        """How much each place looks like a notch (0 to 1; nan where none could be seen, and nothing is): (2, n)."""
        heights = np.clip((self.deviation - CALM) / (CLEAR - CALM), 0, 1)
        return np.where(visible | (heights >= SPOT), heights, np.nan)


class EdgeGauge:
    """Measures the two edge strips of a wand's patch."""

    def __init__(self, length: float, side: float, us: Array, vs: Array, density: float) -> None:
        self.us, self.density = us, density
        half = np.floor((length / 2 - END_MM) / STEP_MM) * STEP_MM
        self.u = np.arange(-half, half + STEP_MM / 2, STEP_MM)
        self.index = np.clip(np.rint((self.u - us[0]) * density).astype(int), 0, len(us) - 1)
        inwards = [side / 2 - sign * vs for sign in (-1, 1)]
        self.strips = [_rows(depth, *strip) for depth in inwards for strip in STRIPS_MM]
        self.beside = [_rows(-depth, *BESIDE_MM) for depth in inwards]

    def measure(self, patch: Patch, clear: Mask) -> Edges:
        """The deviations of both edges; ``clear`` is False where glare hides the patch."""
        colours = self._sampled(patch, [*self.strips, *self.beside])
        count = len(STRIPS_MM)
        looks = colours[: 2 * count].reshape(2, count, len(self.u), -1).swapaxes(1, 2).reshape(2, len(self.u), -1)
        if not clear.all():
            seen = self._sampled(clear[..., None].astype(np.float32), self.strips)[..., 0]
            looks[(seen < 0.8).reshape(2, count, -1).any(axis=1)] = np.nan
        off, scatter = _deviations(looks)
        wood = row_medians(colours[: 2 * count : count].swapaxes(1, 2).reshape(-1, len(self.u))).reshape(2, -1)
        beside = colours[2 * count :] - wood[:, None]
        return Edges(self.u, off, scatter, _weighed(off / scatter[:, None]), beside, wood)

    def _sampled(self, patch: Patch, rows: list[slice]) -> Array:
        """Mean colours of some rows (n, c), averaged over 1.6 mm, at the places ``u``: (rows, u, c)."""
        wide = max(1, round(1.6 * self.density)) | 1
        means = np.stack([patch[r].sum(axis=0) / np.float32(r.stop - r.start) for r in rows])
        smooth = cv2.blur(means, (wide, 1)).reshape(means.shape)
        return np.asarray(smooth[:, self.index], dtype=np.float64)


def _rows(depth: Array, low: float, high: float) -> slice:
    """The rows whose depth (mm) is between two limits, at least the nearest one."""
    off = np.maximum(low - depth, depth - high)
    found = np.flatnonzero(off <= max(0.0, off.min()))
    return slice(int(found[0]), int(found[-1]) + 1)


def _weighed(ratio: Array) -> Array:
    """Both strips together; a bite always shows at the very edge, a mark that comes near shows only further in."""
    squares = ratio * ratio
    out, within = (squares[..., part].sum(axis=2) / 3 for part in (slice(3), slice(3, 6)))
    return np.asarray(np.sqrt((out + np.minimum(np.sqrt(within), INNER_MOST * np.sqrt(out) + 1.0) ** 2) / 2))


def _deviations(looks: Array) -> tuple[Array, Array]:
    """Difference of each place of some edges (edges, n, channels) from the median of its surroundings, and its usual
    scatter (edges, channels).
    """
    count, places, channels = looks.shape
    if np.isnan(looks[..., 0]).any():
        off, scatter = (np.stack(part) for part in zip(*map(_deviation, looks), strict=True))
        return off, scatter
    both, scatter = _deviation(looks.swapaxes(0, 1).reshape(places, -1))
    return both.reshape(places, count, channels).swapaxes(0, 1), scatter.reshape(count, channels)


def _deviation(look: Array) -> tuple[Array, Array]:
    """Difference of each place from the median of its surroundings, and its usual scatter."""
    hidden = np.isnan(look[:, 0])
    shown = np.flatnonzero(~hidden)
    if len(shown) < 20:
        return np.full(look.shape, np.nan), np.full(look.shape[1], NOISE_FLOOR)
    if len(shown) < len(look):
        filled = np.column_stack([np.interp(np.arange(len(look)), shown, look[shown, c]) for c in range(look.shape[1])])
    else:
        filled = look
    off = filled - _usual(filled)
    known = off[shown] if len(shown) < len(look) else off
    scatter = 1.4826 * row_medians(np.abs(known).T) + NOISE_FLOOR
    off[hidden] = np.nan
    return off, scatter


def _usual(look: Array) -> Array:
    """Median of the surroundings of each place (n, channels)."""
    # A median blur of one row: the rows above and below are the same one again.
    wide = 2 * round(BASELINE_MM / STEP_MM) + 1
    grey = np.minimum(np.maximum(look, 0), 255).astype(np.uint8)
    strips = [np.ascontiguousarray(grey[None, :, c : c + 3]) for c in range(0, grey.shape[1], 3)]
    return np.concatenate([cv2.medianBlur(strip, wide)[0] for strip in strips], axis=1)


def _widened(mask: Mask) -> Mask:
    wide = 2 * round(1.0 / STEP_MM) + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((1, wide), np.uint8)) > 0)


def middle(u: Array) -> Mask:
    """The places where notches may be."""
    return np.asarray(np.abs(u) <= 2 * u[-1] * SHARE)

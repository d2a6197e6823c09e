"""The second witness: notches bitten into the two edges of the bottom face.

The three edges of a wand carry 0, 1 and 2 notches, and each edge shows on two faces.  So three pictures of one wand
tell twice where every notch is; only together they are believed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bites import APART_MM, SLIDE_MM, STEP_MM, Bites
from vision.middle import row_medians
from vision.patches import Patch

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
SHARE = 0.28
"""Notches lie within this share of the length from the middle."""


@dataclass(frozen=True)
class Edges:
    """How the left and right edge deviate from their surroundings.

    ``off`` (2, n, channels) in grey levels at each ``u``, nan where hidden; ``scatter`` (2, channels) is usual;
    ``deviation`` (2, n) is their ratio; ``behind`` (2, n) how strongly what lies beside the wand would show through a
    notch, in the same units.
    """

    u: Array
    off: Array
    scatter: Array
    deviation: Array
    behind: Array

    def look_at(self, edge: int, u: float) -> Array | None:
        """The strongest deviation near ``u``, per channel; None where hidden."""
        near = np.flatnonzero((np.abs(self.u - u) <= 1.0) & np.isfinite(self.deviation[edge]))
        if len(near) == 0:
            return None
        return np.asarray(self.off[edge, near[np.argmax(np.abs(self.off[edge, near]).sum(axis=1))]])

    @property
    def even(self) -> Mask:
        """Where notches may be and nothing is uneven, nor 1 mm beside it: (2, n)."""
        return ~_widened(~(self.deviation < CALM)) & _middle(self.u)

    def turned(self) -> Edges:
        """As seen when the wand is turned round."""
        return Edges(
            self.u,
            self.off[::-1, ::-1],
            self.scatter[::-1],
            self.deviation[::-1, ::-1],
            self.behind[::-1, ::-1],
        )

    def visible(self, look: Array, gain: float, lean: Array) -> Mask:
        """Where a bite would show: by the wood of its cut (as in the teaching), or by what shows through it.

        ``lean`` (2,) is the slope of sight across each edge, outwards positive: a notch's floor leans outwards, so that
        less shows through an edge that is turned to the eye.
        """
        cut = look[3:] * gain / self.scatter[:, 3:]
        inner = np.sqrt(np.mean(cut**2, axis=1))[:, None]
        through = np.clip(0.5 + 0.8 * lean, 0.1, 0.9)[:, None]
        return np.asarray(np.sqrt(((through * self.behind) ** 2 + inner**2) / 2) >= CLEAR)

    def heights(self, visible: Mask) -> Array:
        """How much each place looks like a notch (0 to 1; nan where none could be seen, and nothing is): (2, n)."""
        heights = np.clip((self.deviation - CALM) / (CLEAR - CALM), 0, 1)
        return np.where(visible | (heights >= 0.7), heights, np.nan)


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
        off, scatter = (np.stack(part) for part in zip(*map(_deviation, looks), strict=True))
        behind = _behind(colours[2 * count :], colours[: 2 * count : count], scatter)
        return Edges(self.u, off, scatter, _weighed(off / scatter[:, None]), behind)

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


def _behind(beside: Array, outer: Array, scatter: Array) -> Array:
    """How strongly what lies beside each edge would show in its outer strip; both (2, n, channels)."""
    usual = np.stack([row_medians(edge.T) for edge in outer])
    off = (beside - usual[:, None]) / scatter[:, None, :3]
    return np.asarray(np.sqrt(np.mean(off**2, axis=2)))


def _weighed(ratio: Array) -> Array:
    """Both strips together; a bite always shows at the very edge, a mark that comes near shows only further in."""
    outer, inner = np.split(ratio, len(STRIPS_MM), axis=2)
    out, within = np.sqrt(np.mean(outer**2, axis=2)), np.sqrt(np.mean(inner**2, axis=2))
    return np.asarray(np.sqrt((out**2 + np.minimum(within, INNER_MOST * out + 1.0) ** 2) / 2))


def _deviation(look: Array) -> tuple[Array, Array]:
    """Difference of each place from the median of its surroundings, and its usual scatter."""
    hidden = np.isnan(look[:, 0])
    if (~hidden).sum() < 20:
        return np.full(look.shape, np.nan), np.full(look.shape[1], NOISE_FLOOR)
    filled = look.copy()
    if hidden.any():
        shown = np.flatnonzero(~hidden)
        for channel in range(look.shape[1]):
            filled[hidden, channel] = np.interp(np.flatnonzero(hidden), shown, look[shown, channel])
    # A median blur of one row: the rows above and below are the same one again.
    wide = 2 * round(BASELINE_MM / STEP_MM) + 1
    grey = np.minimum(np.maximum(filled, 0), 255).astype(np.uint8)
    strips = np.split(grey, len(STRIPS_MM), axis=1)
    usual = np.concatenate([cv2.medianBlur(np.ascontiguousarray(s[None]), wide)[0] for s in strips], axis=1)
    off = filled - usual
    scatter = 1.4826 * row_medians(np.abs(off[~hidden]).T) + NOISE_FLOOR
    off[hidden] = np.nan
    return off, scatter


@dataclass(frozen=True)
class NotchTable:
    """Where one wand's notches are, for each face in the direction it was taught; ``faintest`` is how one looks."""

    bites: tuple[Bites, ...]
    faintest: Array


def learn_notches(tops: list[int], faces: list[Edges]) -> NotchTable:
    """Find the notches that all three faces agree on.

    ``faces`` are the edges of the faces with the values ``tops``.  Seen in one direction along the wand, the face
    opposite edge a shows edges b and c in a fixed cyclic order; which way round each face was taught is tried out.
    """
    best: tuple[float, tuple[Bites, ...]] = (-np.inf, (Bites((), ()),) * 3)
    for flips in product((False, True), repeat=3):
        aligned = [f.turned() if flip else f for f, flip in zip(faces, flips, strict=True)]
        best = max(best, _agreed(tops, aligned, flips), key=lambda b: b[0])
    looks = [
        look
        for bites, face in zip(best[1], faces, strict=True)
        for edge in (0, 1)
        for u in bites.edge(edge)
        if (look := face.look_at(edge, u)) is not None
    ]
    # By the cut alone: what shows through a notch changes with what is behind it.
    looks.sort(key=lambda k: float(np.abs(k[3:]).sum()))
    # The very faintest may be a place where a lamp's image or a mark hid the notch.
    faintest = looks[len(looks) // 4] if looks else np.zeros(faces[0].off.shape[2])
    return NotchTable(best[1], faintest)


def _agreed(tops: list[int], faces: list[Edges], flips: tuple[bool, ...]) -> tuple[float, tuple[Bites, ...]]:
    """How well the faces agree when seen like this, and the notches of each in its own direction."""
    views: dict[int, list[tuple[int, int]]] = {0: [], 1: [], 2: []}
    for number, top in enumerate(tops):
        views[(top + 1) % 3].append((number, 0))
        views[(top + 2) % 3].append((number, 1))
    rows = {count: [_clipped(faces[n].deviation[edge]) for n, edge in seen] for count, seen in views.items()}
    u = faces[0].u
    one, worth_one = _places(u, rows[1], 1)
    two, worth_two = _places(u, rows[2], 2)
    none = -np.mean([_tallest(u, row, ()) for row in rows[0]])
    total = worth_one + worth_two + float(none)
    placed = _aligned(u, rows, views, {0: (), 1: one, 2: two})
    bites = [b.turned() if flip else b for b, flip in zip(placed, flips, strict=True)]
    return total, tuple(bites)


def _aligned(
    u: Array,
    rows: dict[int, list[Array]],
    views: dict[int, list[tuple[int, int]]],
    notches: dict[int, tuple[float, ...]],
) -> list[Bites]:
    """The notches as each face shows them: one common table, and for each face how far its middle was off."""
    slides = np.arange(-2 * SLIDE_MM, 2 * SLIDE_MM + 0.01, 0.25)
    offs = [0.0, 0.0, 0.0]
    seen = [(count, rows[count][i], *view) for count in (1, 2) for i, view in enumerate(views[count])]
    table = dict(notches)
    for _ in range(4):
        for number in range(3):
            own = [(c, row) for c, row, n, _ in seen if n == number]
            worth = [
                sum(float(np.interp(p + s, u, np.nan_to_num(row, nan=0.3))) for c, row in own for p in table[c])
                - 0.03 * abs(s)
                for s in slides
            ]
            offs[number] = float(slides[int(np.argmax(worth))])
        middle = float(np.mean(offs))
        offs = [o - middle for o in offs]
        table = {
            c: tuple(_gravity(u, [(row, offs[n]) for k, row, n, _ in seen if k == c], p + middle) for p in table[c])
            for c in table
        }
    places = {(n, edge): tuple(p + offs[n] for p in table[c]) for c, _, n, edge in seen}
    return [Bites(places.get((n, 0), ()), places.get((n, 1), ())) for n in range(3)]


def _gravity(u: Array, views: list[tuple[Array, float]], place: float) -> float:
    """Centre of gravity of a notch over its views, each moved by its face's offset."""
    grid = place + np.arange(-2.0, 2.01, 0.25)
    height = np.sum([np.interp(grid + off, u, np.nan_to_num(row)) for row, off in views], axis=0)
    return place if height.sum() < 0.5 else float((grid * height).sum() / height.sum())


def _clipped(row: Array) -> Array:
    return np.clip((row - CALM) / (CLEAR - CALM), 0, 1.5)


def _middle(u: Array) -> Mask:
    return np.asarray(np.abs(u) <= 2 * u[-1] * SHARE)


def _places(u: Array, rows: list[Array], count: int) -> tuple[tuple[float, ...], float]:
    """The places that both views of an edge show best, and their worth less that of stray deviations."""
    shared = _spread(rows)
    allowed = _middle(u)
    chosen: list[float] = []
    for _ in range(count):
        free = allowed & np.all([np.abs(u - c) > 2 * APART_MM for c in chosen], axis=0)
        level = np.where(free, shared, -1.0)
        top = int(np.argmax(level))
        near = (np.abs(u - u[top]) <= 1.5) & free
        weight = np.maximum(shared[near], 1e-3)
        chosen.append(float((u[near] * weight).sum() / weight.sum()))
    worth = sum(float(np.interp(c, u, shared)) for c in chosen) / count
    stray = np.mean([_tallest(u, row, tuple(chosen)) for row in rows])
    return tuple(sorted(chosen)), 2 * worth - float(stray)


def _spread(rows: list[Array]) -> Array:
    """Mean of both views, each widened by 1 mm (their middles differ a little); a hidden view counts half."""
    wide = 2 * round(1.0 / STEP_MM) + 1
    views = []
    for row in rows:
        known = np.nan_to_num(row, nan=0.4)
        views.append(cv2.dilate(known[None].astype(np.float32), np.ones((1, wide), np.uint8))[0])
    return np.asarray(np.mean(views, axis=0) + 0.2 * np.nan_to_num(np.mean(rows, axis=0)), dtype=np.float64)


def _tallest(u: Array, row: Array, own: tuple[float, ...]) -> float:
    free = _middle(u) & np.isfinite(row)
    for place in own:
        free &= np.abs(u - place) > APART_MM
    return float(row[free].max()) if free.any() else 0.0


def _widened(mask: Mask) -> Mask:
    wide = 2 * round(1.0 / STEP_MM) + 1
    return np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((1, wide), np.uint8)) > 0)

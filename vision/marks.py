"""Two independent witnesses for one wand: the mark on its bottom face, and the notches bitten into its two edges.

Both compare what lies there with every taught face in both directions (six guesses a wand) and answer with *misfits*:
about 0 for the guess that is true, about 1 for one that differs by a whole mark or a whole notch.  No threshold here
knows a symbol, a colour or a notch: what a difference is worth is learnt from the teaching pictures.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.protocol import Face
from vision.patches import Patch
from vision.wandset import Wand

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

NOTCH_REACH_MM = 2.9
"""The deepest notch (3 mm) bites this far into the face, measured from the visible outline."""
STRIPS_MM = ((0.3, 1.1), (1.1, 2.0))
"""Where bites are looked for, from the visible outline inwards."""
END_MM = 2.5
SAME_PLACE_MM = 2.6
STEP_MM = 0.5
SLIDE_MM = 1.5
"""How far a wand's middle may be off along the wand."""
BASELINE_MM = 12.0
NOISE_FLOOR = 1.5
CALM, CLEAR = 2.5, 6.5
"""Deviations in units of the edge's own scatter: as usual below the first, a bite above the second."""
FAINT = 0.1
"""A pattern with less than this share of the strongest pattern's energy is no mark."""
WEAKEST, STRONGEST = 0.65, 1.5
"""A true mark shows with at least and at most this strength, relative to the taught one in this light."""


@dataclass(frozen=True)
class Guess:
    """A face on the pane, and whether the wand lies as taught (False: turned round)."""

    face: Face
    top: int
    forward: bool


@dataclass(frozen=True)
class Bites:
    """Middles of the notches (u, mm) seen on the left and the right edge."""

    left: tuple[float, ...]
    right: tuple[float, ...]

    def turned(self) -> Bites:
        """As seen when the wand is turned round."""
        return Bites(tuple(-u for u in self.right), tuple(-u for u in self.left))


class WandModel:
    """What is known of one wand, made ready for comparing: arrays on the template's axes."""

    def __init__(self, wand: Wand, density: float, blur: float = 0.0) -> None:
        self.wand, self.density = wand, density
        rows, columns = wand.faces[0].picture.shape[:2]
        self.us = (np.arange(columns) - columns // 2) / density
        self.vs = (np.arange(rows) - rows // 2) / density
        pictures = [cv2.GaussianBlur(f.picture, (0, 0), blur) if blur > 0.3 else f.picture for f in wand.faces]
        self.columns = np.flatnonzero(np.abs(self.us) <= wand.length / 2 - END_MM)
        self.zone = np.flatnonzero(np.abs(self.vs) <= wand.side / 2 - NOTCH_REACH_MM)
        self.bases = [np.median(self.middle(p), axis=(0, 1)) for p in pictures]
        self.base = np.asarray(np.median(self.bases, axis=0), dtype=np.float64)
        self.guesses = [Guess(f.face, f.top, forward) for f in wand.faces for forward in (True, False)]
        self.direction, self.patterns = self._patterns(pictures)
        energies = [float((p**2).sum()) for p in self.patterns]
        self.energy = max(energies)
        self.marked = [e > FAINT * self.energy for e in energies]
        self.bites, self.depth = self._bites(pictures)

    @property
    def tops(self) -> list[int]:
        """The value of each guess."""
        return [g.top for g in self.guesses]

    def middle(self, picture: Patch) -> Patch:
        """The part of a patch between the notches' reach."""
        return picture[self.zone[0] : self.zone[-1] + 1, self.columns[0] : self.columns[-1] + 1]

    def _patterns(self, pictures: list[Patch]) -> tuple[Array, list[Patch]]:
        """The colour direction in which marks differ from the wand, and each guess's deviation along it."""
        deviations = [self.middle(p) - b.astype(np.float32) for p, b in zip(pictures, self.bases, strict=True)]
        stacked = np.concatenate([d.reshape(-1, 3) for d in deviations]).astype(np.float64)
        _, vectors = np.linalg.eigh(stacked.T @ stacked)
        direction = vectors[:, -1]
        patterns = []
        for deviation in deviations:
            flat = np.asarray(deviation @ direction.astype(np.float32), dtype=np.float32)
            flat -= flat.mean()
            patterns += [flat, np.ascontiguousarray(flat[::-1, ::-1])]
        return direction, patterns

    def _bites(self, pictures: list[Patch]) -> tuple[list[Bites], Array]:
        """The notches of each guess, from the counts that the three values imply, and how the faintest one looks."""
        found, looks = [], []
        tops = [f.top for f in self.wand.faces]
        for picture, top in zip(pictures, tops, strict=True):
            counts = [t for t in tops if t != top]
            edges = self.edges(picture, None)
            bites = _find_bites(edges, (counts[0], counts[1]))
            looks += [edges.look_at(edge, u) for edge in (0, 1) for u in (bites.left, bites.right)[edge]]
            found += [bites, bites.turned()]
        return found, min(looks, key=lambda k: float(np.abs(k).sum()))

    def edges(self, picture: Patch, valid: Mask | None) -> Edges:
        """How far both edges deviate, piece by piece, from their usual look nearby."""
        u = np.arange(-self.wand.length / 2 + END_MM, self.wand.length / 2 - END_MM, STEP_MM)
        looks = [self._edge(picture, sign, valid, u) for sign in (-1, 1)]
        return Edges(u, np.stack([off for off, _ in looks]), np.stack([scatter for _, scatter in looks]))

    def _edge(self, picture: Patch, sign: int, valid: Mask | None, u: Array) -> tuple[Array, Array]:
        inward = self.wand.side / 2 - sign * self.vs
        series, seen = [], np.ones(len(u), dtype=bool)
        for low, high in STRIPS_MM:
            rows = (inward >= low) & (inward <= high)
            series.append(_sampled(picture[rows].mean(axis=0), self.us, u, self.density))
            if valid is not None:
                seen &= _sampled(valid[rows].mean(axis=0)[:, None], self.us, u, self.density)[:, 0] > 0.8
        look = np.concatenate(series, axis=1)
        look[~seen] = np.nan
        return _deviation(look)


@dataclass(frozen=True)
class Edges:
    """How the left and right edge deviate from their surroundings.

    ``off`` (2, n, channels) in grey levels at each ``u``, nan where hidden; ``scatter`` (2, channels) is usual.
    """

    u: Array
    off: Array
    scatter: Array

    @property
    def deviation(self) -> Array:
        """In units of the scatter: (2, n)."""
        return np.asarray(np.sqrt(np.mean((self.off / self.scatter[:, None]) ** 2, axis=2)))

    def look_at(self, edge: int, u: float) -> Array:
        """The strongest deviation near ``u``, per channel."""
        near = np.flatnonzero(np.abs(self.u - u) <= 1.0)
        return np.asarray(self.off[edge, near[np.argmax(np.abs(self.off[edge, near]).sum(axis=1))]])

    def expected(self, look: Array, gain: float) -> float:
        """How strongly a bite that looks like ``look`` in the teaching would show here."""
        return float(gain * np.sqrt(np.mean((look / self.scatter.mean(axis=0)) ** 2)))


def _sampled(row: NDArray[np.floating], us: Array, u: Array, density: float) -> Array:
    """A row of colours (n, c), averaged over 1.6 mm, at the places ``u``."""
    wide = max(1, round(1.6 * density)) | 1
    smooth = cv2.blur(np.ascontiguousarray(row, dtype=np.float32)[None], (wide, 1))[0].reshape(len(us), -1)
    index = np.clip(np.rint((u - us[0]) * density).astype(int), 0, len(us) - 1)
    return np.asarray(smooth[index], dtype=np.float64)


def _deviation(look: Array) -> tuple[Array, Array]:
    """Difference of each place from the median of its surroundings, and its usual scatter."""
    reach = round(BASELINE_MM / STEP_MM)
    hidden = np.isnan(look[:, 0])
    if (~hidden).sum() < 20:
        return np.full(look.shape, np.nan), np.full(look.shape[1], NOISE_FLOOR)
    padded = np.pad(look, ((reach, reach), (0, 0)), constant_values=np.nan)
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1, axis=0)
    usual = np.full(look.shape, np.nan)
    usual[~hidden] = np.nanmedian(windows[~hidden], axis=2)
    off = look - usual
    return off, 1.4826 * np.nanmedian(np.abs(off), axis=0) + NOISE_FLOOR


def _find_bites(edges: Edges, counts: tuple[int, int]) -> Bites:
    """The strongest deviations on each edge; which edge carries which count is what fits better."""
    peaks = [_peaks(edges.u, z) for z in edges.deviation]
    best, kept = -np.inf, Bites((), ())
    for left, right in (counts, counts[::-1]):
        chosen = [peaks[0][:left], peaks[1][:right]]
        rest = [peaks[0][left : left + 1], peaks[1][right : right + 1]]
        gain = min((z for part in chosen for _, z in part), default=0.0)
        gain -= max((z for part in rest for _, z in part), default=0.0)
        if gain > best:
            best = gain
            kept = Bites(tuple(sorted(u for u, _ in chosen[0])), tuple(sorted(u for u, _ in chosen[1])))
    return kept


def _peaks(us: Array, heights: Array) -> list[tuple[float, float]]:
    """Local maxima (u, height), highest first, apart from each other."""
    left = [(float(u), float(z)) for u, z in zip(us, heights, strict=True) if np.isfinite(z)]
    left.sort(key=lambda p: -p[1])
    found: list[tuple[float, float]] = []
    for u, z in left:
        if all(abs(u - other) > 2 * SAME_PLACE_MM for other, _ in found):
            found.append((u, z))
        if len(found) == 4:
            break
    return [(_gravity(us, heights, u), z) for u, z in found]


def _gravity(us: Array, heights: Array, u: float) -> float:
    near = (np.abs(us - u) <= 2.0) & np.isfinite(heights)
    weight = np.maximum(heights[near] - 1.0, 1e-3)
    return float((us[near] * weight).sum() / weight.sum())


@dataclass(frozen=True)
class Witness:
    """Misfit of each guess (same order as the model's), and the share of the evidence that could be seen at all."""

    misfits: Array
    seen: float

    @property
    def best(self) -> int:
        """Number of the best guess."""
        return int(np.argmin(self.misfits))

    def of_top(self, tops: list[int], top: int) -> float:
        """Misfit of the best guess with that value."""
        return float(min(m for m, t in zip(self.misfits, tops, strict=True) if t == top))

    def margin(self, tops: list[int]) -> float:
        """How much worse the best guess of another value fits than the best guess."""
        best = self.best
        others = [m for m, t in zip(self.misfits, tops, strict=True) if t != tops[best]]
        return float(min(others) - self.misfits[best])


def mark_witness(model: WandModel, patch: Patch, gain: Array, valid: Mask) -> Witness:
    """Compare the middle of the face with each taught face; ``gain`` is how bright a taught colour looks here."""
    direction = (model.direction / gain).astype(np.float32)
    flat = np.asarray(model.middle(patch) @ direction, dtype=np.float32)
    weight = model.middle(valid).astype(np.float32)
    rest = _levelled(flat, weight)
    plain = float((rest**2 * weight).sum())
    residuals, shares = [], []
    for pattern, marked in zip(model.patterns, model.marked, strict=True):
        if not marked:
            residuals.append(plain)
            continue
        shown, share = _residual(rest, weight, pattern, model.density)
        residuals.append(shown)
        shares.append(share)
    return Witness(_relative(model, np.array(residuals), weight), min(shares, default=0.0))


def _levelled(flat: Patch, weight: Patch) -> Patch:
    """Without base colour and slow change along the wand (median of each stretch, so that marks stay)."""
    columns = flat.shape[1]
    pieces = np.array_split(np.arange(columns), 9)
    middles, levels = [], []
    for piece in pieces:
        cells = flat[:, piece][weight[:, piece] > 0]
        if len(cells) > 20:
            middles.append(float(piece.mean()))
            levels.append(float(np.median(cells)))
    if not levels:
        return flat * 0
    order = min(2, len(levels) - 1)
    # The outer stretches of a wand seldom carry marks; a robust low curve through all of them.
    curve = _robust_curve(np.array(middles) / columns, np.array(levels), order)
    return np.asarray((flat - np.polyval(curve, np.arange(columns) / columns)) * weight, dtype=np.float32)


def _robust_curve(x: Array, y: Array, order: int) -> Array:
    weight = np.ones(len(x))
    curve = np.polyfit(x, y, order)
    for _ in range(3):
        off = np.abs(y - np.polyval(curve, x))
        weight = 1 / (1 + (off / (2 * np.median(off) + 1.0)) ** 2)
        curve = np.polyfit(x, y, order, w=weight)
    return np.asarray(curve)


def _residual(rest: Patch, weight: Patch, pattern: Patch, density: float) -> tuple[float, float]:
    """What is left with the pattern at its best place and strength, and the share of the pattern that is in view."""
    slide, drift = round(SLIDE_MM * density), max(1, round(0.4 * density))
    padded = cv2.copyMakeBorder(rest, drift, drift, slide, slide, cv2.BORDER_CONSTANT, value=0)
    match = cv2.matchTemplate(padded, pattern, cv2.TM_CCORR)
    dv, du = np.unravel_index(int(np.argmax(match)), match.shape)
    moved = _moved(pattern, int(du) - slide, int(dv) - drift)
    energy = float((moved**2 * weight).sum())
    strength = float(match[dv, du]) / (energy + 1e-6)
    left = rest - np.clip(strength, WEAKEST, STRONGEST) * moved
    return float((left**2 * weight).sum()), energy / (float((pattern**2).sum()) + 1e-6)


def _moved(pattern: Patch, du: int, dv: int) -> Patch:
    shift = np.array([[1, 0, du], [0, 1, dv]], dtype=np.float32)
    size = (pattern.shape[1], pattern.shape[0])
    return np.asarray(cv2.warpAffine(pattern, shift, size, flags=cv2.INTER_NEAREST), dtype=np.float32)


def _relative(model: WandModel, residuals: Array, weight: Patch) -> Array:
    """Residuals beyond the best one's, in units of the difference between the two patterns."""
    best = int(np.argmin(residuals))
    misfits = np.zeros(len(residuals))
    for i, pattern in enumerate(model.patterns):
        if i != best:
            apart = float(((pattern - model.patterns[best]) ** 2 * weight).sum())
            misfits[i] = (residuals[i] - residuals[best]) / (max(apart, FAINT * model.energy) + 1e-6)
    return misfits


def notch_witness(model: WandModel, patch: Patch, gain: Array, valid: Mask) -> Witness:
    """Compare where the edges deviate from their usual look with where each guess has notches."""
    edges = model.edges(patch, valid)
    if edges.expected(model.depth, float(np.mean(gain))) < CLEAR:
        return Witness(np.zeros(len(model.guesses)), 0.0)
    slides = np.arange(-SLIDE_MM, SLIDE_MM + 0.01, STEP_MM)
    scored = [min((_notch_misfit(model, b, edges, s) for s in slides), key=lambda m: m[0]) for b in model.bites]
    return Witness(np.array([s[0] for s in scored]), min(s[1] for s in scored))


def _notch_misfit(model: WandModel, bites: Bites, edges: Edges, slide: float) -> tuple[float, float]:
    misfit, hidden, count = 0.03 * (slide / SLIDE_MM) ** 2, 0, 0
    for edge in (0, 1):
        own = (bites.left, bites.right)[edge]
        for u in own:
            height = _height(edges, edge, u + slide)
            misfit += 0.25 if np.isnan(height) else (1 - height) ** 2
            hidden, count = hidden + int(np.isnan(height)), count + 1
        misfit += _stray(edges, edge, [u + slide for u in own])
    return misfit, 1 - hidden / max(count, 1)


def _stray(edges: Edges, edge: int, own: list[float]) -> float:
    """The highest deviations where this guess has no notch, as far from the ends as notches are."""
    z = edges.deviation[edge]
    free = np.abs(edges.u) < edges.u[-1] * 0.6
    for u in own:
        free &= np.abs(edges.u - u) > SAME_PLACE_MM
    cells = z[free & np.isfinite(z)]
    if len(cells) == 0:
        return 0.0
    return 0.5 * float(np.clip((cells.max() - CALM) / (CLEAR - CALM), 0, 1)) ** 2


def _height(edges: Edges, edge: int, u: float) -> float:
    """0 for an edge as usual, 1 for a clear bite near ``u``; nan where glare hides it."""
    near = edges.deviation[edge][np.abs(edges.u - u) <= 0.8]
    if len(near) == 0 or np.isnan(near).mean() > 0.4:
        return float("nan")
    return float(np.clip((np.nanmax(near) - CALM) / (CLEAR - CALM), 0, 1))


def clear_cells(patch: Patch, model: WandModel) -> Mask:
    """Cells that glare has not washed out; a wand that is itself as bright as the sensor can tell hides nothing."""
    bright = patch.min(axis=2) >= 250
    if float(np.median(model.middle(patch).min(axis=2))) >= 235:
        return np.ones(bright.shape, dtype=bool)
    wide = max(3, round(2.0 * model.density)) | 1
    grown = cv2.dilate(bright.astype(np.uint8), np.ones((wide, wide), np.uint8))
    return np.asarray(grown == 0)

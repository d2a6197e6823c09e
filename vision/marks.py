"""Two independent witnesses for one wand: the mark on its bottom face, and the notches bitten into its two edges.

Both compare what lies there with every taught face in both directions (six guesses a wand) and answer with *misfits*:
about 0 for the guess that is true, about 1 for one that differs by a whole mark or a whole notch.  No threshold here
knows a symbol, a colour or a notch: what a difference is worth is learnt from the teaching pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.protocol import Face
from vision.bites import Expected
from vision.gaps import Seen, gap_in
from vision.middle import median
from vision.notches import EdgeGauge, learn_notches
from vision.patches import Patch
from vision.wandset import TaughtFace, Wand

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
T = TypeVar("T", bound=np.generic)

NOTCH_REACH_MM = 2.9
"""The deepest notch (3 mm) bites this far into the face, measured from the visible outline."""
END_MM = 2.5
SLIDE_MM = 1.5
DRIFT_MM = 0.4
FAINT = 0.1
"""A pattern with less than this share of the strongest pattern's energy is no mark."""
WEAKEST, STRONGEST = 0.5, 1.5
"""A true mark shows with at least and at most this strength, relative to the taught one in this light."""
STRETCHES = 9
WHITE, BEYOND = (250.0, 250.0, 250.0), (1e9, 1e9, 1e9)
PLAIN = 0.3
"""Only a mark of more than this share of the strongest one's energy can be seen to be covered."""
SURPRISE, MOST_WORSE = 3.0, 1.5
"""A mark where a guess has none is more than SURPRISE times the noise; no guess is called worse than MOST_WORSE."""
IN_VIEW = 0.35
"""With less than this share of a difference in view, what is seen of it counts accordingly less."""


@dataclass(frozen=True)
class Guess:
    """A face on the pane, and whether the wand lies as taught (False: turned round)."""

    face: Face
    top: int
    forward: bool


@dataclass(frozen=True)
class Witness:
    """Misfit of each guess (same order as the model's), and the share of the evidence that could be seen at all."""

    misfits: Array
    seen: float
    missing: Callable[[int], float] = lambda _: 0.0
    """Of marks: the share of a guess's mark that is not there, though nothing white hides its place."""

    @property
    def best(self) -> int:
        """Number of the best guess."""
        return int(np.argmin(self.misfits))

    def of_top(self, tops: list[int], top: int) -> float:
        """Misfit of the best guess with that value."""
        return float(min(m for m, t in zip(self.misfits, tops, strict=True) if t == top))

    def margin(self, tops: list[int]) -> float:
        """How much worse the best guess of another value fits than the best guess."""
        others = [m for m, t in zip(self.misfits, tops, strict=True) if t != tops[self.best]]
        return float(min(others) - self.misfits[self.best])


class WandModel:
    """What is known of one wand, made ready for comparing: arrays on the template's axes."""

    def __init__(self, wand: Wand, density: float, blur: float = 0.0) -> None:
        self.wand, self.density = wand, density
        faces = [_blurred(f, blur) for f in wand.faces]
        rows, columns = faces[0].picture.shape[:2]
        self.us = (np.arange(columns) - columns // 2) / density
        self.vs = (np.arange(rows) - rows // 2) / density
        self.columns = np.flatnonzero(np.abs(self.us) <= wand.length / 2 - END_MM)
        self.zone = np.flatnonzero(np.abs(self.vs) <= wand.side / 2 - NOTCH_REACH_MM)
        bases = [np.median(self.middle(f.picture)[self.middle(f.clear)], axis=0) for f in faces]
        self.base = np.asarray(np.median(bases, axis=0), dtype=np.float64)
        self.guesses = [Guess(f.face, f.top, forward) for f in faces for forward in (True, False)]
        self.pictures = [q for f in faces for q in (f.picture, _turned(f.picture))]
        self.plain: dict[int, Mask] = {}
        self.clears = [q for f in faces for q in (f.clear, _turned(f.clear))]
        self.brightest = np.max([q.min(axis=2) * c for q, c in zip(self.pictures, self.clears, strict=True)], axis=0)
        self._learn_marks(faces)
        self.gauge = EdgeGauge(wand.length, wand.side, self.us, self.vs, density)
        edges = [self.gauge.measure(f.picture, f.clear) for f in faces]
        self.notches = learn_notches([f.top for f in faces], edges)
        self.bites = [q for b in self.notches.bites for q in (b, b.turned())]
        # Where a face looked uneven without a notch (a mark that reaches the edge, a reflection), it may do so again.
        even = np.stack([q.even for e in edges for q in (e, e.turned())])
        self.expected = Expected(self.gauge.u, self.bites, even)

    @property
    def tops(self) -> list[int]:
        """The value of each guess."""
        return [g.top for g in self.guesses]

    def middle(self, picture: NDArray[T]) -> NDArray[T]:
        """The part of a patch between the notches' reach."""
        return picture[self.zone[0] : self.zone[-1] + 1, self.columns[0] : self.columns[-1] + 1]

    def _marks(self) -> list[tuple[Patch, Patch]]:
        return list(zip(self.patterns, self.weights, strict=True))

    def _learn_marks(self, faces: list[TaughtFace]) -> None:
        """The colour direction in which marks differ from the wand, and each guess's deviation along it."""
        weights = [self.middle(f.clear).astype(np.float32) for f in faces]
        offs = [
            np.dstack([_levelled(np.ascontiguousarray(c), w) for c in cv2.split(self.middle(f.picture))])
            for f, w in zip(faces, weights, strict=True)
        ]
        stacked = np.concatenate([d.reshape(-1, 3) for d in offs]).astype(np.float64)
        _, vectors = np.linalg.eigh(stacked.T @ stacked)
        self.direction = vectors[:, -1]
        self.patterns: list[Patch] = []
        self.grounds: list[float] = []
        self.weights: list[Patch] = []
        for off, weight in zip(offs, weights, strict=True):
            flat = np.asarray(off @ self.direction.astype(np.float32), dtype=np.float32)
            level = float((flat * weight).sum() / (weight.sum() + 1))
            flat = (flat - level) * weight
            self.patterns += [flat, _turned(flat)]
            self.grounds += [-level, -level]
            self.weights += [weight, _turned(weight)]
        self.energies = [float((p**2).sum()) for p in self.patterns]
        self.energy = max(self.energies)
        self.marked = [e > FAINT * self.energy for e in self.energies]
        if self.marked.count(False) == 2:
            # The one face without a mark has none either where a lamp's image hid it while it was taught.
            self.weights = [w if m else np.ones_like(w) for w, m in zip(self.weights, self.marked, strict=True)]
        self.apart = [[float(((a - b) ** 2 * w * x).sum()) for b, x in self._marks()] for a, w in self._marks()]


def _blurred(face: TaughtFace, sigma: float) -> TaughtFace:
    if sigma <= 0.3:
        return face
    softer = np.asarray(cv2.GaussianBlur(face.picture, (0, 0), sigma), dtype=np.float32)
    return TaughtFace(face.face, face.top, softer, face.clear)


def _turned(patch: NDArray[T]) -> NDArray[T]:
    """The patch seen in the other direction."""
    return np.ascontiguousarray(patch[::-1, ::-1])


def mark_witness(model: WandModel, patch: Patch, gain: Array, clear: Mask) -> Witness:
    """Compare the middle of the face with each taught face; ``gain`` is how bright a taught colour looks here."""
    direction = (model.direction / gain).astype(np.float32)
    flat = np.asarray(model.middle(patch) @ direction, dtype=np.float32)
    weight = model.middle(clear).astype(np.float32)
    rest = _levelled(flat, weight)
    slide, drift = round(SLIDE_MM * model.density), max(1, round(DRIFT_MM * model.density))
    padded = cv2.copyMakeBorder(rest, drift, drift, slide, slide, cv2.BORDER_CONSTANT, value=0)
    fitted = [_fitted(padded, (slide, drift), weight, known) for known in _taught(model)]
    misfits = _duel(model, rest, weight, fitted)
    shares = [f.share for f, marked in zip(fitted, model.marked, strict=True) if marked]
    # White with light all over: a blank face is what that looks like.
    middle = model.middle(patch)
    white = np.asarray(cv2.inRange(middle, WHITE, BEYOND), dtype=np.uint8)
    washed = cv2.countNonZero(white) / white.size
    seen = Seen(rest, weight, white, float(np.sign(direction.sum())))

    def missing(guess: int) -> float:
        fit = fitted[guess]
        plain = model.energies[guess] <= PLAIN * model.energy
        return 0.0 if plain else gap_in(seen, (fit.shown - np.float32(fit.ground)) * fit.known, model.density)

    return Witness(misfits * (0.4 if washed > 0.6 else 1.0), min(shares, default=0.0), missing)


class _Taught(NamedTuple):
    """The mark of a guess, the cells that are known of it, whether there is one at all, and the level of its wood."""

    pattern: Patch
    known: Patch
    marked: bool
    ground: float


def _taught(model: WandModel) -> list[_Taught]:
    parts = zip(model.patterns, model.weights, model.marked, model.grounds, strict=True)
    return [_Taught(*part) for part in parts]


def _levelled(flat: Patch, weight: Patch) -> Patch:
    """Without base colour and slow change along the wand (median of each stretch, so that marks stay)."""
    columns, whole = flat.shape[1], bool(weight.all())
    cuts = np.linspace(0, columns, STRETCHES + 1).astype(int)
    middles, levels = [], []
    for start, end in pairwise(cuts.tolist()):
        cells = flat[:, start:end]
        cells = cells if whole else cells[weight[:, start:end] > 0]
        if cells.size > 20:
            middles.append((start + end - 1) / 2 / columns)
            levels.append(median(cells))
    if not levels:
        return flat * 0
    curve = _robust_curve(np.array(middles), np.array(levels), min(2, len(levels) - 1))
    level = np.polyval(curve, np.arange(columns) / columns)
    return np.asarray((flat - level) * weight, dtype=np.float32)


def _robust_curve(x: Array, y: Array, order: int) -> Array:
    shape, weight = np.vander(x, order + 1), np.ones(len(x))
    for turn in range(4):
        heavy = shape * weight[:, None]
        curve = np.linalg.solve(heavy.T @ heavy, heavy.T @ (weight * y))
        if turn < 3:
            off = np.abs(y - shape @ curve)
            weight = 1 / (1 + (off / (2 * median(off) + 1.0)) ** 2)
    return np.asarray(curve)


@dataclass(frozen=True)
class _Fit:
    """A pattern moved and scaled onto what is seen; ``share`` of it is in view, its wood is at ``ground``."""

    shown: Patch
    known: Patch
    share: float
    ground: float = 0.0


def _fitted(padded: NDArray[Any], play: tuple[int, int], weight: Patch, taught: _Taught) -> _Fit:
    """``padded`` is what is seen, with so much ``play`` along and across around it."""
    pattern, known = taught.pattern, taught.known
    if not taught.marked:
        return _Fit(pattern * 0, known, 1.0)
    slide, drift = play
    match = cv2.matchTemplate(padded, pattern, cv2.TM_CCORR)
    dv, du = np.unravel_index(int(np.argmax(match)), match.shape)
    moved, kept = (_shifted(layer, int(du) - slide, int(dv) - drift) for layer in (pattern, known))
    energy = float((moved**2 * weight).sum())
    strength = min(max(float(match[dv, du]) / (energy + 1e-6), WEAKEST), STRONGEST)
    shown, share = np.asarray(moved * np.float32(strength)), energy / (float((pattern**2).sum()) + 1e-6)
    return _Fit(shown, np.asarray(kept), share, taught.ground * strength)


def _shifted(layer: Patch, columns: int, rows: int) -> Patch:
    """Moved by whole cells; nothing comes in."""
    moved = np.zeros_like(layer)
    down, right = layer.shape
    a, b = max(0, rows), max(0, columns)
    c, d = max(0, -rows), max(0, -columns)
    moved[a : down - c, b : right - d] = layer[c : down - a, d : right - b]
    return moved


def _duel(model: WandModel, rest: Patch, weight: Patch, fitted: list[_Fit]) -> Array:
    """Compare guesses in pairs on the cells that both know; misfits are relative to the guess that loses least.

    Where little is in view of what tells two guesses apart, the misfit is small: it is evidence, not a ratio.
    """
    shown, known = np.stack([(f.shown.ravel(), f.known.ravel()) for f in fitted], axis=1)
    left, seen = rest.ravel(), weight.ravel() * known
    # The cells known to both: what is known is 0 or 1, so that products with `known` choose them.
    off = (left - shown) ** 2
    loss = ((off * seen) @ known.T).astype(np.float64)
    if not known.all():
        loss += _surprise(left, off, seen) @ (1 - known).T
    own = ((shown**2 * seen) @ known.T).astype(np.float64)
    apart = own + own.T - 2 * (shown * seen) @ (shown * known).T
    least = np.maximum(IN_VIEW * np.array(model.apart), FAINT * model.energy)
    worse = (loss - loss.T) / (np.maximum(apart, least) + 1e-6)
    best = int(np.argmin(worse.max(axis=1)))
    return np.asarray(np.minimum(worse[:, best], MOST_WORSE))


def _surprise(left: Patch, off: Patch, seen: Patch) -> Patch:
    """What speaks against each guess where only it knows the face: more than noise makes, a mark on "no mark" say."""
    shown = left[seen.any(axis=0)]
    noise = np.float32(SURPRISE * 1.4826 * median(np.abs(shown))) if len(shown) else np.float32(0)
    return np.asarray(np.maximum(off - noise * noise, 0) * seen)


def notch_witness(model: WandModel, patch: Patch, gain: Array, clear: Mask, lean: Array) -> Witness:
    """Compare where the edges deviate from their usual look with where each guess has notches."""
    edges = model.gauge.measure(patch, clear)
    visible = edges.visible(model.notches.faintest, float(np.mean(gain)), lean)
    if not visible.any() or np.isnan(edges.deviation).all(axis=1).any():
        return Witness(np.zeros(len(model.guesses)), 0.0)
    misfits, seen = model.expected.misfits(edges.heights(visible))
    return Witness(misfits, float(seen.min()))

"""The first witness: the mark on the bottom face, compared with each taught face in both directions.

No threshold here knows a symbol or a colour: what a difference is worth is learnt from the teaching pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.gaps import Seen, gap_in
from vision.evidence.levels import levelled
from vision.evidence.model import FAINT, WandModel
from vision.evidence.witness import Witness
from vision.geometry.patches import Patch
from vision.numeric.medians import median

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

SLIDE_MM = 1.5
DRIFT_MM = 0.4
WEAKEST, STRONGEST = 0.5, 1.5
"""A true mark shows with at least and at most this strength, relative to the taught one in this light."""
WHITE, BEYOND = (250.0, 250.0, 250.0), (1e9, 1e9, 1e9)
PLAIN = 0.3
"""Only a mark of more than this share of the strongest one's energy can be seen to be covered."""
SURPRISE, MOST_WORSE = 3.0, 1.5
"""A mark where a guess has none is more than SURPRISE times the noise; no guess is called worse than MOST_WORSE."""
IN_VIEW = 0.35
"""With less than this share of a difference in view, what is seen of it counts accordingly less."""


def mark_witness(model: WandModel, patch: Patch, gain: Array, clear: Mask) -> Witness:
    """Compare the middle of the face with each taught face; ``gain`` is how bright a taught colour looks here."""
    flat, weight = along_marks(model, patch, gain), model.middle(clear).astype(np.float32)
    rest = levelled(flat, weight, model.density)
    slide, drift = round(SLIDE_MM * model.density), max(1, round(DRIFT_MM * model.density))
    padded = cv2.copyMakeBorder(rest, drift, drift, slide, slide, cv2.BORDER_CONSTANT, value=0)
    fitted = [_fitted(padded, (slide, drift), weight, known) for known in _taught(model)]
    misfits = _duel(model, rest, weight, fitted)
    shares = [f.share for f, marked in zip(fitted, model.marked, strict=True) if marked]
    # White with light all over: a blank face is what that looks like.
    middle = model.middle(patch)
    white = np.asarray(cv2.inRange(middle, WHITE, BEYOND), dtype=np.uint8)
    washed = cv2.countNonZero(white) / white.size
    seen = Seen(rest, weight, white, float(np.sign(model.direction.sum())))

    def missing(guess: int) -> float:
        fit = fitted[guess]
        plain = model.energies[guess] <= PLAIN * model.energy
        return 0.0 if plain else gap_in(seen, (fit.shown - np.float32(fit.ground)) * fit.known, model.density)

    return Witness(misfits * (0.4 if washed > 0.6 else 1.0), min(shares, default=0.0), missing)


def along_marks(model: WandModel, patch: Patch, gain: Array) -> Patch:
    """The middle of the face along the colour direction in which marks differ from wood, as bright as it was taught."""
    return np.asarray(model.middle(patch) @ (model.direction / gain).astype(np.float32), dtype=np.float32)


class _Taught(NamedTuple):
    """The mark of a guess, the cells that are known of it, whether there is one at all, and the level of its wood."""

    pattern: Patch
    known: Patch
    marked: bool
    ground: float


def _taught(model: WandModel) -> list[_Taught]:
    parts = zip(model.patterns, model.weights, model.marked, model.grounds, strict=True)
    return [_Taught(*part) for part in parts]


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

"""The first witness: the mark on the bottom face, compared with each taught face in both directions.

No threshold here knows a symbol or a colour: what a difference is worth is learnt from the teaching pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.gaps import Seen, gap_in
from vision.evidence.levels import levelled, without_grain
from vision.evidence.mark_table import FAINT, MarkTable
from vision.evidence.model import WandModel
from vision.evidence.witness import Witness
from vision.geometry.patches import Patch
from vision.numeric.medians import median
from vision.scene.glare import BEYOND, WHITE

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

SLIDE_MM = 1.5
DRIFT_MM = 0.4
WEAKEST, STRONGEST = 0.5, 1.5
"""A true mark shows with at least and at most this strength, relative to the taught one in this light."""
PLAIN = 0.3
"""Only a mark of more than this share of the strongest one's energy can be seen to be covered."""
SURPRISE, MOST_WORSE = 3.0, 1.5
"""A mark where a guess has none is more than SURPRISE times the noise; no guess is called worse than MOST_WORSE."""
IN_VIEW = 0.35
"""With less than this share of a difference in view, what is seen of it counts accordingly less."""


def mark_witness(model: WandModel, patch: Patch, gain: Array, clear: Mask) -> Witness:
    """Compare the middle of the face with each taught face; ``gain`` is how bright a taught colour looks here."""
    table = model.marks_in(float(gain.mean()))
    flat, weight = along_marks(model, table, patch, gain), model.middle(clear).astype(np.float32)
    rest = without_grain(levelled(flat, weight, model.density), weight, model.density)
    slide, drift = round(SLIDE_MM * model.density), max(1, round(DRIFT_MM * model.density))
    padded = cv2.copyMakeBorder(rest, drift, drift, slide, slide, cv2.BORDER_CONSTANT, value=0)
    matches = _matches(np.asarray(padded, dtype=np.float32), table)
    fitted = [_fitted(m, (slide, drift), weight, known) for m, known in zip(matches, _taught(table), strict=True)]
    misfits = _duel(table, rest, weight, fitted)
    shares = [f.share for f, marked in zip(fitted, table.marked, strict=True) if marked]
    # White with light all over: a blank face is what that looks like.
    middle = model.middle(patch)
    white = np.asarray(cv2.inRange(middle, WHITE, BEYOND), dtype=np.uint8)
    washed = cv2.countNonZero(white) / white.size
    seen = Seen(rest, weight, white, float(np.sign(table.direction.sum())))

    def missing(guess: int) -> float:
        fit = fitted[guess]
        plain = table.energies[guess] <= PLAIN * table.energy
        return 0.0 if plain else gap_in(seen, (fit.shown - np.float32(fit.ground)) * fit.known, model.density)

    return Witness(misfits * (0.4 if washed > 0.6 else 1.0), min(shares, default=0.0), missing)


def along_marks(model: WandModel, table: MarkTable, patch: Patch, gain: Array) -> Patch:
    """The middle of the face along the colour direction in which marks differ from wood, as bright as it was taught."""
    return np.asarray(model.middle(patch) @ (table.direction / gain).astype(np.float32), dtype=np.float32)


class _Taught(NamedTuple):
    """The mark of a guess, the cells that are known of it, whether there is one at all, and the level of its wood."""

    pattern: Patch
    known: Patch
    marked: bool
    ground: float
    energy: float


def _taught(table: MarkTable) -> list[_Taught]:
    parts = zip(table.patterns, table.weights, table.marked, table.grounds, table.energies, strict=True)
    return [_Taught(*part) for part in parts]


@dataclass(frozen=True)
class _Fit:
    """A pattern moved and scaled onto what is seen; ``share`` of it is in view, its wood is at ``ground``."""

    shown: Patch
    known: Patch
    share: float
    ground: float = 0.0


def _matches(padded: Patch, table: MarkTable) -> Patch:
    """How well each guess's pattern fits at each place of the play (products summed): (guesses, rows, columns); 0
    where it has no mark.
    """
    shape = table.patterns[0].shape
    windows = np.lib.stride_tricks.sliding_window_view(padded, shape)
    matches = np.zeros((len(table.patterns), *windows.shape[:2]), np.float32)
    products = windows.reshape(-1, shape[0] * shape[1]) @ table.stacked[table.marked].T
    matches[table.marked] = products.T.reshape(-1, *windows.shape[:2])
    return matches


def _fitted(match: Patch, play: tuple[int, int], weight: Patch, taught: _Taught) -> _Fit:
    """``match`` is how well the pattern fits at each place of the ``play`` along and across."""
    pattern, known = taught.pattern, taught.known
    if not taught.marked:
        return _Fit(np.zeros_like(pattern), known, 1.0)
    slide, drift = play
    dv, du = divmod(int(np.argmax(match)), match.shape[1])
    moved, kept = (_shifted(layer, du - slide, dv - drift) for layer in (pattern, known))
    energy = float(np.einsum("ij,ij,ij->", moved, moved, weight))
    strength = min(max(float(match[dv, du]) / (energy + 1e-6), WEAKEST), STRONGEST)
    return _Fit(moved * np.float32(strength), kept, energy / (taught.energy + 1e-6), taught.ground * strength)


def _shifted(layer: Patch, columns: int, rows: int) -> Patch:
    """Moved by whole cells; nothing comes in."""
    moved = np.zeros_like(layer)
    down, right = layer.shape
    a, b = max(0, rows), max(0, columns)
    c, d = max(0, -rows), max(0, -columns)
    moved[a : down - c, b : right - d] = layer[c : down - a, d : right - b]
    return moved


def _duel(table: MarkTable, rest: Patch, weight: Patch, fitted: list[_Fit]) -> Array:
    """Compare guesses in pairs on the cells that both know; misfits are relative to the guess that loses least.

    Where little is in view of what tells two guesses apart, the misfit is small: it is evidence, not a ratio.
    """
    shown, known = (
        np.stack(parts) for parts in zip(*((f.shown.ravel(), f.known.ravel()) for f in fitted), strict=True)
    )
    left, seen = rest.ravel(), weight.ravel() * known
    # The cells known to both: what is known is 0 or 1, so that products with `known` choose them.
    off = left - shown
    off *= off
    loss = ((off * seen) @ known.T).astype(np.float64)
    apart_cells = np.flatnonzero(known.min(axis=0) == 0)
    if len(apart_cells):
        noise = _noise(left, weight.ravel() * known.max(axis=0))
        surprise = np.maximum(off[:, apart_cells] - noise, 0) * seen[:, apart_cells]
        loss += surprise @ (1 - known[:, apart_cells]).T
    # A pattern is 0 where it is not known.
    bright = shown * seen
    own = ((shown * bright) @ known.T).astype(np.float64)
    apart = own + own.T - 2 * bright @ shown.T
    least = np.maximum(IN_VIEW * table.apart, FAINT * table.energy)
    worse = (loss - loss.T) / (np.maximum(apart, least) + 1e-6)
    best = int(np.argmin(worse.max(axis=1)))
    return np.asarray(np.minimum(worse[:, best], MOST_WORSE))


def _noise(left: Patch, seen: Patch) -> np.float32:
    """What speaks (squared) against a guess where only it knows the face is more than noise makes, a mark on "no mark"
    say.
    """
    shown = left[seen > 0]
    return np.float32(SURPRISE * 1.4826 * median(np.abs(shown)) if len(shown) else 0.0) ** 2

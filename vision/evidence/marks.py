"""The first witness: the mark on the bottom face, compared with each taught face in both directions.

No threshold here knows a symbol or a colour: what a difference is worth is learnt from the teaching pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.gaps import Seen, gap_in
from vision.evidence.levels import levelled, without_grain
from vision.evidence.mark_table import FAINT, PLAIN, MarkTable
from vision.evidence.model import WandModel
from vision.evidence.stretch import Stretch, stretch_of
from vision.evidence.witness import Witness
from vision.geometry.patches import Patch
from vision.numeric.medians import median
from vision.scene.glare import BEYOND, WHITE

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

WEAKEST, STRONGEST = 0.5, 1.5
"""A true mark shows with at least and at most this strength, relative to the taught one in this light."""
SURPRISE, MOST_WORSE = 3.0, 1.5
"""A mark where a guess has none is more than SURPRISE times the noise; no guess is called worse than MOST_WORSE."""
IN_VIEW = 0.35
"""With less than this share of a difference in view, what is seen of it counts accordingly less."""


def mark_witness(model: WandModel, patch: Patch, gain: Array, clear: Mask) -> Witness:
    """Compare the middle of the face with each taught face; ``gain`` is how bright a taught colour looks here."""
    table = model.marks_in(float(gain.mean()))
    flat, weight = along_marks(model, table, patch, gain), model.middle(clear).astype(np.float32)
    rest = without_grain(levelled(flat, weight, model.density), weight, model.density)
    fits = _fitted(_matches(rest, table), weight, table)
    misfits = _duel(table, rest, weight, fits)
    shares = [share for share, marked in zip(fits.shares, table.marked, strict=True) if marked]
    # White with light all over: a blank face is what that looks like.
    middle = model.middle(patch)
    white = np.asarray(cv2.inRange(middle, WHITE, BEYOND), dtype=np.uint8)
    washed = cv2.countNonZero(white) / white.size
    seen = Seen(rest, weight, white, float(np.sign(table.direction.sum())))

    def missing(guess: int) -> float:
        if table.energies[guess] <= PLAIN * table.energy:
            return 0.0
        mark = (fits.shown[guess] - np.float32(fits.grounds[guess])) * fits.known[guess]
        return gap_in(seen, mark, model.density)

    @cache
    def stretch(guess: int) -> Stretch | None:
        return stretch_of(table.patterns[guess], rest, model.density) if table.marked[guess] else None

    return Witness(misfits * (0.4 if washed > 0.6 else 1.0), min(shares, default=0.0), missing, stretch)


def along_marks(model: WandModel, table: MarkTable, patch: Patch, gain: Array) -> Patch:
    """The middle of the face along the colour direction in which marks differ from wood, as bright as it was taught."""
    return np.asarray(model.middle(patch) @ (table.direction / gain).astype(np.float32), dtype=np.float32)


@dataclass(frozen=True)
class _Fits:
    """The marks of all guesses moved and scaled onto what is seen: how they are ``shown``, and which of their cells are
    ``known`` (guesses, rows, columns); what ``shares`` of them are in view, and the ``grounds`` of their wood.
    """

    shown: Patch
    known: Patch
    shares: list[float]
    grounds: list[float]


def _matches(rest: Patch, table: MarkTable) -> Patch:
    """How well each guess's pattern fits at each place of the play (products summed): (guesses, rows, columns)."""
    slide, drift = table.play
    padded = cv2.copyMakeBorder(rest, drift, drift, slide, slide, cv2.BORDER_CONSTANT, value=0).ravel()
    wide, size = rest.shape[1] + 2 * slide, table.lines.shape[1]
    # All rows are one line, which is moved along once for each place; a place across is a row farther on in it.
    length, step = len(padded) - 2 * slide, padded.itemsize
    moved = np.ndarray((2 * slide + 1, length), padded.dtype, padded, strides=(step, step)).copy()
    starts = [place * wide for place in range(2 * drift + 1)]
    return np.stack([moved[:, start : start + size] @ table.lines.T for start in starts]).transpose(2, 0, 1)


def _fitted(matches: Patch, weight: Patch, table: MarkTable) -> _Fits:
    """``matches`` are how well each pattern fits at each place of the play along and across."""
    slide, drift = table.play
    shown, known = np.zeros((2, *matches.shape[:1], *weight.shape), np.float32)
    shares, grounds = [1.0] * len(matches), [0.0] * len(matches)
    for guess, (match, pattern) in enumerate(zip(matches, table.patterns, strict=True)):
        if not table.marked[guess]:
            known[guess] = table.weights[guess]
            continue
        dv, du = divmod(int(match.argmax()), match.shape[1])
        _move(pattern, shown[guess], du - slide, dv - drift)
        _move(table.weights[guess], known[guess], du - slide, dv - drift)
        energy = float(np.einsum("ij,ij,ij->", shown[guess], shown[guess], weight))
        strength = min(max(float(match[dv, du]) / (energy + 1e-6), WEAKEST), STRONGEST)
        shown[guess] *= np.float32(strength)
        shares[guess], grounds[guess] = energy / (table.energies[guess] + 1e-6), table.grounds[guess] * strength
    return _Fits(shown, known, shares, grounds)


def _move(layer: Patch, onto: Patch, columns: int, rows: int) -> None:
    """Lay it onto a layer of nothing, moved by whole cells."""
    down, right = layer.shape
    a, b = max(0, rows), max(0, columns)
    c, d = max(0, -rows), max(0, -columns)
    onto[a : down - c, b : right - d] = layer[c : down - a, d : right - b]


def _duel(table: MarkTable, rest: Patch, weight: Patch, fits: _Fits) -> Array:
    """Compare guesses in pairs on the cells that both know; misfits are relative to the guess that loses least.

    Where little is in view of what tells two guesses apart, the misfit is small: it is evidence, not a ratio.
    """
    shown, known = (layers.reshape(len(layers), -1) for layers in (fits.shown, fits.known))
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
    shown = left if seen.all() else left[seen > 0]
    return np.float32(SURPRISE * 1.4826 * median(np.abs(shown)) if len(shown) else 0.0) ** 2

"""Do the values that the pictures' names say fit the notches?  All six ways to give them are compared.

A wand's edges carry 0, 1 and 2 notches, and each edge shows on two faces: the edge opposite the first face on the
second and the third.  What only one of the two shows (a reflection, a mark that comes near) is no notch.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from itertools import permutations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.evidence.bites import STEP_MM
from vision.evidence.edges import Edges, middle
from vision.evidence.model import WandModel
from vision.evidence.notch_table import agreement

Array = NDArray[np.float64]
Tops = tuple[int, ...]

AROUND_MM = 14.0
"""The usual scatter of an edge is that of its surroundings: a lamp's reflection makes one half of it uneven."""
NOISE_LEVELS = 0.7
LOW, HIGH = 2.0, 6.0
"""Deviations in units of the scatter: no notch below the first, surely one above the second."""
PLAY_MM, NOTCH_MM = 1.0, 3.5
"""The middles of two faces are off by so much at most; a notch is about so wide."""
HALF_SEEN = 0.7
"""What one view shows where a lamp hides the other counts so much: neither no notch nor a whole one."""
APART_MM = 6.5
"""Two notches of one edge are 12 mm apart and more."""
TABLE_COUNTS = 0.1
"""What the table of notches that play goes by says of a way counts so much: of 1,035 wrong ways to name 207 wands of 69
tables 26 were accepted without it and 18 with it, and no right one less."""
TIE, VOUCHED_TIE = 0.033, 0.165
"""Another way must fit better by more than this; by more still where marks vouch for the names or notches are faint.
Five right ways of 207 fitted worse than another one by more (0.38 to 0.89)."""
FAINT = 1.2
"""With less of three notches seen twice each, wood and background are alike."""
CLEAR, VOUCHED_CLEAR = 0.5, 1.0
"""Another way that fits better by less may do so by chance, as right ones of 207 wands did by up to 0.42, of vouched
wands 0.89."""


@dataclass(frozen=True)
class Values:
    """How well each way to give the values to a wand's faces (in their order) fits its notches; ``shown`` is how
    clearly they show twice each at best (0 to 3).
    """

    said: Tops
    worth: dict[Tops, float]
    shown: float

    def best(self, vouched: bool) -> Tops:
        """The way that fits best; the one that was said when none fits clearly better."""
        faint = self.shown < FAINT
        return self._likely if self._gain > (VOUCHED_TIE if vouched or faint else TIE) else self.said

    def clear(self, vouched: bool) -> bool:
        """Whether what fits best does so by more than chance."""
        return self._gain >= (VOUCHED_CLEAR if vouched else CLEAR)

    @property
    def _likely(self) -> Tops:
        return max(self.worth, key=lambda tops: self.worth[tops])

    @property
    def _gain(self) -> float:
        return self.worth[self._likely] - self.worth[self.said]


def values_of(model: WandModel) -> Values:
    """Compare what was said with all other ways, by that strip of the edges which shows notches most clearly."""
    faces = model.wand.faces
    edges = [model.gauge.measure(f.picture, f.clear) for f in faces]
    said = tuple(f.top for f in faces)
    ways = [_worths([_notches(e, strip) for e in edges], middle(edges[0].u)) for strip in (0, 1)]
    best = max(ways, key=lambda worth: max(worth.values()))
    worth = {tops: twice + TABLE_COUNTS * agreement(list(tops), edges) for tops, twice in best.items()}
    return Values(said, worth, max(best.values()))


def _notches(edges: Edges, strip: int) -> Array:
    """How much each place of both edges looks like a notch (0 to 1; nan where hidden), in the outer or the inner strip:
    (2, n).
    """
    count = edges.off.shape[2] // 2
    seen = edges.off[..., strip * count : (strip + 1) * count]
    off = np.stack([cv2.blur(side, (1, 3)) for side in np.nan_to_num(seen).astype(np.float32)]).astype(np.float64)
    hidden = np.asarray(np.isnan(seen).any(axis=2))
    ratio = off / _local_scatter(np.where(hidden[..., None], np.nan, np.abs(off)))
    strength = np.sqrt((ratio**2).mean(axis=2))
    return np.asarray(np.where(hidden, np.nan, np.clip((strength - LOW) / (HIGH - LOW), 0, 1)))


def _local_scatter(off: Array) -> Array:
    """Usual size of deviations (2, n, channels) around each place."""
    reach = round(AROUND_MM / STEP_MM)
    padded = np.pad(off, ((0, 0), (reach, reach), (0, 0)), constant_values=np.nan)
    windows = np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1, axis=1)
    with warnings.catch_warnings(action="ignore", category=RuntimeWarning):  # a lamp hides all around
        usual = np.nanmedian(windows, axis=-1)
    return np.asarray(1.4826 * np.nan_to_num(usual) + NOISE_LEVELS)


def _worths(faces: list[Array], allowed: NDArray[np.bool_]) -> dict[Tops, float]:
    """The worth of each way, seen in those directions along the wand in which it is best."""
    worth: dict[Tops, float] = {}
    for flips in product((False, True), repeat=3):
        seen = [f[::-1, ::-1] if flip else f for f, flip in zip(faces, flips, strict=True)]
        shared = [_shared(seen[(k + 1) % 3][1], seen[(k + 2) % 3][0], allowed) for k in range(3)]
        table = [_counted(row) for row in shared]
        for tops in permutations((0, 1, 2)):
            total = sum(table[k][tops[k]] for k in range(3))
            worth[tops] = max(worth.get(tops, -np.inf), total)
    return worth


def _shared(one: Array, two: Array, allowed: NDArray[np.bool_]) -> Array:
    """What both views of an edge show, or the only one that is not hidden, smoothed to a notch's width: (n,)."""
    play, wide = (2 * round(mm / STEP_MM / 2) + 1 for mm in (2 * PLAY_MM, NOTCH_MM))
    rows = [np.nan_to_num(row)[None].astype(np.float32) for row in (one, two)]
    both = np.stack([cv2.dilate(row, np.ones((1, play), np.uint8))[0] for row in rows])
    hidden = np.isnan([one, two])
    alone = HALF_SEEN * both.max(axis=0, where=~hidden, initial=0.0)
    level = np.where(hidden.any(axis=0), alone, both.min(axis=0))
    level = np.where(allowed, level, 0).astype(np.float32)
    return np.asarray(cv2.blur(level[None], (wide, 1))[0], dtype=np.float64)


def _counted(row: Array) -> list[float]:
    """For no, one and two notches on an edge: how clearly they show, less what shows beyond them."""
    row, peaks = row.copy(), list[float]()
    for _ in range(3):
        top = int(row.argmax())
        peaks.append(float(row[top]))
        row[max(0, top - round(APART_MM / STEP_MM)) : top + round(APART_MM / STEP_MM) + 1] = 0
    return [sum(peaks[:count]) - peaks[count] for count in range(3)]

"""The outline of one wand to a tenth of a millimetre: two long sides and two ends, found by steps of brightness."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Points
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.locate.relief import BANDS, OUTWARDS, PIECES, SEGMENTS, STEP_MM, Relief, offsets
from vision.numeric.peaks import vertex

WINDOW_MM = 1.3
INLIER_MM = 0.15
PRIOR = 3.0
"""A side where the taught rectangle has it counts as much as so many pieces that agree."""
NEAR_MM = 0.5
"""Where a wand is known to lie its borders show within this."""

Array = NDArray[np.float64]

PIECE_NUMBERS, PIECE_T = np.arange(PIECES)[:, None], (np.arange(PIECES) + 0.5) / PIECES
"""Number and middle of each piece, from 0 at one end to 1 at the other."""


@dataclass(frozen=True)
class Outline:
    """Where the sides and ends were found.

    ``sides`` holds v of the left and right side at the two ends, shape (2, 2); ``trust`` (2,) the share of each side's
    pieces that agree on it; ``ends`` u of both ends; ``held_sides`` (2, SEGMENTS) and ``held_ends`` (2, BANDS) how
    clearly each piece shows its edge there, 0 to 1; ``borders`` (2, PIECES) how far outwards of the taught rectangle
    each piece of the sides was seen, nan where it was not; ``spans`` how well both ends show together when they are by
    each of `SPANS_MM` farther apart than taught.
    """

    pose: Pose
    length: float
    side: float
    sides: Array
    trust: Array
    ends: Array
    held_sides: Array
    held_ends: Array
    borders: Array
    spans: Array

    @cached_property
    def widths(self) -> Array:
        """Measured width at both ends."""
        return np.asarray(self.sides[1] - self.sides[0])

    @property
    def span(self) -> float:
        """Measured length."""
        return float(self.ends[1] - self.ends[0])

    @cached_property
    def centred(self) -> Pose:
        """The pose moved to the middle of what was measured."""
        start, end = self.sides.mean(axis=0).tolist()
        return self.pose.moved(float(self.ends.mean()), (start + end) / 2, math.atan2(end - start, self.length))

    @cached_property
    def held(self) -> float:
        """How clearly the outline shows, 0 to 1; a missing end weighs as much as a missing side."""
        sides, ends = (float(held.sum()) / held.size for held in (self.held_sides, self.held_ends))
        return 0.5 * sides + 0.5 * ends


@dataclass(frozen=True)
class Fit:
    """A pose moved onto its edges, and how clearly they show: sides (mean of both), ends (the fainter one); where it is
    asked for also the ``contrast`` of its face with what is around it (grey levels more than on the empty pane).
    """

    pose: Pose
    sides: float
    ends: float
    contrast: float = 0.0

    @property
    def shown(self) -> float:
        """How clearly an outline shows; without its ends it may be any stripe."""
        return 0.6 * self.sides + 0.5 * self.ends


def settle(sampler: Sampler, pose: Pose, length: float, side: float, reach: float = 3.5) -> Fit:
    """Move a rough pose onto the rectangle ``length`` x ``side`` that shows most of its outline."""
    relief = Relief(sampler, pose, length, side)
    place, held, ends = _placed(relief, reach)
    return Fit(_moved(pose, place, length), held / (2 * SEGMENTS), float(ends.min()))


def _placed(relief: Relief, reach: float) -> tuple[Array, float, Array]:
    """Shift across at both ends and shift along (mm) of the best rectangle, how well its sides and each end show."""
    away = offsets(reach)
    total = relief.side_scores(reach)
    i, j = divmod(int(np.argmax(total)), len(away))
    ends = relief.end_scores(away).sum(axis=1) / BANDS
    both = ends.sum(axis=0)
    k = int(np.argmax(both))
    place = [_peak(total[:, j], away, i), _peak(total[i], away, j), _peak(both, away, k)]
    return np.array(place), float(total[i, j]), ends[:, k]


def _moved(pose: Pose, place: Array, length: float) -> Pose:
    start, end, along = place.tolist()
    return pose.moved(along, (start + end) / 2, math.atan2(end - start, length))


def measure(
    sampler: Sampler, pose: Pose, length: float, side: float, reach: float = 3.5, prior: float = PRIOR
) -> Outline:
    """Find each side and end by itself within ``reach`` mm of where the best taught rectangle near the pose has it."""
    relief = Relief(sampler, pose, length, side)
    place, _, _ = _placed(relief, min(reach, 1.5) if prior > 1 else reach)
    borders = _borders(relief, place[:2])
    lines = [_consensus(found, prior) for found in borders]
    sides = np.array([sign * (side / 2 + line) for sign, (line, _) in zip((-1, 1), lines, strict=True)])
    held_sides = np.array([relief.held_along(line + place[:2]) for line in sides])
    along = np.arange(-reach, reach + 0.01, STEP_MM)
    ends, held_ends = [], []
    for end, scores in enumerate(relief.end_scores(along + place[2])):
        total = scores.sum(axis=0)
        # The taught place is preferred to a neighbour's edge that happens to be stronger.
        likely = total * (0.5 + 0.5 * np.exp(-((along / 1.2) ** 2))) if prior > 1 else total
        i = int(np.argmax(likely))
        ends.append((end * 2 - 1) * length / 2 + _peak(likely, along, i))
        held_ends.append(scores[:, i])
    trust = np.array([trust for _, trust in lines])
    settled = _moved(pose, place, length)
    return Outline(
        settled,
        length,
        side,
        sides,
        trust,
        np.array(ends),
        held_sides,
        np.array(held_ends),
        borders,
        relief.span_scores(),
    )


def shown_at(sampler: Sampler, pose: Pose, length: float, side: float) -> Outline:
    """What shows of the outline of a wand that is known to lie there, whatever stronger borders are beside it."""
    relief = Relief(sampler, pose, length, side)
    borders = _borders(relief, np.zeros(2))
    lines = [_consensus(found, PRIOR) for found in borders]
    near = [np.clip(line, -NEAR_MM, NEAR_MM) for line, _ in lines]
    held = [relief.held_along(sign * (side / 2 + line)) for sign, line in zip((-1, 1), near, strict=True)]
    scores = relief.end_scores(np.arange(-NEAR_MM, NEAR_MM + 0.01, STEP_MM))
    held_ends = [end[:, int(np.argmax(end.sum(axis=0)))] for end in scores]
    half = np.array([[-1.0, -1.0], [1.0, 1.0]]) / 2
    return Outline(
        pose,
        length,
        side,
        half * side,
        np.array([trust for _, trust in lines]),
        half[:, 0] * length,
        np.array(held),
        np.array(held_ends),
        borders,
        relief.span_scores(),
    )


def _borders(relief: Relief, place: Array) -> Array:
    """Where each piece of both sides has its border, outwards of the best rectangle (2, PIECES), nan where it shows
    none: where the colour is half way from just inside to just outside.
    """
    step = float(relief.vs[1] - relief.vs[0])
    outward, inside, outside = _outward(step)
    middle = place[0] * (1 - PIECE_T) + place[1] * PIECE_T
    away = OUTWARDS[..., None] * (relief.side / 2 + outward)
    rows = np.minimum(np.maximum((away + middle[:, None] - relief.vs[0]) / step, 0), len(relief.vs) - 1.001)
    low = rows.astype(np.intp)
    part = (rows - low)[..., None]
    before = relief.pieces[PIECE_NUMBERS, low]
    profile = before + (relief.pieces[PIECE_NUMBERS, low + 1] - before) * part
    inner = profile[:, :, inside].mean(axis=2)
    apart = profile[:, :, outside].mean(axis=2) - inner
    contrast = np.maximum(np.einsum("spc,spc->sp", apart, apart), 1e-6)
    share = np.einsum("spnc,spc->spn", profile - inner[:, :, None], apart) / contrast[..., None]
    crossing = _crossings(outward, share.reshape(2 * PIECES, -1)).reshape(2, PIECES)
    return np.where(np.sqrt(contrast) < relief.soft, np.nan, crossing)


@lru_cache(maxsize=16)
def _outward(step: float) -> tuple[Array, slice, slice]:
    """Places outwards of a side (mm), and which of them are the wand's and what is beside it."""
    outward = np.arange(-3.2, 2.6, step)
    parts = [np.flatnonzero((outward > low) & (outward < high)) for low, high in ((-3.0, -1.3), (0.6, 1.5))]
    inside, outside = (slice(int(part[0]), int(part[-1]) + 1) for part in parts)
    return outward, inside, outside


def _crossings(outward: Array, share: Array) -> Array:
    """Where each row passes one half on the way out, nearest to the taught place; nan where it does not."""
    before, after = share[:, :-1], share[:, 1:]
    passes = (before < 0.5) & (after >= 0.5) & (np.abs(outward[:-1]) < WINDOW_MM)
    rows, columns = np.nonzero(passes)
    start = before[rows, columns]
    place = outward[columns] + (0.5 - start) / (after[rows, columns] - start) * (outward[1] - outward[0])
    found = np.full(passes.shape, np.nan)
    found[rows, columns] = place
    nearest = np.where(passes, np.abs(found), np.inf).argmin(axis=1)
    return np.asarray(found[np.arange(len(share)), nearest])


def _consensus(found: Array, prior: float) -> tuple[Points, float]:
    """The line (offset at both ends) on which most pieces agree, and the share of all pieces that do."""
    seen = np.flatnonzero(np.isfinite(found))
    if len(seen) < 4:
        return np.zeros(2), 0.0
    there, shape = found[seen], np.stack([1 - PIECE_T[seen], PIECE_T[seen]])
    lines = _through_pairs(there, shape[1])
    off = (there - lines @ shape) / INLIER_MM
    votes = np.exp(-(off * off)).sum(axis=1) + prior * np.exp((lines * lines).sum(axis=1) / -0.5)
    line = lines[int(np.argmax(votes))]
    products = np.concatenate([shape * shape[0], shape[1:] * shape[1], shape * there])
    for _ in range(3):
        away = (there - line @ shape) / (2 * INLIER_MM)
        line = _solved(*(products @ np.exp(-(away * away))).tolist())
    agree = np.abs(there - line @ shape) < 2 * INLIER_MM
    return line, float(agree.sum()) / len(found)


def _through_pairs(there: Array, t: Array) -> Points:
    """The lines (offset at both ends) through every two of some pieces that are at least three apart, and the taught
    one: (n, 2).
    """
    i, j = _pairs(len(there))
    lines = np.zeros((len(i) + 1, 2))
    slope = (there[j] - there[i]) / (t[j] - t[i])
    lines[:-1, 0] = there[i] - slope * t[i]
    lines[:-1, 1] = lines[:-1, 0] + slope
    return lines


def _solved(a: float, b: float, c: float, x: float, y: float) -> Points:
    """The solution of the normal equations ((a, b), (b, c)) and (x, y), which may be poor in evidence."""
    a, c = a + 1e-3, c + 1e-3
    return np.array([c * x - b * y, a * y - b * x]) / (a * c - b * b)


@lru_cache(maxsize=PIECES + 1)
def _pairs(count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Every pair of numbers that are at least three apart."""
    return np.triu_indices(count, 3)


def _peak(total: Array, places: Array, i: int) -> float:
    """Top of the parabola through the best value and its neighbours."""
    if not 0 < i < len(total) - 1:
        return float(places[i])
    return float(places[i] + vertex(*total[i - 1 : i + 2]) * (places[i] - places[i - 1]))

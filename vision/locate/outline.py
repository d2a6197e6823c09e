"""The outline of one wand to a tenth of a millimetre: two long sides and two ends, found by steps of brightness."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Points
from vision.geometry.patches import Patch, Sampler
from vision.geometry.pose import Pose
from vision.numeric.medians import median
from vision.numeric.peaks import vertex

MARGIN_MM = 5.0
SEGMENTS = 10
PIECES = 20
BANDS = 6
STEP_MM = 0.1
WINDOW_MM = 1.3
INLIER_MM = 0.15
PRIOR = 3.0
"""A side where the taught rectangle has it counts as much as so many pieces that agree."""
SPANS_MM, SHIFTS_MM = np.arange(-14.0, 4.01, 0.5), np.arange(-8.0, 8.01, 0.5)
FAINTER = 0.5
"""The clearer end counts so much beside the fainter one."""
LEAST_STEP = 1.0
"""A step of so many grey levels over a tenth of a side counts half where nothing around is uneven: pictures are stored
in whole levels."""
RISE = float(np.tan(np.radians(60)))
"""Height of an equilateral wand's end face above its edge, a millimetre inwards."""

Array = NDArray[np.float64]

Between = tuple[NDArray[np.intp], Patch]

PIECE_NUMBERS, PIECE_T = np.arange(PIECES)[:, None], (np.arange(PIECES) + 0.5) / PIECES
SEGMENT_NUMBERS, SEGMENT_T = np.arange(SEGMENTS), (np.arange(SEGMENTS) + 0.5) / SEGMENTS
"""Number and middle of each piece and segment, from 0 at one end to 1 at the other."""
BAND_STARTS, OUTWARDS = np.arange(BANDS)[:, None], np.array([[-1.0], [1.0]])
"""Number of each band, and which way along the wand is outwards at its two ends."""


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


class Relief:
    """Steps of brightness in a patch, across (for the sides) and along (for the ends), squeezed to 0..1."""

    def __init__(self, sampler: Sampler, pose: Pose, length: float, side: float) -> None:
        self.pose, self.length, self.side = pose, length, side
        half_u, half_v = length / 2 + MARGIN_MM, side / 2 + MARGIN_MM
        self.us, self.vs = sampler.axes(half_u, half_v)
        self.patch = sampler.patch(pose, half_u, half_v)
        self.pieces = self._pieces()
        across = _steps((self.pieces[::2] + self.pieces[1::2]) * np.float32(0.5))
        rows = slice(*np.searchsorted(self.vs, (0.8 - side / 2, side / 2 - 0.8)))
        self.along = _steps(_means(self.patch[rows], (len(self.us), BANDS)))
        self.soft = 1.5 * median(across) + LEAST_STEP
        self.segments = _squeezed(_finer(across, _between(*_ends(self.vs))), self.soft)
        self.lean = self._lean(sampler)

    def _pieces(self) -> Patch:
        """Mean colours of PIECES stretches between the ends: (PIECES, rows, 3); two of them are a segment."""
        columns = slice(*np.searchsorted(self.us, (1.5 - self.length / 2, self.length / 2 - 1.5)))
        return _means(self.patch[:, columns], (PIECES, len(self.vs))).swapaxes(0, 1)

    @cached_property
    def bands(self) -> Patch:
        """How clearly each band shows an end at every fine sample along the wand: (BANDS, samples)."""
        return _squeezed(_finer(self.along, _between(*_ends(self.us))), self.soft)

    def _lean(self, sampler: Sampler) -> Array | None:
        """How far each band's end face shows beyond the two ends (mm, (2, BANDS)): it stands up, the eye is aside; None
        where it does beyond neither.
        """
        x, y, z = sampler.pane.eye.tolist()
        away = (self.pose.x - x) * math.cos(self.pose.angle) + (self.pose.y - y) * math.sin(self.pose.angle)
        beyond = [max(0.0, sign * away - self.length / 2) / abs(z) for sign in (1, -1)]
        return np.asarray(np.array(beyond)[:, None] * _end_face(self.side)) if any(beyond) else None

    def side_scores(self, reach: float) -> Array:
        """Held-ness of both sides together for each pair of `_offsets` at the two ends: (n, n)."""
        shape = (self.side, float(self.vs[0]), self.segments.shape[1], reach)
        index = _side_index(*shape)
        return np.asarray(self.segments.ravel().take(index).sum(axis=0), dtype=np.float64)

    def held_along(self, sign: int, line: Points) -> Array:
        """Held-ness of each segment at a line (v at both ends)."""
        place = line[0] * (1 - SEGMENT_T) + line[1] * SEGMENT_T
        index = _index(place, float(self.vs[0]), self.segments.shape[1])
        return np.asarray(self.segments[SEGMENT_NUMBERS, index], dtype=np.float64)

    def end_scores(self, offsets: Array) -> Array:
        """Held-ness of both ends for each offset: (2, BANDS, n); the end face beyond an end may show instead."""
        base = (self.length / 2 * OUTWARDS + offsets)[:, None]
        plain = self._band_at(base)
        if self.lean is None:
            return plain
        return np.asarray(np.maximum(plain, 0.9 * self._band_at(base + (OUTWARDS * self.lean)[..., None])))

    def span_scores(self) -> Array:
        """How well both ends show for each of `SPANS_MM`, wherever along the wand that is best."""
        shown = self.bands.mean(axis=0)
        ends = [shown.take(index) for index in _span_index(self.length, float(self.us[0]), len(shown))]
        both = np.minimum(*np.broadcast_arrays(*ends)) + FAINTER * np.maximum(*ends)
        return np.asarray(both.max(axis=0))

    def _band_at(self, place: Array) -> Array:
        """How clearly each band shows an end at places (2, BANDS or 1, n)."""
        low, part = _between(*_ends(self.us))
        index = _index(place, float(self.us[0]), len(low))
        before, share = low.take(index) + BAND_STARTS * self.along.shape[1], part.take(index)
        steps = self.along.ravel()
        first = steps.take(before)
        return np.asarray(_squeezed(first + (steps.take(before + 1) - first) * share, self.soft), dtype=np.float64)


@lru_cache(maxsize=16)
def _end_face(side: float) -> Array:
    """Height (mm) of an end face at the middle of each band: (BANDS,)."""
    edges = np.linspace(-side / 2 + 0.8, side / 2 - 0.8, BANDS + 1)
    return np.asarray((side / 2 - np.abs((edges[1:] + edges[:-1]) / 2)) * RISE)


def _index(place: Array, first: float, count: int) -> NDArray[np.intp]:
    """Number of the fine sample at each place."""
    return np.asarray(np.minimum(np.maximum(np.rint((place - first) / STEP_MM), 0), count - 1), dtype=np.intp)


def _offsets(reach: float) -> Array:
    return np.arange(-reach, reach + 0.01, 0.25)


@lru_cache(maxsize=64)
def _side_index(side: float, first: float, count: int, reach: float) -> NDArray[np.intp]:
    """Where in (SEGMENTS, count) both sides lie, for each pair of offsets at the two ends: (2 * SEGMENTS, n, n)."""
    offsets, t = _offsets(reach), SEGMENT_T[:, None, None]
    shift = offsets[:, None] * (1 - t) + offsets[None] * t
    row = count * np.arange(SEGMENTS)[:, None, None]
    return np.concatenate([row + _index(sign * side / 2 + shift, first, count) for sign in (-1, 1)])


@lru_cache(maxsize=16)
def _span_index(length: float, first: float, count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Which of ``count`` fine samples along the wand the one and the other end are at, for each shift and span."""
    start, end = (s * length / 2 + SHIFTS_MM[:, None] for s in (-1, 1))
    return _index(start, first, count), _index(end + SPANS_MM, first, count)


def _steps(profiles: Patch) -> Patch:
    """Largest step over the channels across three samples of profiles (n, samples, channels): (n, samples)."""
    pairs = profiles[:, 1:] + profiles[:, :-1]
    away = np.abs(pairs[:, 3:] - pairs[:, :-3])
    steps = np.zeros(profiles.shape[:2], np.float32)
    # The mean of two samples is centred half a sample on; the middle between n and n + 3 is then n + 2.
    np.maximum(np.maximum(away[..., 0], away[..., 1]), away[..., 2], out=steps[:, 2:-2])
    return steps * np.float32(0.5)


def _means(picture: Patch, size: tuple[int, int]) -> Patch:
    """Means of equal stretches, ``size`` (columns, rows) in number."""
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _squeezed(profiles: Patch, soft: float) -> Patch:
    return profiles / (profiles + np.float32(soft))


def _finer(profiles: Patch, between: Between) -> Patch:
    """Profiles (n, coarse) at every STEP_MM, straight between the samples."""
    low, part = between
    before = profiles.take(low, axis=1)
    return np.asarray(before + (profiles.take(low + 1, axis=1) - before) * part, dtype=np.float32)


def _ends(coarse: Array) -> tuple[int, float, float]:
    """Number, first and last of some samples."""
    return len(coarse), float(coarse[0]), float(coarse[-1])


@lru_cache(maxsize=64)
def _between(count: int, first: float, last: float) -> Between:
    """For each fine sample the coarse one before it, and how far it is on its way to the next."""
    place = (np.arange(first, last, STEP_MM) - first) * (count - 1) / (last - first)
    low = np.minimum(place.astype(np.intp), count - 2)
    return low, (place - low).astype(np.float32)


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
    offsets = _offsets(reach)
    total = relief.side_scores(reach)
    i, j = divmod(int(np.argmax(total)), len(offsets))
    ends = relief.end_scores(offsets).sum(axis=1) / BANDS
    both = ends.sum(axis=0)
    k = int(np.argmax(both))
    place = [_peak(total[:, j], offsets, i), _peak(total[i], offsets, j), _peak(both, offsets, k)]
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
    held_sides = np.array(
        [relief.held_along(sign, line + place[:2]) for sign, line in zip((-1, 1), sides, strict=True)]
    )
    offsets = np.arange(-reach, reach + 0.01, STEP_MM)
    ends, held_ends = [], []
    for end, scores in enumerate(relief.end_scores(offsets + place[2])):
        total = scores.sum(axis=0)
        # The taught place is preferred to a neighbour's edge that happens to be stronger.
        likely = total * (0.5 + 0.5 * np.exp(-((offsets / 1.2) ** 2))) if prior > 1 else total
        i = int(np.argmax(likely))
        ends.append((end * 2 - 1) * length / 2 + _peak(likely, offsets, i))
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


def _peak(total: Array, offsets: Array, i: int) -> float:
    """Top of the parabola through the best value and its neighbours."""
    if not 0 < i < len(total) - 1:
        return float(offsets[i])
    return float(offsets[i] + vertex(*total[i - 1 : i + 2]) * (offsets[i] - offsets[i - 1]))

"""The outline of one wand to a tenth of a millimetre: two long sides and two ends, found by steps of brightness."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Points
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose

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

SEGMENT_T = (np.arange(SEGMENTS) + 0.5) / SEGMENTS
"""Middle of each segment, from 0 at one end to 1 at the other."""


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

    @property
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
        start, end = self.sides.mean(axis=0)
        turn = float(np.arctan2(end - start, self.length))
        return self.pose.moved(float(self.ends.mean()), float((start + end) / 2), turn)

    @property
    def held(self) -> float:
        """How clearly the outline shows, 0 to 1; a missing end weighs as much as a missing side."""
        return float(0.5 * self.held_sides.mean() + 0.5 * self.held_ends.mean())


class Relief:
    """Steps of brightness in a patch, across (for the sides) and along (for the ends), squeezed to 0..1."""

    def __init__(self, sampler: Sampler, pose: Pose, length: float, side: float) -> None:
        self.pose, self.length, self.side = pose, length, side
        half_u, half_v = length / 2 + MARGIN_MM, side / 2 + MARGIN_MM
        self.us, self.vs = sampler.axes(half_u, half_v)
        self.patch = sampler.cut(pose, half_u, half_v)
        across = _steps(_means(self.patch[:, self._between_ends()], (SEGMENTS, len(self.vs))))
        rows = slice(*np.searchsorted(self.vs, [0.8 - side / 2, side / 2 - 0.8]))
        along = _steps(_means(self.patch[rows], (len(self.us), BANDS)).swapaxes(0, 1))
        self.soft = 1.5 * float(np.median(across)) + LEAST_STEP
        self.segments = _squeezed(_finer(across, self.vs), self.soft)
        self.bands = _squeezed(_finer(along, self.us), self.soft)
        self.lean = self._lean(sampler)

    def _between_ends(self) -> slice:
        """The columns between the ends."""
        return slice(*np.searchsorted(self.us, [1.5 - self.length / 2, self.length / 2 - 1.5]))

    def _lean(self, sampler: Sampler) -> Array:
        """How far each band's end face shows beyond the two ends (mm, (2, BANDS)): it stands up, the eye is aside."""
        x, y, z = sampler.pane.eye.tolist()
        away = (self.pose.x - x) * math.cos(self.pose.angle) + (self.pose.y - y) * math.sin(self.pose.angle)
        beyond = [max(0.0, sign * away - self.length / 2) / abs(z) for sign in (1, -1)]
        return np.asarray(np.array(beyond)[:, None] * _end_face(self.side))

    def pieces(self) -> Array:
        """Mean colours of PIECES stretches along the wand: (PIECES, rows, 3)."""
        return _means(self.patch[:, self._between_ends()], (PIECES, len(self.vs))).swapaxes(0, 1)

    def side_scores(self, reach: float) -> Array:
        """Held-ness of both sides together for each pair of `_offsets` at the two ends: (n, n)."""
        shape = (self.side, float(self.vs[0]), self.segments.shape[1], reach)
        index = _side_index(*shape)
        return np.asarray(self.segments.ravel()[index].sum(axis=0), dtype=np.float64)

    def held_along(self, sign: int, line: Points) -> Array:
        """Held-ness of each segment at a line (v at both ends)."""
        place = line[0] * (1 - SEGMENT_T) + line[1] * SEGMENT_T
        index = _index(place, float(self.vs[0]), self.segments.shape[1])
        return np.asarray(self.segments[np.arange(SEGMENTS), index])

    def end_scores(self, offsets: Array) -> Array:
        """Held-ness of both ends for each offset: (2, BANDS, n); the end face beyond an end may show instead."""
        base = np.array([-self.length / 2, self.length / 2])[:, None] + offsets
        reach = np.array([-1, 1])[:, None] * self.lean
        plain = self._band_at(base[:, None])
        if not reach.any():
            return plain
        return np.asarray(np.maximum(plain, 0.9 * self._band_at(base[:, None] + reach[..., None])))

    def span_scores(self) -> Array:
        """How well both ends show for each of `SPANS_MM`, wherever along the wand that is best."""
        shown = self.bands.mean(axis=0)
        start, end = (s * self.length / 2 + SHIFTS_MM[:, None] for s in (-1, 1))
        ends = [shown[_index(u, float(self.us[0]), len(shown))] for u in (start, end + SPANS_MM)]
        both = np.minimum(*np.broadcast_arrays(*ends)) + FAINTER * np.maximum(*ends)
        return np.asarray(both.max(axis=0))

    def _band_at(self, place: Array) -> Array:
        index = _index(place, float(self.us[0]), self.bands.shape[1])
        return np.asarray(self.bands[np.arange(BANDS)[:, None], index])


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


def _steps(profiles: Array) -> Array:
    """Largest step over the channels across three samples of profiles (samples, n, channels): (n, samples)."""
    smooth = (profiles[1:] + profiles[:-1]) / 2
    steps = np.zeros(profiles.shape[:2])
    # The mean of two samples is centred half a sample on; the middle between n and n + 3 is then n + 2.
    steps[2:-2] = np.abs(smooth[3:] - smooth[:-3]).max(axis=2)
    return np.ascontiguousarray(steps.T)


def _means(picture: NDArray[np.uint8], size: tuple[int, int]) -> Array:
    """Means of equal stretches, ``size`` (columns, rows) in number."""
    return np.asarray(cv2.resize(picture.astype(np.float32), size, interpolation=cv2.INTER_AREA), dtype=np.float64)


def _squeezed(profiles: Array, soft: float) -> Array:
    return profiles / (profiles + soft)


def _finer(profiles: Array, coarse: Array) -> Array:
    """Profiles (n, coarse) at every STEP_MM, straight between the samples."""
    low, part = _between(len(coarse), float(coarse[0]), float(coarse[-1]))
    return np.asarray(profiles[:, low] * (1 - part) + profiles[:, low + 1] * part)


@lru_cache(maxsize=64)
def _between(count: int, first: float, last: float) -> tuple[NDArray[np.intp], Array]:
    """For each fine sample the coarse one before it, and how far it is on its way to the next."""
    place = (np.arange(first, last, STEP_MM) - first) * (count - 1) / (last - first)
    low = np.minimum(place.astype(np.intp), count - 2)
    return low, place - low


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
    start, end, along = (float(p) for p in place)
    return pose.moved(along, (start + end) / 2, float(np.arctan2(end - start, length)))


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
    step = relief.vs[1] - relief.vs[0]
    t = (np.arange(PIECES) + 0.5) / PIECES
    middle = place[0] * (1 - t) + place[1] * t
    outward = np.arange(-3.2, 2.6, step)
    away = np.array([-1, 1])[:, None, None] * (relief.side / 2 + outward)
    rows = np.clip((away + middle[:, None] - relief.vs[0]) / step, 0, len(relief.vs) - 1.001)
    low = rows.astype(np.intp)
    part = (rows - low)[..., None]
    pieces, number = relief.pieces(), np.arange(PIECES)[:, None]
    profile = pieces[number, low] * (1 - part) + pieces[number, low + 1] * part
    inner = profile[:, :, (outward > -3.0) & (outward < -1.3)].mean(axis=2)
    outer = profile[:, :, (outward > 0.6) & (outward < 1.5)].mean(axis=2)
    apart = outer - inner
    contrast = np.maximum((apart**2).sum(axis=2), 1e-6)
    share = ((profile - inner[:, :, None]) * apart[:, :, None]).sum(axis=3) / contrast[..., None]
    crossing = _crossings(outward, share.reshape(2 * PIECES, -1)).reshape(2, PIECES)
    return np.where(np.sqrt(contrast) < relief.soft, np.nan, crossing)


def _crossings(outward: Array, share: Array) -> Array:
    """Where each row passes one half on the way out, nearest to the taught place; nan where it does not."""
    out, level = outward, share
    before, after = level[:, :-1], level[:, 1:]
    passes = (before < 0.5) & (after >= 0.5) & (np.abs(out[:-1]) < WINDOW_MM)
    place = out[:-1] + (0.5 - before) / np.where(passes, after - before, 1.0) * np.diff(out)
    distance = np.where(passes, np.abs(place), np.inf)
    nearest = np.argmin(distance, axis=1)
    rows = np.arange(len(share))
    return np.where(np.isfinite(distance[rows, nearest]), place[rows, nearest], np.nan)


def _consensus(found: Array, prior: float) -> tuple[Points, float]:
    """The line (offset at both ends) on which most pieces agree, and the share of all pieces that do."""
    count = len(found)
    t = (np.arange(count) + 0.5) / count
    seen = np.flatnonzero(np.isfinite(found))
    if len(seen) < 4:
        return np.zeros(2), 0.0
    i, j = (seen[pair] for pair in _pairs(len(seen)))
    slope = (found[j] - found[i]) / (t[j] - t[i])
    start = np.append(found[i] - slope * t[i], 0.0)
    end = np.append(start[:-1] + slope, 0.0)
    off = found[seen] - start[:, None] - (end - start)[:, None] * t[seen]
    votes = np.exp(-((off / INLIER_MM) ** 2)).sum(axis=1) + prior * np.exp(-(start**2 + end**2) / 0.5)
    best = int(np.argmax(votes))
    there, shape = found[seen], np.stack([1 - t, t])[:, seen]
    products = np.stack([shape[0] ** 2, shape[0] * shape[1], shape[1] ** 2, shape[0] * there, shape[1] * there])
    line = np.array([start[best], end[best]])
    for _ in range(3):
        weight = np.exp(-(((there - line @ shape) / (2 * INLIER_MM)) ** 2))
        line = _solved(*(products @ weight).tolist())
    agree = np.abs(there - line @ shape) < 2 * INLIER_MM
    return line, float(agree.sum()) / count


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
    a, b, c = total[i - 1 : i + 2]
    bend, step = a - 2 * b + c, offsets[i] - offsets[i - 1]
    return float(offsets[i] + (0.0 if bend >= 0 else 0.5 * (a - c) / bend * step))

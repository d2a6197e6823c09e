"""The relief of a patch: how clearly each of its places shows a border along or across the wand."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Points
from vision.geometry.patches import Patch, Sampler
from vision.geometry.pose import Pose
from vision.numeric.medians import median

MARGIN_MM = 5.0
SEGMENTS = 10
PIECES = 20
BANDS = 6
STEP_MM = 0.1
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

SEGMENT_NUMBERS, SEGMENT_T = np.arange(SEGMENTS), (np.arange(SEGMENTS) + 0.5) / SEGMENTS
"""Number and middle of each segment, from 0 at one end to 1 at the other."""
BAND_STARTS, OUTWARDS = np.arange(BANDS)[:, None], np.array([[-1.0], [1.0]])
"""Number of each band, and which way along the wand is outwards at its two ends."""


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
        """Held-ness of both sides together for each pair of `offsets` at the two ends: (n, n)."""
        shape = (self.side, float(self.vs[0]), self.segments.shape[1], reach)
        index = _side_index(*shape)
        return np.asarray(self.segments.ravel().take(index).sum(axis=0), dtype=np.float64)

    def held_along(self, line: Points) -> Array:
        """Held-ness of each segment at a line (v at both ends)."""
        place = line[0] * (1 - SEGMENT_T) + line[1] * SEGMENT_T
        index = _index(place, float(self.vs[0]), self.segments.shape[1])
        return np.asarray(self.segments[SEGMENT_NUMBERS, index], dtype=np.float64)

    def end_scores(self, places: Array) -> Array:
        """Held-ness of both ends, moved along the wand by each of some ``places`` (mm): (2, BANDS, n); the end face
        beyond an end may show instead.
        """
        base = (self.length / 2 * OUTWARDS + places)[:, None]
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


def offsets(reach: float) -> Array:
    """By how much a side's end may be off, within ``reach`` mm."""
    return np.arange(-reach, reach + 0.01, 0.25)


@lru_cache(maxsize=64)
def _side_index(side: float, first: float, count: int, reach: float) -> NDArray[np.intp]:
    """Where in (SEGMENTS, count) both sides lie, for each pair of offsets at the two ends: (2 * SEGMENTS, n, n)."""
    off, t = offsets(reach), SEGMENT_T[:, None, None]
    shift = off[:, None] * (1 - t) + off[None] * t
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

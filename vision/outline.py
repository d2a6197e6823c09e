"""The outline of one wand to a tenth of a millimetre: two long sides, two ends, each found by its step of brightness."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pane import Points
from vision.patches import Patch, Pose, Sampler

MARGIN_MM = 5.0
SEGMENTS = 10
BANDS = 6
STEP_MM = 0.1
WINDOW_MM = 1.2
PRIOR = 0.5
RISE = float(np.tan(np.radians(60)))
"""Height of an equilateral wand's end face above its edge, a millimetre inwards."""

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Outline:
    """Where the sides and ends were found.

    ``sides`` holds v of the left and right side at the two ends, shape (2, 2); ``ends`` u of both ends; ``held_sides``
    (2, SEGMENTS) and ``held_ends`` (2, BANDS) how clearly each piece shows its edge there, 0 to 1.
    """

    pose: Pose
    length: float
    side: float
    sides: Array
    ends: Array
    held_sides: Array
    held_ends: Array

    @property
    def widths(self) -> Array:
        """Measured width at both ends."""
        return np.asarray(self.sides[1] - self.sides[0])

    @property
    def span(self) -> float:
        """Measured length."""
        return float(self.ends[1] - self.ends[0])

    @property
    def centred(self) -> Pose:
        """The pose moved to the middle of what was measured."""
        start, end = self.sides.mean(axis=0)
        turn = float(np.arctan2(end - start, self.length))
        return self.pose.moved(float(self.ends.mean()), float((start + end) / 2), turn)

    @property
    def held(self) -> float:
        """Share of the outline that shows an edge."""
        return float(0.8 * self.held_sides.mean() + 0.2 * self.held_ends.mean())


class Relief:
    """Steps of brightness in a patch, across (for the sides) and along (for the ends), squeezed to 0..1."""

    def __init__(self, sampler: Sampler, pose: Pose, length: float, side: float) -> None:
        self.pose, self.length, self.side = pose, length, side
        half_u, half_v = length / 2 + MARGIN_MM, side / 2 + MARGIN_MM
        self.us, self.vs = sampler.axes(half_u, half_v)
        patch = sampler.patch(pose, half_u, half_v)
        self.patch = patch
        density = sampler.density
        wide = max(1, round(1.5 * density)) | 1
        across = _step(cv2.blur(patch, (wide, 1)), 0)
        along = _step(cv2.blur(patch, (1, wide)), 1)
        soft = 1.5 * float(np.median(across)) + 2.0
        self.raw_segments, self.raw_bands = self._segments(across), self._bands(along)
        self.segments = _squeezed(self.raw_segments, soft)
        self.bands = _squeezed(self.raw_bands, soft)
        self.lean = self._lean(sampler)
        self.least = soft
        cuts = np.searchsorted(self.us, np.linspace(-length / 2 + 1.5, length / 2 - 1.5, 2 * SEGMENTS + 1))
        pieces = [patch[:, a:b].mean(axis=1) for a, b in zip(cuts[:-1], cuts[1:], strict=True)]
        self.colours = np.stack(pieces).astype(np.float64)

    def _segments(self, across: Array) -> Array:
        """(SEGMENTS, fine v)"""
        edges = np.linspace(-self.length / 2 + 1.5, self.length / 2 - 1.5, SEGMENTS + 1)
        cuts = np.searchsorted(self.us, edges)
        profiles = np.stack([across[:, a:b].mean(axis=1) for a, b in zip(cuts[:-1], cuts[1:], strict=True)])
        return _finer(profiles, self.vs, self.fine_v)

    def _bands(self, along: Array) -> Array:
        """(BANDS, fine u)"""
        edges = np.linspace(-self.side / 2 + 0.8, self.side / 2 - 0.8, BANDS + 1)
        cuts = np.searchsorted(self.vs, edges)
        profiles = np.stack([along[a:b].mean(axis=0) for a, b in zip(cuts[:-1], cuts[1:], strict=True)])
        return _finer(profiles, self.us, self.fine_u)

    @property
    def fine_v(self) -> Array:
        """Positions of the profiles across."""
        return np.arange(self.vs[0], self.vs[-1], STEP_MM)

    @property
    def fine_u(self) -> Array:
        """Positions of the profiles along."""
        return np.arange(self.us[0], self.us[-1], STEP_MM)

    def _lean(self, sampler: Sampler) -> Array:
        """How far each band's end face shows beyond the two ends (mm, (2, BANDS)): it stands up, the eye is aside."""
        eye = sampler.pane.eye
        depth = abs(eye[2])
        edges = np.linspace(-self.side / 2 + 0.8, self.side / 2 - 0.8, BANDS + 1)
        height = (self.side / 2 - np.abs((edges[1:] + edges[:-1]) / 2)) * RISE
        out = []
        for sign in (-1, 1):
            away = (self.pose.middle - eye[:2]) @ self.pose.along * sign + self.length / 2
            out.append(np.maximum(0.0, -away) / depth * height)
        return np.array(out)

    def side_scores(self, sign: int, offsets: Array) -> Array:
        """Held-ness of a side for each pair of offsets at its two ends: (SEGMENTS, n, n)."""
        t = (np.arange(SEGMENTS) + 0.5) / SEGMENTS
        place = sign * self.side / 2 + offsets[:, None] * (1 - t)[:, None, None] + offsets[None] * t[:, None, None]
        index = np.clip(np.rint((place - self.vs[0]) / STEP_MM).astype(int), 0, self.segments.shape[1] - 1)
        return np.asarray(self.segments[np.arange(SEGMENTS)[:, None, None], index])

    def held_along(self, sign: int, line: Points) -> Array:
        """Held-ness of each segment at a line (v at both ends)."""
        offsets = line - sign * self.side / 2
        return self.side_scores(sign, offsets)[:, 0, 1]

    def end_scores(self, end: int, offsets: Array) -> Array:
        """Held-ness of an end for each offset: (BANDS, n); the end face beyond it may show instead."""
        base = (end * 2 - 1) * self.length / 2 + offsets
        reach = (end * 2 - 1) * self.lean[end]
        plain = self._band_at(np.broadcast_to(base, (BANDS, len(offsets))))
        beyond = self._band_at(base[None] + reach[:, None])
        return np.asarray(np.maximum(plain, 0.9 * beyond))

    def _band_at(self, place: Array) -> Array:
        index = np.clip(np.rint((place - self.us[0]) / STEP_MM).astype(int), 0, self.bands.shape[1] - 1)
        return np.asarray(self.bands[np.arange(BANDS)[:, None], index])


def _step(patch: Patch, axis: int) -> Array:
    """Largest step over the channels, over two samples."""
    kernel = np.array([-1, -1, 0, 1, 1], np.float32) / 2
    size = kernel[:, None] if axis == 0 else kernel[None]
    return np.asarray(np.abs(cv2.filter2D(patch, -1, size)).max(axis=2), dtype=np.float64)


def _squeezed(profiles: Array, soft: float) -> Array:
    return profiles / (profiles + soft)


def _finer(profiles: Array, coarse: Array, fine: Array) -> Array:
    return np.stack([np.interp(fine, coarse, p) for p in profiles])


def settle_pose(sampler: Sampler, pose: Pose, length: float, side: float, reach: float = 3.5) -> Pose:
    """Move a rough pose onto the rectangle ``length`` x ``side`` that shows most of its outline."""
    relief = Relief(sampler, pose, length, side)
    offsets = np.arange(-reach, reach + 0.01, 0.25)
    both = relief.side_scores(-1, offsets) + relief.side_scores(1, offsets)
    total = both.sum(axis=0)
    at_start, at_end = np.unravel_index(int(np.argmax(total)), total.shape)
    a, b = offsets[at_start], offsets[at_end]
    shift = (relief.end_scores(0, offsets) + relief.end_scores(1, offsets)).sum(axis=0)
    du = offsets[int(np.argmax(shift))]
    return pose.moved(float(du), float((a + b) / 2), float(np.arctan2(b - a, length)))


def measure(
    sampler: Sampler, pose: Pose, length: float, side: float, reach: float = 3.5, prior: float = PRIOR
) -> Outline:
    """Find each side and end by itself within ``reach`` mm of where the taught rectangle has it."""
    relief = Relief(sampler, pose, length, side)
    offsets = np.arange(-reach, reach + 0.01, STEP_MM)
    sides, held_sides = [], []
    for sign in (-1, 1):
        found = _line(relief, sign, prior)
        sides.append(found)
        held_sides.append(relief.held_along(sign, found))
    ends, held_ends = [], []
    for end in (0, 1):
        scores = relief.end_scores(end, offsets)
        total = scores.sum(axis=0)
        i = int(np.argmax(total))
        ends.append((end * 2 - 1) * length / 2 + _peak(total, offsets, i))
        held_ends.append(scores[:, i])
    return Outline(
        pose, length, side, np.array(sides), np.array(ends), np.array(held_sides), np.array(held_ends)
    )


def _line(relief: Relief, sign: int, prior: float) -> Points:
    """Exact v of a side at both ends: where the colour is half way from just inside to just outside, a line through."""
    count = len(relief.colours)
    t = (np.arange(count) + 0.5) / count
    at = np.full(count, sign * relief.side / 2)
    crossing = np.full(count, np.nan)
    for k in range(count):
        outward = sign * (relief.vs - at[k])
        profile = relief.colours[k]
        inner = profile[(outward > -3.0) & (outward < -1.3)].mean(axis=0)
        outer = profile[(outward > 0.6) & (outward < 1.5)].mean(axis=0)
        contrast = float(np.linalg.norm(outer - inner))
        if contrast < relief.least:
            continue
        share = (profile - inner) @ (outer - inner) / contrast**2
        crossing[k] = _crossing(outward, share, at[k], sign)
    return _robust_line(t, crossing, at, prior)


def _crossing(outward: Array, share: Array, at: float, sign: int) -> float:
    """Where ``share`` passes one half on the way out, nearest to the rough place."""
    order = np.argsort(outward)
    out, level = outward[order], share[order]
    ups = np.flatnonzero((level[:-1] < 0.5) & (level[1:] >= 0.5) & (np.abs(out[:-1]) < WINDOW_MM))
    if len(ups) == 0:
        return float("nan")
    i = ups[np.argmin(np.abs(out[ups]))]
    return float(at + sign * (out[i] + (0.5 - level[i]) / (level[i + 1] - level[i]) * (out[i + 1] - out[i])))


def _robust_line(t: Array, found: Array, at: Array, prior: float) -> Points:
    """A line through the crossings by reweighted least squares, held to the taught place as by ``prior`` crossings."""
    seen = np.isfinite(found)
    off = np.where(seen, found - at, 0.0)
    shape = np.column_stack([1 - t, t])
    line = np.zeros(2)
    for scale in (0.5, 0.3, 0.2, 0.15, 0.15):
        weight = seen / (1 + ((off - shape @ line) / scale) ** 2) ** 2
        normal = shape.T @ (shape * weight[:, None]) + prior * np.eye(2)
        line = np.linalg.solve(normal, shape.T @ (weight * off))
    return np.asarray(at[:1] + line)


def _peak(total: Array, offsets: Array, i: int) -> float:
    """Top of the parabola through the best value and its neighbours."""
    if not 0 < i < len(total) - 1:
        return float(offsets[i])
    a, b, c = total[i - 1 : i + 2]
    bend = a - 2 * b + c
    return float(offsets[i] + (0.0 if bend >= 0 else 0.5 * (a - c) / bend * STEP_MM))

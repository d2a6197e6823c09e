"""One size for all: the length and width that the outlines in all teaching pictures share, and where each wand lies.

A shadow beside a wand, a beam or a notch may look like a border in one picture; only the wand's own size is the same in
all of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.locate.outline import Outline, measure
from vision.locate.proposals import Candidate
from vision.locate.relief import BANDS, SEGMENTS, Relief

Array = NDArray[np.float64]
T = TypeVar("T")

LENGTHS_MM = np.arange(84.0, 126.1, 1.0)
SIDES_MM = np.arange(9.0, 17.1, 0.5)
"""Visible sizes of wands of 85 to 125 x 10 to 17 mm."""
SHORTEST_MM = 82.0
"""Sides are compared along so much: no wand is shorter."""
LONGEST_MM = 136.0
NARROWEST_MM = 11.0
REACH_MM = 3.0
SLIDE_MM, SLIDE_STEP_MM = 9.0, 0.25
"""A candidate's middle may be off so far along itself."""
MEASURE_MM = 2.0
LIGHT = 1.1
"""Once a size is measured the prior counts as much as one piece of a side: it keeps the ends from strange borders."""
TRUSTED = 0.6
"""With less than this share of both sides' pieces in agreement the common size tells more than what was measured."""
STRAY_MM = 0.8
"""A measured width that strays so far from the common one was not measured at the wand's borders."""


OUT_COSTS = 0.25
"""A place that reaches beyond the opening is worth so much less: the ledge is a long strip with straight sides, too."""


@dataclass(frozen=True)
class Fitted:
    """One wand in one picture: where it lies, its outline, how clearly its sides and its ends show (0 to 1)."""

    pose: Pose
    outline: Outline
    sides: float
    ends: float

    @property
    def trusted(self) -> bool:
        """Whether both sides were measured by themselves."""
        return measured(self.outline)


@dataclass(frozen=True)
class _Lane:
    """A candidate put on its sides: pose, how clearly they show, and for each of `LENGTHS_MM` how clearly both ends
    do at best, and how far along that is.
    """

    pose: Pose
    sides: float
    ends: Array
    along: Array


def common_fit(samplers: list[Sampler], candidates: list[list[Candidate]]) -> list[Fitted]:
    """Each picture's wand; every picture has at least one candidate."""
    reliefs = [[Relief(s, c.pose, SHORTEST_MM, SIDES_MM[-1]) for c in own] for s, own in _pairs(samplers, candidates)]
    side = float(SIDES_MM[int(np.argmax(sum(_side_curve(own) for own in reliefs)))])
    lanes = [[_lane(s, r, side) for r in own] for s, own in _pairs(samplers, reliefs)]
    worths = [np.array([_worths(s, lane, side) for lane in own]) for s, own in _pairs(samplers, lanes)]
    number = int(np.argmax(sum(own.max(axis=0) for own in worths)))
    best = [own[int(np.argmax(worth[:, number]))] for own, worth in zip(lanes, worths, strict=True)]
    length = float(LENGTHS_MM[number])
    return [_measured(s, lane, number, (length, side)) for s, lane in zip(samplers, best, strict=True)]


def _worths(sampler: Sampler, lane: _Lane, side: float) -> Array:
    """How well a candidate shows at each of `LENGTHS_MM`, less what it costs to reach beyond the opening."""
    places = [
        lane.pose.moved(float(u), 0.0).corners(float(n), side) for n, u in zip(LENGTHS_MM, lane.along, strict=True)
    ]
    out = np.array([sampler.pane.beyond(corners).max() > 0 for corners in places])
    return np.asarray(lane.sides + lane.ends - OUT_COSTS * out)


def _pairs(samplers: list[Sampler], lists: list[list[T]]) -> list[tuple[Sampler, list[T]]]:
    return list(zip(samplers, lists, strict=True))


def _side_curve(reliefs: list[Relief]) -> Array:
    """How clearly both sides show at each width, at best over the candidates of one picture."""
    curves = np.array([[_sides(r, float(side))[0] for side in SIDES_MM] for r in reliefs])
    return np.asarray(curves.max(axis=0))


def _sides(relief: Relief, side: float) -> tuple[float, float, float]:
    """How clearly both sides show at that width (0 to 1), and the shift (mm) across of both ends."""
    relief.side = side
    total = relief.side_scores(REACH_MM)
    offsets = np.linspace(-REACH_MM, REACH_MM, len(total))
    start, end = divmod(int(np.argmax(total)), len(total))
    return float(total[start, end]) / (2 * SEGMENTS), float(offsets[start]), float(offsets[end])


def _lane(sampler: Sampler, relief: Relief, side: float) -> _Lane:
    shown, start, end = _sides(relief, side)
    pose = relief.pose.moved(0.0, (start + end) / 2, float(np.arctan2(end - start, SHORTEST_MM)))
    lane = Relief(sampler, pose, LONGEST_MM, NARROWEST_MM)
    offsets = np.arange(-SLIDE_MM, SLIDE_MM + 0.01, SLIDE_STEP_MM)
    curves = np.array([_ends(lane, float(length), offsets) for length in LENGTHS_MM])
    return _Lane(pose, shown, curves.max(axis=1), offsets[curves.argmax(axis=1)])


def _ends(relief: Relief, length: float, offsets: Array) -> Array:
    """How clearly both ends show (0 to 1), for each shift along."""
    relief.length = length
    return np.asarray(relief.end_scores(offsets).sum(axis=(0, 1)) / (2 * BANDS))


def measured(outline: Outline) -> bool:
    """Whether both sides were found by themselves, as far apart as the wand is wide."""
    off = np.abs(outline.widths - outline.side)
    return bool(outline.trust.min() >= TRUSTED and off.max() <= STRAY_MM)


def _measured(sampler: Sampler, lane: _Lane, number: int, size: tuple[float, float]) -> Fitted:
    pose = lane.pose.moved(float(lane.along[number]), 0.0)
    outline = measure(sampler, pose, *size, reach=MEASURE_MM)
    place = outline.centred if measured(outline) else pose
    return Fitted(place, outline, lane.sides, float(lane.ends[number]))


def refined(sampler: Sampler, fit: Fitted, size: tuple[float, float]) -> Fitted:
    """The same measured once more with a better known size (length, side in mm), which then counts little."""
    outline = measure(sampler, fit.pose, *size, reach=MEASURE_MM, prior=LIGHT)
    place = outline.centred if measured(outline) else fit.pose
    return Fitted(place, outline, fit.sides, fit.ends)


def size_of(fits: list[Fitted]) -> tuple[float, float]:
    """Visible length and width (mm) that the trusted outlines have: medians, else what they were looked for with."""
    sure = [f.outline for f in fits if f.trusted]
    if not sure:
        return fits[0].outline.length, fits[0].outline.side
    return float(np.median([o.span for o in sure])), float(np.median([o.widths for o in sure]))

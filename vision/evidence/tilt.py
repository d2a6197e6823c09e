"""Does a wand lie flat?  One end up shows as that end narrower and, mostly, as another length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane
from vision.locate.outline import Outline
from vision.locate.relief import PIECES, SPANS_MM

Array = NDArray[np.float64]

HEIGHTS_MM = np.array([0.0, 3, 6, 9, 12, 15, 18, 22, 27, 34, 42, 50])
HELD_MM = 11.0
"""Fingers hold an end 12 mm high and more."""
BORDER_MM = 0.2
"""Scatter of one piece of a side; a piece that is far off (a neighbour's edge, a notch) counts no more than one."""
END_PIECES = 16.0
"""An end that shows where it should not be counts as much as so many pieces of the sides."""
MOST_BY_SIDES = 3.0
"""No lift is better by more pieces than these for its sides alone: a pale wand on a pale ceiling looks narrower at one
end by up to 0.4 mm."""
FLAT = 1.0
"""Where flat explains an outline by so much better than any lift it is not asked precisely by how much."""
SHIFTS = 11
"""A wand's middle may be off by up to 0.75 mm at either end, in steps of 0.15."""
PLACES_MM = np.arange(-0.9, 0.91, 0.15)
"""Where a side is for such a shift, of a wand up to 0.15 mm wider or narrower: its visible width is taught to within so
much, and an error there must not look like a lifted end."""


@dataclass(frozen=True)
class Tilt:
    """How much better a lifted end explains the outline than a flat wand does, height (mm) and number of that end; and
    for each end (2,) how much worse every lift by `HELD_MM` or more does so, at least: from `FLAT` on that is not asked
    precisely.
    """

    gain: float
    height: float
    end: int
    flat: Array


def tilt_of(pane: Pane, outline: Outline) -> Tilt:
    """Compare the measured outline with that of a wand with one end up, by every height and either end."""
    costs = _costs(pane, outline)
    end, number = divmod(int(costs.argmin()), len(HEIGHTS_MM))
    flat = costs[:, HEIGHTS_MM >= HELD_MM].min(axis=1) - costs[0, 0]
    return Tilt(float(costs[0, 0] - costs[end, number]), float(HEIGHTS_MM[number]), end, flat)


def _costs(pane: Pane, outline: Outline) -> Array:
    """Pieces of the outline that do not fit, for each height of either end: (2, heights)."""
    narrower, reach = _expected(pane, outline)
    shown = np.interp(reach, SPANS_MM, outline.spans, left=0.0, right=0.0)
    ends = END_PIECES * (outline.spans.max() - shown)
    # Nothing that the sides say makes up for ends that show so much worse.
    near = ends < ends[:, :1] + MOST_BY_SIDES + FLAT
    sides = np.full(near.shape, -np.inf)
    end, height = np.nonzero(near)
    sides[near] = _misfits(outline, narrower[height, None] / 2 * ALONG[end])
    return np.asarray(np.maximum(sides, sides[:, :1] - MOST_BY_SIDES) + ends)


def held_longer(pane: Pane, outline: Outline) -> Array:
    """By what share of itself a wand looks longer with either end held, at each height that fingers hold it: (2, n)."""
    return np.asarray(_expected(pane, outline)[1][:, HEIGHTS_MM >= HELD_MM] / outline.length)


T = ((np.arange(PIECES) + 0.5) / PIECES).astype(np.float32)
ALONG = np.stack([1 - T, T])
"""How much of a lift of either end there is at each piece."""
PLACES = (PLACES_MM[:, None, None] * (1 - T) + PLACES_MM[None, :, None] * T).astype(np.float32) / np.float32(BORDER_MM)


def _misfits(outline: Outline, inwards: Array) -> Array:
    """Number of pieces of both sides that do not fit a wand whose sides are so far inwards (n, pieces), at its best
    place.
    """
    left, right = (_unlike(found + inwards) for found in outline.borders)
    # What moves the right side outwards moves the left one inwards; a wider wand has both farther out.
    widths = [slice(k, k + SHIFTS) for k in range(len(PLACES_MM) - SHIFTS + 1)]
    both = [left[:, w, w][:, ::-1, ::-1] + right[:, w, w] for w in widths]
    return np.asarray(np.min(both, axis=(0, 2, 3)), dtype=np.float64)


def _unlike(found: Array) -> Array:
    """Number of pieces (n, pieces) of one side that do not fit, for each pair of `PLACES_MM` at its two ends."""
    seen = np.isfinite(found[0])
    away = (found[:, None, None, seen] / BORDER_MM).astype(np.float32) - PLACES[..., seen]
    return np.asarray(seen.sum() - np.exp(-(away * away)).sum(axis=3))


def _expected(pane: Pane, outline: Outline) -> tuple[Array, Array]:
    """For each height of an end: how much narrower it looks (heights,), and how much longer the wand does when it is
    the one or the other (2, heights).
    """
    eye, pose = pane.eye, outline.centred
    share = HEIGHTS_MM / (abs(eye[2]) + HEIGHTS_MM)
    away = float((eye[:2] - pose.middle) @ pose.along)
    inwards = (np.array([[-away], [away]]) - outline.length / 2) * share
    shorter = outline.length - np.sqrt(np.maximum(outline.length**2 - HEIGHTS_MM**2, 1.0))
    return outline.side * share, inwards - shorter

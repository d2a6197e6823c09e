"""Does a wand lie flat?  One end up shows as that end narrower and, mostly, as another length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane
from vision.locate.outline import PIECES, SPANS_MM, Outline

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
CERTAIN = 8.0
"""So much better a lift must explain the outline of a wand that nothing seems to hold: of 1,053 flat wands of ten
tables none had more than 10, 3 more than 7."""
FLAT, FLAT_IN_DARK, LIT = 1.0, -2.5, 0.35
"""So much worse every lift must do where something may hold an end: of 13 wands that fingers held none had more than
0.  A thing darker than this share of the brightest wood is too far away for that (of 12 heads all but two were), unless
a lift does so much better."""
LOWEST_MM = 6.0
SHIFTS_MM = np.arange(-0.75, 0.76, 0.15)
WIDER_MM = np.array([-0.15, 0.0, 0.15])
"""A wand's visible width is taught to within so much; an error there must not look like a lifted end."""


@dataclass(frozen=True)
class Tilt:
    """How much better a lifted end explains the outline than a flat wand does, height (mm) and number of that end; and
    for each end (2,) how much worse every lift by `HELD_MM` or more does so.
    """

    gain: float
    height: float
    end: int
    flat: Array


def tilt_of(pane: Pane, outline: Outline) -> Tilt:
    """Compare the measured outline with that of a wand with one end up, by every height and either end."""
    costs = np.array([_costs(pane, outline, end) for end in (0, 1)])
    end, number = np.unravel_index(int(np.argmin(costs)), costs.shape)
    flat = costs[:, HEIGHTS_MM >= HELD_MM].min(axis=1) - costs[0, 0]
    return Tilt(float(costs[0, 0] - costs[end, number]), float(HEIGHTS_MM[number]), int(end), flat)


def _costs(pane: Pane, outline: Outline, end: int) -> Array:
    """Pieces of the outline that do not fit, for each height of an end."""
    narrower, reach = _expected(pane, outline, end)
    shown = np.interp(reach, SPANS_MM, outline.spans, left=0.0, right=0.0)
    ends = END_PIECES * (outline.spans.max() - shown)
    sides = np.array([_misfit(outline, float(n), end) for n in narrower])
    return np.asarray(np.maximum(sides, sides[0] - MOST_BY_SIDES) + ends)


T = ((np.arange(PIECES) + 0.5) / PIECES).astype(np.float32)
SHIFTS = (SHIFTS_MM[:, None, None] * (1 - T) + SHIFTS_MM[None, :, None] * T).astype(np.float32)


def _misfit(outline: Outline, narrower: float, end: int) -> float:
    """Number of pieces of both sides that do not fit, at the best place of a wand narrower by so much at one end."""
    inwards = narrower / 2 * (T if end == 1 else 1 - T) - WIDER_MM[:, None]
    total = np.zeros((len(WIDER_MM), *SHIFTS.shape[:2]), np.float32)
    for sign, found in zip((-1, 1), outline.borders, strict=True):
        seen = np.isfinite(found)
        place = ((found + inwards)[:, seen] / BORDER_MM).astype(np.float32)
        off = place[:, None, None] - SHIFTS[..., seen] * np.float32(sign / BORDER_MM)
        total += seen.sum() - np.exp(-(off * off)).sum(axis=3)
    return float(total.min())


def _expected(pane: Pane, outline: Outline, end: int) -> tuple[Array, Array]:
    """For each height of that end: how much narrower it looks, and how much longer the wand does."""
    sign = end * 2 - 1
    eye, pose = pane.eye, outline.centred
    share = HEIGHTS_MM / (abs(eye[2]) + HEIGHTS_MM)
    place = pose.middle + sign * outline.length / 2 * pose.along
    inwards = (eye[:2] - place) @ (sign * pose.along) * share
    shorter = outline.length - np.sqrt(np.maximum(outline.length**2 - HEIGHTS_MM**2, 1.0))
    return outline.side * share, inwards - shorter

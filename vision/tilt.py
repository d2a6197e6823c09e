"""Does a wand lie flat?  One end up shows as one end narrower and, mostly, as another length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.outline import PIECES, Outline
from vision.pane import Pane

Array = NDArray[np.float64]

HEIGHTS_MM = np.array([0.0, 3, 6, 9, 12, 15, 18, 22, 27, 34, 42, 50])
BORDER_MM = 0.2
"""Scatter of one piece of a side; a piece that is far off (a neighbour's edge, a notch) counts no more than one."""
SPAN_MM = 0.45
CERTAIN, CERTAIN_HELD = 7.0, 2.6
PLAIN_TAPER_MM, PLAIN_SPAN_MM = 0.22, 0.4
LOWEST_MM = 6.0
SHIFTS_MM = np.arange(-0.75, 0.76, 0.15)
WIDER_MM = np.array([-0.3, -0.15, 0.0, 0.15, 0.3])
"""A wand's visible width is taught to within so much; an error there must not look like a lifted end."""


@dataclass(frozen=True)
class Tilt:
    """How much better a lifted end explains the outline than a flat wand does, and the height of that end."""

    gain: float
    height: float


def tilt_of(pane: Pane, outline: Outline) -> Tilt:
    """Compare the measured outline with that of a wand with one end up, by every height and either end."""
    span_scatter = SPAN_MM if float(outline.held_ends.mean(axis=1).min()) > 0.3 else 10.0
    best = Tilt(0.0, 0.0)
    taper, longer = float(outline.widths[1] - outline.widths[0]), outline.span - outline.length
    if abs(taper) < PLAIN_TAPER_MM and abs(longer) < PLAIN_SPAN_MM:
        return best
    for end in (0, 1):
        narrower, reach = _expected(pane, outline, end)
        off = ((longer - reach) / span_scatter) ** 2
        costs = np.minimum(off, 25.0) + np.array([_misfit(outline, n, end) for n in narrower])
        i = int(np.argmin(costs))
        gain = float(costs[0] - costs[i])
        if gain > best.gain:
            best = Tilt(gain, float(HEIGHTS_MM[i]))
    return best


def _misfit(outline: Outline, narrower: float, end: int) -> float:
    """Number of pieces of both sides that do not fit, at the best place of a wand narrower by so much at one end."""
    t = (np.arange(PIECES) + 0.5) / PIECES
    inwards = narrower / 2 * (t if end == 1 else 1 - t) - WIDER_MM[:, None]
    shift = SHIFTS_MM[:, None, None] * (1 - t) + SHIFTS_MM[None, :, None] * t
    total = np.zeros((len(WIDER_MM), *shift.shape[:2]), np.float32)
    for sign, found in zip((-1, 1), outline.borders, strict=True):
        seen = np.isfinite(found)
        off = ((found + inwards)[:, None, None] - sign * shift)[..., seen].astype(np.float32)
        total += (1 - np.exp(-((off / BORDER_MM) ** 2))).sum(axis=3)
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

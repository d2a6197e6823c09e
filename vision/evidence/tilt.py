"""Does a wand lie flat?  One end up shows as one end narrower and, mostly, as another length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry.pane import Pane
from vision.locate.outline import PIECES, Outline

Array = NDArray[np.float64]

HEIGHTS_MM = np.array([0.0, 3, 6, 9, 12, 15, 18, 22, 27, 34, 42, 50])
BORDER_MM = 0.2
"""Scatter of one piece of a side; a piece that is far off (a neighbour's edge, a notch) counts no more than one."""
SPAN_MM = 0.45
CERTAIN, CERTAIN_HELD, CERTAIN_COVERED = 7.0, 4.5, 2.6
"""So much better a lift must explain the outline: of a wand that lies alone, with a hand or a head at that end, and of
one that is covered as well.  Of 8,400 flat wands on hard pictures 4 lay between the third and the second, 1 above it.
"""
PLAIN_TAPER_MM, PLAIN_SPAN_MM = 0.22, 0.4
LOWEST_MM = 6.0
SHIFTS_MM = np.arange(-0.75, 0.76, 0.15)
WIDER_MM = np.array([-0.3, -0.15, 0.0, 0.15, 0.3])
"""A wand's visible width is taught to within so much; an error there must not look like a lifted end."""


@dataclass(frozen=True)
class Tilt:
    """How much better a lifted end explains the outline than a flat wand does; height (mm) and number of that end."""

    gain: float
    height: float
    end: int


def tilt_of(pane: Pane, outline: Outline) -> Tilt:
    """Compare the measured outline with that of a wand with one end up, by every height and either end."""
    span_scatter = SPAN_MM if float(outline.held_ends.mean(axis=1).min()) > 0.3 else 10.0
    best = Tilt(0.0, 0.0, 0)
    taper, longer = float(outline.widths[1] - outline.widths[0]), outline.span - outline.length
    if abs(taper) < PLAIN_TAPER_MM and abs(longer) < PLAIN_SPAN_MM:
        return best
    flat = _misfit(outline, 0.0, 0)
    for end in (0, 1):
        narrower, reach = _expected(pane, outline, end)
        off = np.minimum(((longer - reach) / span_scatter) ** 2, 25.0)
        cost, height = float(off[0]) + flat, 0.0
        level = cost
        for i in range(1, len(HEIGHTS_MM)):
            # What its length alone costs is too much already: no need to look at its sides.
            if off[i] < cost and (found := float(off[i]) + _misfit(outline, float(narrower[i]), end)) < cost:
                cost, height = found, float(HEIGHTS_MM[i])
        if level - cost > best.gain:
            best = Tilt(level - cost, height, end)
    return best


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

"""Does a wand lie flat?  One end up shows as one end narrower and, mostly, as another length."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.outline import Outline
from vision.pane import Pane

Array = NDArray[np.float64]

HEIGHTS_MM = np.arange(2.0, 60.0, 2.0)
TAPER_MM, SPAN_MM = 0.11, 0.45
"""Scatter of both measures on wands that lie flat and in full view."""
CERTAIN = 12.0
LOWEST_MM = 6.0
TRUSTED = 0.55


@dataclass(frozen=True)
class Tilt:
    """How much better (in chi squared) a lifted end explains the outline than a flat wand, and the height of that end."""

    gain: float
    height: float

    @property
    def certain(self) -> bool:
        """Whether the wand does not lie flat."""
        return self.gain > CERTAIN and self.height >= LOWEST_MM


def tilt_of(pane: Pane, outline: Outline) -> Tilt:
    """Compare the measured outline with that of a wand with one end up, by every height and either end."""
    trust = float(outline.trust.min())
    taper_scatter = TAPER_MM if trust >= TRUSTED else 10.0
    span_scatter = SPAN_MM if float(outline.held_ends.mean(axis=1).min()) > 0.3 else 10.0
    seen = np.array([outline.widths[1] - outline.widths[0], outline.span - outline.length])
    scatter = np.array([taper_scatter, span_scatter])
    flat = float(((seen / scatter) ** 2).sum())
    best = Tilt(0.0, 0.0)
    for end in (0, 1):
        expected = _expected(pane, outline, end)
        misfit = (((seen - expected) / scatter) ** 2).sum(axis=1)
        i = int(np.argmin(misfit))
        if flat - misfit[i] > best.gain:
            best = Tilt(flat - float(misfit[i]), float(HEIGHTS_MM[i]))
    return best


def _expected(pane: Pane, outline: Outline, end: int) -> Array:
    """Taper and change of length for each height of that end: (heights, 2)."""
    sign = end * 2 - 1
    eye, pose = pane.eye, outline.centred
    depth = abs(eye[2])
    share = HEIGHTS_MM / (depth + HEIGHTS_MM)
    place = pose.middle + sign * outline.length / 2 * pose.along
    inwards = (eye[:2] - place) @ (sign * pose.along) * share
    shorter = outline.length - np.sqrt(np.maximum(outline.length**2 - HEIGHTS_MM**2, 1.0))
    return np.column_stack([-sign * outline.side * share, inwards - shorter])

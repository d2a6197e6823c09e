"""Gaps in a mark: stretches of it that do not show though nothing white hides them; something lies over them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.geometry.patches import Patch
from vision.numeric.masks import widened
from vision.scene.glare import HALO_MM

STRETCH_MM, ABSENT, LITTLE = 4.0, 0.35, 0.03
"""A stretch is gone that shows less than this share of itself; less than LITTLE of a mark tells nothing."""


@dataclass(frozen=True)
class Seen:
    """What is seen of a face: deviation from its wood, cells in view (1, 0), cells white with light (255, 0); whether
    what is brighter than the wood deviates upwards (1) or downwards (-1).
    """

    rest: Patch
    weight: Patch
    white: NDArray[np.uint8]
    brighter: float


def gap_in(seen: Seen, mark: Patch, density: float) -> float:
    """Share of a mark, given as its deviation from wood in each cell, that is covered."""
    total = float((mark**2).sum())
    if total <= 0:
        return 0.0
    here = mark * np.where(_glare_over(seen, mark, density), np.float32(0), seen.weight)
    cuts = np.arange(0, mark.shape[1], max(1, round(STRETCH_MM * density)))
    whole = np.add.reduceat((here * mark).sum(axis=0), cuts)
    shown = np.add.reduceat((here * seen.rest).sum(axis=0), cuts)
    gone = (shown < ABSENT * whole) & (whole > LITTLE * total)
    return float(whole[gone].sum()) / total


def _glare_over(seen: Seen, mark: Patch, density: float) -> NDArray[np.bool_]:
    """Cells on and around a dark mark that are white with light: glare, even where the wood itself is as white."""
    dark = mark * np.float32(seen.brighter)
    return widened((dark < 0.5 * dark.min()) & (seen.white > 0), HALO_MM, density)

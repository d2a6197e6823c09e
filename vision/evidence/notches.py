"""The second witness: notches bitten into the two edges of the bottom face, compared with those of each guess."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.evidence.model import WandModel
from vision.evidence.witness import Witness
from vision.geometry.patches import Patch

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]


def notch_witness(model: WandModel, patch: Patch, clear: Mask) -> Witness:
    """Compare where both edges show notches with where each guess has them."""
    edges = model.gauge.measure(patch, clear)
    if np.isnan(edges.odds).all(axis=1).any():
        return Witness(np.zeros(len(model.guesses)), 0.0)
    compared = model.expected.misfits(edges.heights)
    return Witness(compared.misfits, float(compared.seen.min()), beyond=compared.beyond)

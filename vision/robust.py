"""Curves through most of the values: what stands out (wands, heads, marks) is the rest and hardly counts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.middle import row_medians

Array = NDArray[np.float64]


def fitted(
    terms: Array, values: Array, rounds: int, spread: float, floor: float, known: NDArray[np.bool_] | None = None
) -> Array:
    """How much of each of ``terms`` (t, n) is in each row of ``values`` (rows, n): (rows, t).  The first is constant.

    Least squares with weights anew in each round; a value farther off than ``spread`` times the median distance, and
    ``floor``, counts little; one that is not ``known`` (rows, n) not at all.
    """
    curves = np.zeros((len(values), len(terms)))
    curves[:, 0] = row_medians(values)
    for _ in range(rounds):
        off = np.abs(values - curves @ terms)
        weight = 1 / (1 + (off / (spread * row_medians(off)[:, None] + floor)) ** 2) ** 2
        weight = weight if known is None else weight * known
        normal = (weight[:, None] * terms) @ terms.T + 1e-3 * np.eye(len(terms))
        curves = np.asarray(np.linalg.solve(normal, ((weight * values) @ terms.T)[..., None])[..., 0])
    return curves

"""Curves through most of the values: what stands out (wands, heads, marks) is the rest and hardly counts."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.numeric.medians import median, row_medians

Array = NDArray[np.float64]


def fitted(
    terms: Array, values: Array, rounds: int, spread: float, floor: float, known: NDArray[np.bool_] | None = None
) -> Array:
    """How much of each of ``terms`` (t, n) is in each row of ``values`` (rows, n): (rows, t).  The first is constant.

    Least squares with weights anew in each round; a value farther off than ``spread`` times the median distance, and
    ``floor``, counts little; one that is not ``known`` (rows, n) not at all.
    """
    count = len(terms)
    products = (terms[:, None] * terms).reshape(count * count, -1).T
    ridge, curves = 1e-3 * np.eye(count), np.zeros((len(values), count))
    curves[:, 0] = _medians(values, known)
    for _ in range(rounds):
        off = np.abs(values - curves @ terms)
        weight = _trust(off, spread * _medians(off, known)[:, None] + floor, 2)
        weight = weight if known is None else weight * known
        normal = (weight @ products).reshape(-1, count, count) + ridge
        curves = np.asarray(np.linalg.solve(normal, ((weight * values) @ terms.T)[..., None])[..., 0])
    return curves


def polynomial(x: Array, y: Array, order: int) -> Array:
    """Coefficients, highest first, of a curve through most of (x, y): few places, each of which counts a little."""
    shape, weight = np.vander(x, order + 1), np.ones(len(x))
    for turn in range(4):
        heavy = shape * weight[:, None]
        curve = np.linalg.solve(heavy.T @ heavy, heavy.T @ (weight * y))
        if turn < 3:
            off = np.abs(y - shape @ curve)
            weight = _trust(off, 2 * median(off) + 1.0, 1)
    return np.asarray(curve)


def _trust(off: Array, usual: Array | float, power: int) -> Array:
    """How much a value counts that is so far off, where ``usual`` is: from 1 down to 0, sooner by a higher power."""
    return np.asarray(1 / (1 + (off / usual) ** 2) ** power)


def _medians(rows: Array, known: NDArray[np.bool_] | None) -> Array:
    """Median of what is known of each row."""
    if known is None:
        return row_medians(rows)
    ordered, count = np.sort(np.where(known, rows, np.inf), axis=1), known.sum(axis=1)
    each = np.arange(len(rows))
    low, high = ordered[each, np.maximum(count - 1, 0) // 2], ordered[each, np.minimum(count // 2, rows.shape[1] - 1)]
    return np.where(count > 0, (low + high) / 2, 0.0)

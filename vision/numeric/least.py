"""Least squares over a few dozen unknowns and a few hundred residuals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Residuals = Callable[[Array], Array]

STEP = 1e-6
"""Of an unknown's size, at least of 1: the step of the numeric derivative."""


def levenberg(residuals: Residuals, x: Array, rounds: int = 40) -> Array:
    """Levenberg-Marquardt with a numeric Jacobian."""
    damping, current = 1e-3, np.asarray(residuals(x))
    for _ in range(rounds):
        slopes = jacobian(residuals, x, current)
        normal = slopes.T @ slopes
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), -slopes.T @ current)
        trial = np.asarray(residuals(x + step))
        if trial @ trial < current @ current:
            gain = 1 - (trial @ trial) / (current @ current)
            x, current, damping = x + step, trial, damping / 5
            if gain < 1e-9:
                break
        else:
            damping *= 8
    return x


def jacobian(residuals: Residuals, x: Array, here: Array | None = None) -> Array:
    """How each residual (m,) changes with each unknown (n,): (m, n)."""
    here = np.asarray(residuals(x)) if here is None else here
    steps = STEP * np.maximum(1.0, np.abs(x))
    columns = [(residuals(x + np.eye(1, len(x), i)[0] * s) - here) / s for i, s in enumerate(steps)]
    return np.column_stack(columns)

"""Least squares: the unknowns come back, and the Jacobian is what it says."""

from __future__ import annotations

import numpy as np
import pytest

from vision.numeric.least import jacobian, levenberg

PLACES = np.linspace(0, 3, 40)


def off(x: np.ndarray) -> np.ndarray:
    """A curve against the one with 2, -0.7, 0.3."""
    return x[0] * np.exp(x[1] * PLACES) + x[2] - (2 * np.exp(-0.7 * PLACES) + 0.3)


def test_the_unknowns_come_back() -> None:
    assert levenberg(off, np.array([1.0, -0.1, 0.0])) == pytest.approx([2, -0.7, 0.3], abs=1e-6)


def test_the_jacobian_is_the_slope() -> None:
    slopes = jacobian(off, np.array([2.0, -0.7, 0.3]))
    assert slopes[:, 0] == pytest.approx(np.exp(-0.7 * PLACES), abs=1e-5)
    assert slopes[:, 2] == pytest.approx(np.ones(len(PLACES)), abs=1e-5)

"""A mark as long as it was taught lies flat, a longer or shorter one does not; one that hardly shows tells nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.evidence.stretch import stretch_of
from vision.geometry.patches import Patch

DENSITY = 4.0
ROWS, COLUMNS = 36, 380


def rings(scale: float = 1.0, shift: float = 0.0, signs: tuple[float, ...] = (-32.0, 0.0, 32.0)) -> Patch:
    """Three rings on a face of 9 x 95 mm, drawn four times as large; all along it ``scale`` times as far apart."""
    large = np.zeros((4 * ROWS, 4 * COLUMNS), np.uint8)
    for sign in signs:
        middle = round(4 * (COLUMNS / 2 + (sign * scale + shift) * DENSITY)), 2 * ROWS
        cv2.circle(large, middle, 50, 200, 12)
    return np.asarray(cv2.resize(large, (COLUMNS, ROWS), interpolation=cv2.INTER_AREA), dtype=np.float32) - 20


def noisy(face: Patch, seed: int = 1) -> Patch:
    """With noise, and grain along the wand."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 1, face.shape).astype(np.float32), (0, 0), sigmaX=30, sigmaY=1)
    return np.asarray(face + 10 * grain / grain.std() + rng.normal(0, 6, face.shape), dtype=np.float32)


@pytest.mark.parametrize("scale", [0.975, 0.99, 1.0, 1.01, 1.025])
@pytest.mark.parametrize("shift", [-1.0, 0.0, 0.8])
def test_the_length_of_a_mark_is_told_to_a_tenth(scale: float, shift: float) -> None:
    found = stretch_of(rings(), noisy(rings(scale, shift)), DENSITY)
    assert found is not None
    assert found.apart == pytest.approx(64, abs=4)
    assert found.longer == pytest.approx((scale - 1) * found.apart, abs=0.1)


def test_a_mark_in_the_middle_alone_tells_nothing() -> None:
    one = rings(signs=(0.0,))
    assert stretch_of(one, noisy(one), DENSITY) is None


def test_a_covered_half_tells_nothing() -> None:
    face = noisy(rings())
    face[:, COLUMNS * 2 // 3 :] = 0
    assert stretch_of(rings(), face, DENSITY) is None


def test_grain_without_a_mark_tells_nothing() -> None:
    assert stretch_of(rings(), noisy(np.zeros((ROWS, COLUMNS), np.float32)), DENSITY) is None
    assert stretch_of(np.zeros((ROWS, COLUMNS), np.float32), noisy(rings()), DENSITY) is None

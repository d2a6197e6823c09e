"""Marks that blur and haze have left of: they are noticed where no mark seems to be."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.evidence.ghosts import ghosts_of
from vision.geometry.patches import Patch

DENSITY = 3.0
"""Cells a millimetre."""


def arrow() -> Patch:
    """Dark, 30 mm long, on a zone of 8 x 90 mm."""
    mark = np.zeros((24, 270), np.float32)
    mark[9:15, 90:160] = -60.0
    for column in range(160, 180):
        reach = (180 - column) // 2
        mark[12 - reach : 12 + reach, column] = -60.0
    return mark


def wood(seed: int) -> Patch:
    """Grain of a few levels along the wand."""
    noise = np.random.default_rng(seed).normal(0, 1, (24, 270)).astype(np.float32)
    return np.asarray(4 * cv2.GaussianBlur(noise, (0, 0), sigmaX=12, sigmaY=0.8) + noise, dtype=np.float32)


def haunted(face: Patch, weight: Patch | None = None) -> bool:
    whole = np.ones_like(face) if weight is None else weight
    plain = np.zeros(face.shape[1], np.bool_)
    return ghosts_of([arrow(), wood(99)], [True, False], DENSITY).haunt(face, whole, DENSITY, plain)


@pytest.mark.parametrize("seed", range(20))
def test_bare_wood_has_no_ghost(seed: int) -> None:
    assert not haunted(wood(seed))


@pytest.mark.parametrize("blur_mm", [0.5, 1.0, 2.0, 3.0])
@pytest.mark.parametrize("veil", [0.0, 0.3, 0.6])
def test_a_blurred_and_washed_mark_is_noticed(blur_mm: float, veil: float) -> None:
    soft = cv2.GaussianBlur(arrow() + wood(1), (0, 0), blur_mm * DENSITY)
    assert haunted((1 - veil) * np.asarray(soft, dtype=np.float32))


def test_half_a_washed_mark_is_noticed_while_light_hides_the_rest() -> None:
    seen = np.ones((24, 270), np.float32)
    seen[:, 135:] = 0
    assert haunted(0.5 * arrow() + wood(2), seen)
    assert not haunted(wood(2), seen)


def test_a_spot_of_another_shape_is_no_ghost() -> None:
    spot = np.zeros((24, 270), np.float32)
    spot[:8, 30:40] = -60.0
    assert not haunted(spot + wood(3))

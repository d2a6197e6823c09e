"""A face without its light and without its grain: strokes stay, and what is hidden says nothing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.evidence.levels import levelled, without_grain
from vision.geometry.patches import Patch

DENSITY = 3.0
SHAPE = (60, 270)
SHOWN = np.ones(SHAPE, np.float32)


def stroke(wide: int, height: float) -> Patch:
    """Dark wood of level 0 and a stroke across it, in the middle."""
    face = np.zeros(SHAPE, np.float32)
    face[:, 135 - wide // 2 : 136 + wide // 2] = height
    return face


def but(*hidden: slice) -> Patch:
    """All shown but these columns."""
    weight = SHOWN.copy()
    for columns in hidden:
        weight[:, columns] = 0
    return weight


def noise(seed: int) -> Patch:
    return np.random.default_rng(seed).normal(0, 12, SHAPE).astype(np.float32)


@pytest.mark.parametrize(
    ("density", "share"),
    [(3.0, 73 / 625), (5.0, 199 / 1681)],  # (25 + 2 * 24) / 25**2 and (41 + 2 * 40 + 2 * 39) / 41**2
)
def test_a_stroke_of_a_millimetre_loses_only_its_share_of_its_surroundings(density: float, share: float) -> None:
    left = levelled(stroke(round(density), 60.0), SHOWN, density)
    assert left[:, 135] == pytest.approx(60 * (1 - share), abs=0.05)
    assert np.abs(left[:, :60]).max() < 0.01


def test_light_that_changes_slowly_is_taken_out() -> None:
    glow = (150 + 30 * np.cos(np.linspace(0, 2 * np.pi, SHAPE[1])) * SHOWN).astype(np.float32)
    assert np.abs(levelled(glow, SHOWN, DENSITY)).max() < 4
    added = levelled(glow + stroke(3, 60.0), SHOWN, DENSITY) - levelled(glow, SHOWN, DENSITY)
    assert np.allclose(added, levelled(stroke(3, 60.0), SHOWN, DENSITY), atol=0.01)


@pytest.mark.parametrize("made", [levelled, without_grain])
def test_what_lies_in_hidden_cells_changes_nothing_and_is_nothing(made: Callable[[Patch, Patch, float], Patch]) -> None:
    weight = but(slice(40, 75))
    glare = np.where(weight > 0, 0, 255).astype(np.float32)
    # A levelled face, as `without_grain` takes it, is 0 where it is hidden.
    faces = [noise(2) + glare, noise(2)] if made is levelled else [noise(2) * weight] * 2
    one, two = (made(face, weight, DENSITY) for face in faces)
    assert np.allclose(one, two, atol=1e-3)
    assert not one[:, 40:75].any()
    assert np.allclose(one[:, 160:], made(noise(2), SHOWN, DENSITY)[:, 160:], atol=0.01)


def test_plain_wood_is_level_up_to_the_border_of_what_is_hidden() -> None:
    wood = np.full(SHAPE, 170, np.float32)
    for weight in (SHOWN, but(slice(0, 9)), but(slice(40, 75), slice(200, 203))):
        assert np.abs(levelled(wood, weight, DENSITY)).max() < 1.0
    evened = without_grain(wood * but(slice(40, 75)), but(slice(40, 75)), DENSITY)
    assert np.abs(evened[:, :40] - 170).max() < 0.7 and np.abs(evened[:, 75:] - 170).max() < 0.7


@pytest.mark.parametrize("density", [3.0, 4.5])
def test_noise_of_single_pixels_is_evened_out_and_nothing_is_lost(density: float) -> None:
    sigma = 0.35 * density
    grainy = without_grain(noise(3), SHOWN, density)
    assert grainy.std() == pytest.approx(12 / (2 * sigma * np.sqrt(np.pi)), rel=0.1)
    speck = np.zeros(SHAPE, np.float32)
    speck[30, 100] = 1000
    soft = without_grain(speck, SHOWN, density)
    assert soft.sum() == pytest.approx(1000, rel=0.002)
    assert soft.max() == pytest.approx(1000 / (2 * np.pi * sigma**2), rel=0.05)


def turned(face: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.ascontiguousarray(face[::-1, ::-1])


def test_a_face_turned_round_is_levelled_alike_and_twice_the_contrast_stays_twice() -> None:
    face, weight = noise(4), but(slice(40, 75))
    for shown in (SHOWN, weight):
        left = levelled(face, shown, DENSITY)
        assert np.allclose(turned(levelled(turned(face), turned(shown), DENSITY)), left, atol=1e-3)
        assert np.allclose(levelled(2 * face, shown, DENSITY), 2 * left, atol=1e-3)

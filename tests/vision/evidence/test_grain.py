"""Grain as fine as it was taught: a plain face shows it, what blurs or washes one takes it away."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.evidence.test_ghosts import DENSITY, arrow
from vision.evidence.ghosts import ghosts_of
from vision.evidence.grain import Grain, grain_of
from vision.geometry.patches import Patch

ROWS, COLUMNS = 27, 270


def wood(seed: int, noise: float = 2.0) -> Patch:
    """Streaks along the wand of some levels, another pattern for each seed, with the noise of single pixels."""
    rng = np.random.default_rng(seed)
    streaks = cv2.GaussianBlur(rng.normal(0, 1, (ROWS, COLUMNS)).astype(np.float32), (0, 0), sigmaX=20, sigmaY=0.7)
    return np.asarray(6 * streaks / streaks.std() + rng.normal(0, noise, streaks.shape), dtype=np.float32)


def again(face: Patch, seed: int) -> Patch:
    """The same face in another picture: other noise, brighter at one end."""
    noise = np.random.default_rng(seed).normal(0, 2, face.shape) + np.linspace(0, 40, COLUMNS)
    return np.asarray(face + noise, dtype=np.float32)


def grain(*faces: Patch) -> Grain:
    return Grain([grain_of(f, np.ones_like(f), DENSITY) for f in faces], DENSITY)


def share(taught: Patch, seen: Patch) -> float:
    return float(grain(taught).shown(seen, np.ones_like(seen)).mean())


@pytest.mark.parametrize("seed", range(10))
def test_a_face_shows_its_own_grain_and_no_other_does(seed: int) -> None:
    assert share(wood(seed), again(wood(seed), 100 + seed)) >= 0.9
    assert share(wood(seed), again(wood(50 + seed), 100 + seed)) <= 0.2


@pytest.mark.parametrize("blur_mm", [1.0, 2.0])
def test_under_a_blur_no_grain_shows(blur_mm: float) -> None:
    soft = cv2.GaussianBlur(wood(1), (0, 0), blur_mm * DENSITY)
    assert share(wood(1), again(np.asarray(soft, dtype=np.float32), 2)) <= 0.1


def test_a_veil_over_half_a_face_takes_the_grain_of_that_half() -> None:
    face = again(wood(1), 2)
    face[:, COLUMNS // 2 :] *= 0.3
    shown = grain(wood(1)).shown(face, np.ones_like(face))
    assert shown[: COLUMNS // 3].all() and not shown[-COLUMNS // 3 :].any()


def test_what_is_out_of_sight_shows_none() -> None:
    seen = np.ones((ROWS, COLUMNS), np.float32)
    seen[:, COLUMNS // 2 :] = 0
    assert not grain(wood(1)).shown(wood(1), seen)[-COLUMNS // 3 :].any()


def test_wood_without_grain_tells_nothing() -> None:
    even = np.zeros((ROWS, COLUMNS), np.float32)
    assert not grain(even).shown(wood(1), np.ones_like(even)).any()
    assert not Grain([], DENSITY).shown(wood(1), np.ones_like(even)).any()


def test_a_ghost_is_no_ghost_where_the_grain_shows_and_one_that_may_hide_beside_it_is() -> None:
    face = np.zeros((24, COLUMNS), np.float32) + 0.15 * cv2.GaussianBlur(arrow(), (0, 0), 2.0 * DENSITY)
    ghosts, whole = ghosts_of([arrow()], [True], DENSITY), np.ones_like(face)
    columns = np.arange(COLUMNS)
    assert ghosts.haunt(face, whole, DENSITY, np.zeros(COLUMNS, np.bool_))
    assert not ghosts.haunt(face, whole, DENSITY, columns < 150)
    assert ghosts.haunt(face, whole, DENSITY, columns < 70)

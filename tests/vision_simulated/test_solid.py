"""The wand that rays meet is the wand of the labels: rounded, bitten, with the right notches on either side."""

from __future__ import annotations

import numpy as np
import pytest

from tests.hardframes import HardSet
from vision.cameras.simulated.looks import COLOURS, shipped
from vision.cameras.simulated.optics import Array
from vision.cameras.simulated.solid import CUT, strike
from vision.cameras.simulated.truth import wand_truth
from vision.cameras.simulated.wand import FACES, Wand, face_corners, lying


def straight_up(x: Array, y: Array) -> Array:
    """Rays that rise vertically from points of the pane."""
    zero = np.zeros(len(x))
    return np.column_stack([x, y, zero, zero]).astype(np.float32)


def bites(wand: Wand, face: str, side: float) -> int:
    """Notches counted by looking straight up along a line just inside one rounded bottom edge."""
    pose = lying(wand, face, 0.0, 0.0, 0.0)
    x = np.linspace(-wand.shape.length / 2 + 1, wand.shape.length / 2 - 1, 4000)
    seen = strike(wand, pose, straight_up(x, np.full(len(x), side * (wand.shape.side / 2 - 0.9))))
    wood = np.zeros(len(x), bool)
    wood[np.flatnonzero(seen.hit)] = seen.surface != CUT
    return int((np.diff(wood.astype(int)) == -1).sum())


@pytest.mark.parametrize("number", range(5))
def test_the_notches_left_and_right_are_those_of_the_truth(number: int) -> None:
    look = HardSet(77, number, 1).look
    for colour in COLOURS:
        for face in FACES:
            wand = look.wands[colour]
            truth = wand_truth(look.place.lens, wand, lying(wand, face, 0.0, 0.0, 0.0))
            assert (bites(wand, face, -1.0), bites(wand, face, 1.0)) == (truth["edge_left"], truth["edge_right"])
            assert truth["edge_left"] + truth["edge_right"] + truth["top_value"] == 3


def test_the_outer_half_of_a_bite_lets_light_through_and_the_inner_half_shows_wood() -> None:
    wand = shipped().wands["red"]
    shape, (centre,) = wand.shape, wand.centres["magic"]
    face = next(f for f in FACES if "magic" in wand.beside(f) and wand.beside(f)[0] == "magic")
    pose = lying(wand, face, 0.0, 0.0, 0.0)
    inwards = np.linspace(0.55, 4.4, 60)
    seen = strike(wand, pose, straight_up(np.full(60, centre + 0.01), -(shape.side / 2 - inwards)))
    assert not seen.hit[0]
    assert seen.hit[-1]
    assert (seen.surface == CUT).any()
    assert seen.surface[-1] != CUT


def test_the_outline_lies_half_a_millimetre_inside_the_sharp_corners() -> None:
    wand = shipped().wands["white"]
    pose = lying(wand, "power", 0.0, 0.0, 0.0)
    y = np.linspace(-8, 8, 3201)
    hit = strike(wand, pose, straight_up(np.full(len(y), -40.0), y)).hit
    sharp = wand.shape.side / 2
    assert sharp - np.abs(y[hit]).max() == pytest.approx(0.46, abs=0.12)


def test_the_bottom_face_lies_on_the_pane() -> None:
    wand = shipped().wands["black"]
    for face in FACES:
        corners = lying(wand, face, 10.0, -20.0, 0.7).world(face_corners(wand, face))
        assert np.abs(corners[:, 2]).max() < 1e-9
        ahead, right = corners[1] - corners[0], corners[2] - corners[1]
        assert ahead[0] * right[1] - ahead[1] * right[0] > 0


def test_rays_beside_the_wand_miss_it() -> None:
    wand = shipped().wands["black"]
    pose = lying(wand, "fate", 0.0, 0.0, 0.0)
    seen = strike(wand, pose, straight_up(np.array([0.0, 0.0, 70.0]), np.array([9.0, -9.0, 0.0])))
    assert not seen.hit.any()

"""Hands as they are seen from below: an open one, and one that closes around the end of a wand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.hardframes import HarshSet
from tests.hardframes.harsh_throws import foreign_fingers, light_handshadow
from tests.hardframes.throws import Draft, draft
from vision.cameras.simulated.people import GRASPED_MM, SKINS, grasp, hand
from vision.cameras.simulated.things import Sheet, flat

SEEDS = range(12)


def grasped(seed: int) -> Sheet:
    """A hand that holds something."""
    return grasp(np.random.default_rng(seed), SKINS[0], (0.2, 0.1, 0.05), flat(0, 0, 30, 0))


def covered(sheet: Sheet, x: float, y: float) -> float:
    """How much of a sheet's place (mm from what is grasped, the wrist at +y) is covered."""
    rows, columns = sheet.cover.shape
    at = round(rows / 2 + (y - GRASPED_MM) * sheet.fine), round(columns / 2 + x * sheet.fine)
    return float(sheet.cover[at])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_hand_that_holds_a_wand_is_on_both_its_sides(seed: int) -> None:
    sheet = grasped(seed)
    across = range(-12, 13, 2)
    assert any(covered(sheet, x, -6.0) > 0.9 for x in across)
    assert any(covered(sheet, x, 16.0) > 0.9 for x in across)
    assert all(covered(sheet, x, -35.0) == 0 for x in across)


@pytest.mark.parametrize("seed", SEEDS)
def test_behind_the_fingers_are_palm_and_arm(seed: int) -> None:
    sheet = grasped(seed)
    assert all(covered(sheet, 0.0, y) > 0.9 for y in range(50, 300, 10))
    assert covered(sheet, -60.0, 60.0) == covered(sheet, 60.0, 60.0) == 0


def test_it_is_the_left_hand_or_the_right_one_and_no_two_are_alike() -> None:
    covers = [grasped(seed).cover for seed in SEEDS]
    assert len({cover.tobytes() for cover in covers}) == len(covers)
    assert np.array_equal(covers[0], grasped(0).cover)
    thumbs = {bool(cover[:, :138].sum() > cover[:, 138:].sum()) for cover in covers}
    assert thumbs == {False, True}


def test_an_open_hand_reaches_farther_than_one_that_holds_something() -> None:
    opened = hand(np.random.default_rng(1), 0.0, SKINS[0], (0.2, 0.1, 0.05), flat(0, 0, 30, 0))
    before = slice(0, round(opened.cover.shape[0] / 2 - GRASPED_MM * opened.fine - 25 * opened.fine))
    assert opened.cover[before].sum() > 500
    assert all(grasped(seed).cover[before].sum() == 0 for seed in SEEDS)


def drawn(made: HarshSet, seed: int) -> Draft:
    """A throw with a hand that lifts an end."""
    return draft(np.random.default_rng(seed), made.look, foreign_fingers)


def test_a_lifted_end_is_held_by_a_hand_just_above_it() -> None:
    made = HarshSet(21, 4, 10)
    for seed in range(10):
        throw = drawn(made, seed)
        (colour,) = [c for c, state in throw.states.items() if state == "tilted"]
        wand, pose = throw.placed[colour]
        held = pose.place + pose.rotation[:, 0] * 0.39 * wand.shape.length
        hands = [s for s in throw.sheets if s.height > pose.place[2]]
        assert len(hands) == 1
        grips = hands[0].place[:2] - hands[0].rotation[:2, 1] * (GRASPED_MM + 10)
        assert math.hypot(*(grips - held[:2])) < 35
        assert 0 < hands[0].height - 2 * pose.place[2] < 40


def test_a_hand_that_hovers_lifts_nothing() -> None:
    made = HarshSet(21, 4, 10)
    for seed in range(10):
        throw = draft(np.random.default_rng(seed), made.look, light_handshadow)
        assert set(throw.states.values()) == {"flat"}
        assert [70 <= sheet.height <= 110 for sheet in throw.sheets] == [True]

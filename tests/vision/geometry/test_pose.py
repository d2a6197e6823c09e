"""A wand's place: its own frame against that of the pane, and two places against each other."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.geometry.pose import Pose, same_place, shared_area

POSE = Pose(12.0, -7.0, 0.6)
FLAT = Pose(0.0, 0.0, 0.0)
WITHIN = (4.0, 8.0)
"""Millimetres and degrees within which two places are one."""


def test_a_wand_turned_by_a_quarter_points_down_and_has_its_right_on_the_left() -> None:
    down = Pose(10.0, 20.0, math.pi / 2)
    assert down.along == pytest.approx([0, 1])
    assert down.right == pytest.approx([-1, 0])
    assert down.places(np.array([[5.0, 2.0], [0.0, 0.0]])) == pytest.approx(np.array([[8, 25], [10, 20]]))


def test_the_corners_go_round_clockwise_from_the_start_of_the_left_side() -> None:
    assert FLAT.corners(100.0, 14.0) == pytest.approx(np.array([[-50, -7], [50, -7], [50, 7], [-50, 7]]))
    turned = POSE.corners(100.0, 14.0)
    assert turned.mean(axis=0) == pytest.approx(POSE.middle)
    assert turned[1] - turned[0] == pytest.approx(100 * POSE.along)
    assert turned[3] - turned[0] == pytest.approx(14 * POSE.right)


def test_a_move_is_one_in_the_wands_own_frame() -> None:
    uv = np.random.default_rng(1).uniform(-50, 50, (20, 2))
    assert POSE.moved(3.0, -2.0).places(uv) == pytest.approx(POSE.places(uv + np.array([3.0, -2.0])))
    moved = POSE.moved(3.0, -2.0, 0.25)
    assert moved.middle == pytest.approx(POSE.moved(3.0, -2.0).middle)
    assert moved.angle == pytest.approx(0.85)


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (Pose(2.4, 3.1, 0.0), True),  # 3.92 mm
        (Pose(2.5, 3.2, 0.0), False),  # 4.06 mm
        (Pose(0.0, 0.0, math.radians(7.9)), True),
        (Pose(0.0, 0.0, math.radians(-8.1)), False),
        (Pose(0.0, 0.0, math.radians(90)), False),
        (Pose(0.0, 0.0, math.radians(176)), True),
        (Pose(0.0, 0.0, math.radians(-541)), True),
    ],
)
def test_a_place_is_the_same_within_its_limits_whichever_way_round(other: Pose, same: bool) -> None:
    assert same_place(FLAT, other, *WITHIN) is same
    assert same_place(other, FLAT, *WITHIN) is same


@pytest.mark.parametrize(
    ("other", "area"),
    [
        (FLAT, 1400.0),
        (Pose(0.0, 0.0, math.pi), 1400.0),
        (Pose(0.0, 0.0, math.pi / 2), 14.0 * 14),
        (Pose(90.0, 4.0, 0.0), 10.0 * 10),
        (Pose(0.0, 0.0, math.pi / 6), 14.0 * 14 / 0.5),
        (Pose(0.0, 15.0, 0.0), 0.0),
    ],
)
def test_two_wands_cover_together_what_lies_under_both(other: Pose, area: float) -> None:
    one, two = FLAT.corners(100.0, 14.0), other.corners(100.0, 14.0)
    assert shared_area(one, two) == pytest.approx(area, abs=0.01)
    assert shared_area(POSE.places(two), POSE.places(one)) == pytest.approx(area, abs=0.01)

"""How a board is held comes back from the corners that it makes."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry.pane import project
from vision.setup.board import View, charuco_board
from vision.setup.corners import FOCAL_WIDTHS
from vision.setup.guided.tilt import between, normal, outline
from vision.setup.lens import normal_of, placed

SIZE = (640, 480)
BOARD = np.asarray(charuco_board().getChessboardCorners(), dtype=np.float64)
LENS = np.array([FOCAL_WIDTHS * SIZE[0], 319.5, 239.5, 0, 0, 0, 0, 0])


def view(pose: np.ndarray) -> View:
    """The board through the lens that is guessed."""
    return View("one", BOARD, project(placed(BOARD, pose), np.array([0, 0, 1.0]), LENS, 0.0, 1.5))


@pytest.mark.parametrize("turn", [[0.3, 0, 0], [0, -0.4, 0], [0.2, 0.25, 1.5], [np.pi - 0.3, 0, 0], [0, np.pi, 0.5]])
@pytest.mark.parametrize("shift", [[-100.0, -70, 400], [40, -120, 350]])
def test_the_way_across_a_board_comes_back_and_is_away_from_the_camera(turn: list[float], shift: list[float]) -> None:
    pose = np.array([*turn, *shift])
    found = normal(view(pose), SIZE)
    assert found == pytest.approx(normal_of(pose), abs=1e-4)
    assert found @ np.array(shift) > 0


@pytest.mark.parametrize("degrees", [0.0, 9.0, 20.0, 45.0])
def test_a_board_that_is_lifted_at_one_side_is_tilted_by_as_much(degrees: float) -> None:
    flat = normal(view(np.array([0, 0, 0.1, -100, -70, 400.0])), SIZE)
    lifted = normal(view(np.array([np.radians(degrees), 0, 0, -100, -70, 400.0])), SIZE)
    assert flat == pytest.approx([0, 0, 1], abs=1e-4)
    assert between(flat, lifted) == pytest.approx(degrees, abs=0.05)


def test_pictures_of_another_size_show_the_same_tilt() -> None:
    pose = np.array([0.3, -0.2, 0, -100, -70, 400.0])
    small = view(pose)
    large = View("one", BOARD, 2 * small.pixels + 0.5)
    assert normal(large, (1280, 960)) == pytest.approx(normal(small, SIZE), abs=1e-4)


@pytest.mark.parametrize(
    ("other", "degrees"),
    [([1.0, 0, 0], 0), ([0.5, np.sqrt(0.75), 0], 60), ([0.0, 0, 1], 90), ([-1.0, 0, 0], 180), ([1 + 1e-9, 0, 0], 0)],
)
def test_two_ways_are_as_many_degrees_apart(other: list[float], degrees: float) -> None:
    assert between(np.array([1.0, 0, 0]), np.array(other)) == pytest.approx(degrees)
    assert between(np.array(other), np.array([1.0, 0, 0])) == pytest.approx(degrees)


def test_the_outline_goes_round_the_outermost_corners_in_shares_of_the_picture() -> None:
    pixels = np.array([[64.0, 48], [320, 48], [100, 100], [320, 240], [200, 60], [64, 240]])
    found = outline(View("one", np.zeros((6, 3)), pixels), SIZE)
    assert sorted(found) == [(0.1, 0.1), (0.1, 0.5), (0.5, 0.1), (0.5, 0.5)]
    steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(found, found[1:] + found[:1], strict=True)]
    assert steps == pytest.approx([0.4] * 4), "one after the other round the board"


def test_shares_are_told_with_four_digits() -> None:
    pixels = np.array([[10.0, 10], [600, 11], [601, 401]]) / 3
    assert sorted(outline(View("one", np.zeros((3, 3)), pixels), SIZE)) == [
        (0.0052, 0.0069),
        (0.3125, 0.0076),
        (0.313, 0.2785),
    ]

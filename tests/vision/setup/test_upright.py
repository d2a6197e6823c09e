"""The pane's own frame: along the picture, from its middle on, in the plane of the flat board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.geometry.pane import Pane, Points, project
from vision.setup.lens import normal_of, placed
from vision.setup.upright import upright

SIZE, SLAB = (1280, 960), (5.0, 1.49)
LENS = np.array([840.0, 650.0, 470.0, -0.06, 0.005, 0.001, -0.002, 0.0003])
POSES = [np.array([0, 0, 0, 0, 0, 300.0]), np.array([0.05, -0.08, 2.5, -40, 60, 310.0])]
BOARD = np.array([[x, y, 0.0] for x in (0, 60, 150) for y in (0, 30, 90)])


def turned(pose: Points, turn: list[float], shift: list[float]) -> Points:
    """The pose of a board that lies elsewhere, or otherwise, in the same place."""
    first, _ = cv2.Rodrigues(pose[:3])
    then, _ = cv2.Rodrigues(np.array(turn))
    both, _ = cv2.Rodrigues(first @ then)
    return np.concatenate([both.ravel(), first @ np.array(shift) + pose[3:]])


def made(pose: Points, slab: tuple[float, float] = SLAB) -> Pane:
    return upright(SIZE, LENS, pose, slab, 0.12)


@pytest.mark.parametrize("pose", POSES)
def test_what_the_board_shows_is_as_large_in_millimetres_on_the_pane(pose: Points) -> None:
    pixels = project(placed(BOARD, pose), normal_of(pose), LENS, *SLAB)
    places = made(pose).to_mm(pixels)
    apart, true = (np.linalg.norm(p[:, None] - p[None], axis=2) for p in (places, BOARD))
    assert apart == pytest.approx(true, abs=0.02)


@pytest.mark.parametrize("pose", POSES)
def test_x_runs_right_and_y_down_from_the_middle_of_the_picture(pose: Points) -> None:
    pane = upright(SIZE, np.array([840.0, 650.0, 470.0, 0, 0, 0, 0, 0]), pose, (0.0, 1.49), 0.0)
    middle, right, down = pane.to_px(np.array([[0.0, 0], [50, 0], [0, 50]]))
    assert middle == pytest.approx(np.array(SIZE) / 2, abs=0.6)
    assert (right - middle)[0] > 100 and (down - middle)[1] > 100
    assert np.abs([(right - middle)[1], (down - middle)[0]]).max() < 5
    assert pane.eye[2] < 0


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize(
    ("turn", "shift"),
    [([0.0, 0, 0], [33.0, -70, 0]), ([0, 0, 1.9], [0.0, 0, 0]), ([np.pi, 0, 0], [5.0, 5, 0])],
    ids=["elsewhere", "turned", "face down"],
)
def test_however_the_board_lies_flat_the_pane_is_the_same(pose: Points, turn: list[float], shift: list[float]) -> None:
    pane, other = made(pose), made(turned(pose, turn, shift))
    assert other.rotation == pytest.approx(pane.rotation, abs=1e-6)
    assert other.translation == pytest.approx(pane.translation, abs=1e-4)


@pytest.mark.parametrize("pose", POSES)
def test_the_frame_is_square_and_not_mirrored(pose: Points) -> None:
    pane = made(pose)
    assert pane.rotation.T @ pane.rotation == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(pane.rotation) == pytest.approx(1.0)
    assert pane.rotation[:, 2] == pytest.approx(normal_of(pose))


def test_lens_slab_and_exactness_are_kept() -> None:
    pane = made(POSES[1], (3.0, 1.52))
    assert pane.lens.tolist() == LENS.tolist()
    assert (pane.size, pane.thickness, pane.index, pane.rms) == (SIZE, 3.0, 1.52, 0.12)

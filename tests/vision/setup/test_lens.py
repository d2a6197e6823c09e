"""A lens and the boards' poses come back from the corners that they made."""

from __future__ import annotations

import numpy as np
import pytest

from vision.errors import PaneError
from vision.geometry.pane import Points, project
from vision.setup.board import View, charuco_board
from vision.setup.lens import FREE, NOISE_PX, Fit, fitted, normal_of, placed, started
from vision.setup.plumb import Line

SIZE, SLAB = (1280, 960), (5.0, 1.49)
BOARD = np.asarray(charuco_board().getChessboardCorners(), dtype=np.float64)
LENS = np.array([840.0, 641.5, 476.5, -0.06, 1.5 * 0.06**2, 0, 0, 0])
FLAT = np.array([0.02, -0.03, 0.1, -100, -70, 300.0])
POSES = np.array(
    [
        FLAT,
        [0.5, 0.1, 0.0, -90, -60, 400.0],
        [-0.4, 0.35, 1.2, 60, -110, 380.0],
        [0.1, -0.6, -0.4, -110, -20, 420.0],
    ]
)


def views(lens: Points, slab: tuple[float, float], noise: float = 0.0) -> list[View]:
    """The board in four pictures, the first one flat on the pane."""
    normal, rng = normal_of(FLAT), np.random.default_rng(12)
    pixels = [project(placed(BOARD, pose), normal, lens, *slab) for pose in POSES]
    return [View(f"{n}.jpg", BOARD, p + rng.normal(0, noise, p.shape)) for n, p in enumerate(pixels)]


def fit(noise: float, lines: list[Line]) -> Fit:
    seen = views(LENS, SLAB, noise)
    return fitted(seen, started(seen, SIZE), 0, SIZE, SLAB, lines)


def side(start: tuple[float, float], end: tuple[float, float]) -> Line:
    """A straight side in the plane of the flat board, as the camera sees it."""
    along = np.linspace(0, 1, 60)[:, None]
    places = (1 - along) * np.array([*start, 0.0]) + along * np.array([*end, 0.0])
    return Line(project(placed(places, FLAT), normal_of(FLAT), LENS, *SLAB), 0.5)


SIDES = [side((-45, -70), (-45, 210)), side((245, -70), (245, 210)), side((-45, -70), (245, -70))]


@pytest.fixture(scope="module")
def noisy() -> Fit:
    """From corners found as exactly as a camera's usually are."""
    return fit(NOISE_PX, [])


def test_a_plain_lens_over_the_middle_comes_back_at_once() -> None:
    lens = np.array([900.0, 639.5, 479.5, -0.08, 0, 0, 0, 0])
    found, poses = started(views(lens, (0.0, 1.49)), SIZE)
    assert found == pytest.approx(lens, rel=1e-4, abs=1e-4)
    assert poses == pytest.approx(POSES, rel=1e-3, abs=1e-3)


def test_corners_without_noise_give_lens_and_poses_back() -> None:
    found = fit(0.0, [])
    assert found.rms < 1e-3 and found.each.max() < 1e-3
    # The centre is held near the sensor's middle by its own looseness.
    assert found.lens == pytest.approx(LENS, rel=2e-3, abs=2e-3)
    assert found.poses == pytest.approx(POSES, rel=2e-3, abs=2e-3)
    assert found.flat == 0


def test_noisy_corners_are_missed_by_their_noise_and_the_lens_by_what_is_told(noisy: Fit) -> None:
    assert noisy.rms == pytest.approx(NOISE_PX * np.sqrt(2), rel=0.15)
    assert noisy.each == pytest.approx([noisy.rms] * 4, rel=0.3)
    assert noisy.rms == pytest.approx(np.sqrt((noisy.each**2).mean()))
    off = np.concatenate([noisy.lens[:FREE] - LENS[:FREE], noisy.poses[0] - FLAT])
    shares = off / np.sqrt(np.diag(noisy.spread))
    assert np.abs(shares).max() < 3.5
    assert np.sqrt((shares**2).mean()) > 0.2


def test_the_flat_board_may_be_in_any_picture(noisy: Fit) -> None:
    seen = views(LENS, SLAB, NOISE_PX)[::-1]
    found = fitted(seen, started(seen, SIZE), 3, SIZE, SLAB, [])
    assert found.lens == pytest.approx(noisy.lens, rel=1e-4, abs=1e-4)
    assert found.poses[::-1] == pytest.approx(noisy.poses, rel=1e-3, abs=1e-3)
    assert np.diag(found.spread) == pytest.approx(np.diag(noisy.spread), rel=0.01)


def test_what_the_boards_hardly_show_is_held_to_what_lenses_do(noisy: Fit) -> None:
    k1, k2 = noisy.lens[3:FREE]
    loose = 0.01 + 0.5 * k1**2
    assert abs(k2 - 1.5 * k1**2) < 2 * loose
    assert np.sqrt(noisy.spread[FREE - 1, FREE - 1]) < 1.1 * loose


def test_straight_sides_make_the_lens_more_exact(noisy: Fit) -> None:
    helped = fit(NOISE_PX, SIDES)
    assert helped.lens[:3] == pytest.approx(LENS[:3], rel=0.01)
    before, after = (np.sqrt(np.diag(f.spread))[3:FREE] for f in (noisy, helped))
    assert (after < before).all() and after[1] < 0.8 * before[1]
    assert helped.spread == pytest.approx(helped.spread.T)


@pytest.mark.parametrize("few", [3, 4])
def test_pictures_that_tell_no_lens_are_refused(few: int) -> None:
    line = [View("1.jpg", BOARD[:few], v.pixels[:few]) for v in views(LENS, SLAB)]
    with pytest.raises(PaneError, match="different angles"):
        started(line, SIZE)


@pytest.mark.parametrize("turn", [[0.0, 0, 0], [np.pi, 0, 0], [0, np.pi, 0], [0, 0, 2.0]])
def test_the_way_across_a_flat_board_is_away_from_the_camera_whichever_face_is_up(turn: list[float]) -> None:
    pose = np.array([*turn, 10.0, 20.0, 300.0])
    assert normal_of(pose) == pytest.approx([0, 0, 1], abs=1e-12)
    tilted = np.array([np.pi / 6, 0, 0, 10.0, 20.0, 300.0])
    assert normal_of(tilted) == pytest.approx([0, -0.5, np.sqrt(0.75)])


def test_a_board_is_turned_about_its_first_corner_and_then_moved() -> None:
    pose = np.array([0, 0, np.pi / 2, 10.0, 20.0, 300.0])
    places = placed(np.array([[0.0, 0, 0], [30, 0, 0], [0, 60, 5]]), pose)
    assert places == pytest.approx(np.array([[10, 20, 300], [10, 50, 300], [-50, 20, 305]], dtype=float))

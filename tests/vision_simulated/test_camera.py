"""The simulated camera keeps the contract of every camera, says what it is, and never tells the answer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from vision.cameras import Camera, make_camera
from vision.cameras.simulated import SimulatedCamera
from vision.cameras.simulated.watermark import corner, stamp
from vision.errors import CameraError, CameraTimeout


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds


def build(argument: str = "width=640") -> SimulatedCamera:
    clock = Clock()
    return SimulatedCamera(argument, clock, clock.sleep)


@pytest.fixture
def camera() -> Iterator[SimulatedCamera]:
    with build() as opened:
        yield opened


def rest(camera: SimulatedCamera) -> np.ndarray:
    """Frames until all lies; the first sharp one."""
    for _ in range(80):
        camera.capture(1.0)
        if not camera.moving():
            return camera.capture(1.0).picture
    raise AssertionError("the wands never came to rest")


def test_it_is_made_by_its_name_and_opens_nothing_by_itself() -> None:
    made = make_camera("simulated:seed=4")
    assert isinstance(made, SimulatedCamera) and isinstance(made, Camera)
    assert made.simulated and made.name == "simulated" and made.describe() == "simulated:seed=4"
    with pytest.raises(CameraError):
        made.capture(0.1)


def test_stamps_grow_at_the_frame_rate_and_no_picture_comes_twice(camera: SimulatedCamera) -> None:
    frames = [camera.capture(1.0) for _ in range(5)]
    steps = np.diff([f.stamp for f in frames])
    assert steps == pytest.approx(1 / 15, abs=1e-6)
    assert all((a.picture != b.picture).any() for a, b in pairwise(frames))
    assert all(f.picture.shape == (480, 640, 3) and f.picture.dtype == np.uint8 for f in frames)


def test_a_frame_that_is_not_due_in_time_is_a_timeout(camera: SimulatedCamera) -> None:
    camera.capture(1.0)
    with pytest.raises(CameraTimeout):
        camera.capture(0.01)
    camera.capture(1.0)


def test_it_closes_twice_and_opens_again_with_the_wands_where_they_lay(camera: SimulatedCamera) -> None:
    camera.toss(["red", "black", "white"], [])
    rest(camera)
    before = camera.truth()
    camera.close()
    camera.close()
    camera.open()
    camera.capture(1.0)
    assert camera.truth() == before


def test_every_picture_says_that_it_is_simulated(camera: SimulatedCamera) -> None:
    x0, y0, x1, y1 = corner(640, 480)
    letters = stamp(640) > 250
    camera.toss(["red"], [])
    for _ in range(12):
        frame = camera.capture(1.0)
        ink = frame.picture[y0:y1, x0:x1][letters].astype(int)
        assert frame.metadata["simulated"] is True
        assert (ink[:, 2] > 240).all() and (ink[:, 0] < 60).all()


def test_a_frame_holds_no_answer(camera: SimulatedCamera) -> None:
    camera.toss(["red", "black", "white"], [])
    rest(camera)
    assert set(camera.capture(1.0).metadata) == {"simulated", "exposure_s"}


def test_kept_wands_stay_and_thrown_ones_are_picked_up_and_fall_anew(camera: SimulatedCamera) -> None:
    camera.toss(["red", "black", "white"], [])
    rest(camera)
    before = camera.truth()
    camera.toss(["red"], ["black", "white"])
    rest(camera)
    after = camera.truth()
    assert after["black"] == before["black"] and after["white"] == before["white"]
    assert after["red"]["corners_mm"] != before["red"]["corners_mm"]


def test_wands_neither_thrown_nor_kept_are_taken_away(camera: SimulatedCamera) -> None:
    camera.toss(["red", "black", "white"], [])
    rest(camera)
    camera.toss(["black"], [])
    rest(camera)
    assert set(camera.truth()) == {"black"}


def test_without_accidents_every_throw_is_legal_and_with_them_none() -> None:
    with build("width=640,accidents=0") as careful, build("width=640,accidents=1") as clumsy:
        for _ in range(6):
            for camera in (careful, clumsy):
                camera.toss(["red", "black", "white"], [])
            assert {w["state"] for w in careful.truth().values()} == {"flat"}
            states = sorted(w["state"] for w in clumsy.truth().values())
            assert len(states) == 3 and states.count("flat") >= 2
        seen = set()
        for _ in range(12):
            clumsy.toss(["red", "black", "white"], [])
            seen |= {w["state"] for w in clumsy.truth().values()}
        assert seen == {"flat", "stacked", "tilted", "partly_out"}


def test_the_same_seed_tosses_alike() -> None:
    truths = []
    for seed in (5, 5, 6):
        with build(f"width=640,seed={seed}") as camera:
            camera.toss(["red", "black", "white"], [])
            truths.append(camera.truth())
    assert truths[0] == truths[1] != truths[2]


def test_pictures_at_rest_are_alike_and_those_in_motion_are_not(camera: SimulatedCamera) -> None:
    camera.toss(["red", "black", "white"], [])
    moving = [camera.capture(1.0).picture.astype(int) for _ in range(8)]
    rest(camera)
    still = [camera.capture(1.0).picture.astype(int) for _ in range(3)]
    assert max(int((np.abs(a - b).max(2) > 40).sum()) for a, b in pairwise(moving)) > 300
    assert max(int((np.abs(a - b).max(2) > 40).sum()) for a, b in pairwise(still)) == 0


@pytest.mark.parametrize("argument", ["speed=2", "seed=x", "accidents=2", "fps=0", "width=641", "width=20"])
def test_options_that_make_no_sense_are_refused(argument: str) -> None:
    with pytest.raises(CameraError):
        SimulatedCamera(argument)


def test_wands_that_do_not_exist_are_refused(camera: SimulatedCamera) -> None:
    with pytest.raises(CameraError):
        camera.toss(["green"], [])


def test_it_knows_its_calibration_only_where_the_files_are(tmp_path: Path) -> None:
    camera = build(f"setup={tmp_path}")
    assert camera.calibration() is None and build().calibration() is None
    for name in ("pane.json", "wands.json"):
        (tmp_path / name).write_text("{}")
    assert camera.calibration() == (str(tmp_path / "pane.json"), str(tmp_path / "wands.json"))

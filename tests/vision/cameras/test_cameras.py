"""Cameras by name, and the one that shows files."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.cameras
from tests.vision.conftest import SET
from vision.cameras import BACKENDS, make_camera
from vision.cameras.files import FilesCamera
from vision.errors import CameraError, CameraNameError, CameraTimeout


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


@pytest.fixture()
def folder(tmp_path: Path) -> Path:
    """Two throws with the empty pane one folder up."""
    throws = tmp_path / "throws"
    throws.mkdir()
    for name in ("004.jpg", "018.jpg"):
        shutil.copy(SET / "throws" / name, throws / name)
    shutil.copy(SET / "empty.jpg", tmp_path / "empty.jpg")
    return throws


def camera(argument: str) -> FilesCamera:
    """With a clock of its own."""
    clock = Clock()
    return FilesCamera(argument, clock, clock.sleep)


def picture(name: str) -> np.ndarray:
    """A picture of the set."""
    read = cv2.imread(str(SET / name))
    assert read is not None
    return read


def test_every_toss_shows_the_empty_pane_and_then_the_next_throw(folder: Path) -> None:
    with camera(str(folder)) as files:
        assert np.array_equal(files.capture(1).picture, picture("empty.jpg"))
        for name in ("throws/004.jpg", "throws/018.jpg", "throws/004.jpg"):
            files.toss(["red"], [])
            assert np.array_equal(files.capture(1).picture, picture("empty.jpg"))
            shown = [files.capture(1) for _ in range(20)]
            assert np.array_equal(shown[-1].picture, picture(name))


def test_stamps_grow_by_the_rate(folder: Path) -> None:
    with camera(f"{folder},fps=10") as files:
        stamps = [files.capture(1).stamp for _ in range(5)]
    assert np.diff(stamps) == pytest.approx([0.1] * 4)


def test_a_sequence_plays_once_and_its_last_frame_stays(folder: Path) -> None:
    with camera(f"{folder},play=yes") as files:
        shown = [files.capture(1).picture for _ in range(4)]
    assert np.array_equal(shown[0], picture("throws/004.jpg"))
    assert all(np.array_equal(s, picture("throws/018.jpg")) for s in shown[1:])


def test_a_wait_ends_at_its_deadline(folder: Path) -> None:
    with camera(f"{folder},fps=0.5") as files:
        files.capture(1)
        with pytest.raises(CameraTimeout):
            files.capture(0.3)
        assert files.capture(5).stamp == pytest.approx(102)


@pytest.mark.parametrize("argument", ["", "/nowhere", "x,fps=0", "x,fps=many", "x,speed=3"])
def test_bad_arguments_are_refused_in_one_line(argument: str) -> None:
    with pytest.raises(CameraError) as raised, camera(argument):
        pass
    assert "\n" not in str(raised.value)


def test_opening_again_after_closing_starts_over(folder: Path) -> None:
    files = camera(str(folder))
    for _ in range(2):
        files.open()
        files.toss([], [])
        assert np.array_equal([files.capture(1) for _ in range(20)][-1].picture, picture("throws/004.jpg"))
        files.close()
        files.close()
    with pytest.raises(CameraError, match="not open"):
        files.capture(1)


def test_its_own_set_up_is_found_beside_the_pictures(folder: Path) -> None:
    assert camera(str(folder)).calibration() is None
    for name in ("pane.json", "wands.json"):
        (folder.parent / name).write_text("{}")
    assert camera(str(folder)).calibration() == (str(folder.parent / "pane.json"), str(folder.parent / "wands.json"))


def test_cameras_are_made_by_name(folder: Path) -> None:
    made = make_camera(f"files:{folder}")
    assert (made.name, made.argument, made.describe()) == ("files", str(folder), f"files:{folder}")
    assert made.simulated, "no light falls on a sensor, and every page says so"


def test_an_unknown_camera_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CameraNameError, match="files, pi, simulated, usb"):
        make_camera("webcam")
    assert set(BACKENDS) == {"files", "pi", "simulated", "usb"}


@pytest.mark.parametrize(
    ("ribbon", "usb", "chosen"), [(True, True, "pi"), (False, True, "usb"), (True, False, "pi"), (False, False, "pi")]
)
def test_auto_on_a_pi_is_the_camera_that_is_there(
    ribbon: bool, usb: bool, chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vision.cameras, "on_a_pi", lambda: True)
    monkeypatch.setattr("vision.cameras.pi.found_on_the_ribbon", lambda: ribbon)
    monkeypatch.setattr("vision.cameras.usb.plugged_in", lambda: [Path("a-cam-index0")] * usb)
    assert make_camera("auto").name == chosen


def test_options_may_follow_a_name_alone() -> None:
    for choice in ("pi,mains=60", "pi:0,mains=60", "usb,mains=60", "usb:cam,mains=60"):
        assert make_camera(choice).argument in (",mains=60", "0,mains=60", "cam,mains=60")


def test_a_usb_camera_that_is_not_there_is_named() -> None:
    with pytest.raises(CameraError, match="no USB camera named 'no-such-camera'"):
        make_camera("usb:no-such-camera").open()

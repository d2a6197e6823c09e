"""A webcam through OpenCV's real V4L2 code, on a camera that is not there (pretend_camera.c, preloaded)."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.link.holders import holders
from vision.cameras import usb
from vision.cameras.usb import UsbCamera
from vision.errors import CameraError

HERE = Path(__file__).parent
SCRIPT = """
import json, sys, time
from pathlib import Path
from vision.cameras.usb import UsbCamera
from vision.cameras.usb_hold import warmth
from vision.cameras.sharpness import sharpness
from vision.errors import VisionError

def seen():
    frame = [camera.capture(2.0) for _ in range(6)][-1]
    picture = frame.picture
    return {"size": picture.shape[1::-1], "mean": float(picture.mean()), "warmth": warmth(picture),
            "sharp": sharpness(picture), "age": time.monotonic() - frame.stamp, "stamp": frame.stamp}

told = {}
camera = UsbCamera(sys.argv[1])
"""
Run = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pretend camera, compiled."""
    made = tmp_path_factory.mktemp("pretend") / "camera.so"
    command = ["gcc", "-shared", "-fPIC", "-O1", "-o", str(made), str(HERE / "pretend_camera.c"), "-ldl", "-lm"]
    subprocess.run(command, check=True, timeout=60)
    return made


@pytest.fixture
def run(library: Path, tmp_path: Path) -> Run:
    """Run lines of Python with a camera of a kind; what they told, and what was asked of the camera."""
    (tmp_path / "cam").touch()

    def on(lines: str, options: str = "", **kind: str) -> dict[str, Any]:
        (tmp_path / "log").unlink(missing_ok=True)
        pretend = {"PATH": str(tmp_path / "cam"), "LOG": str(tmp_path / "log"), "SIZES": "640x480,1280x720,1920x1080"}
        environment = {**os.environ, "LD_PRELOAD": str(library), "OPENCV_LOG_LEVEL": "SILENT"}
        environment |= {f"PRETEND_{name}": value for name, value in (pretend | kind).items()}
        script = SCRIPT + lines + "\nprint(json.dumps(told))\n"
        command = [sys.executable, "-c", script, f"{tmp_path / 'cam'}{options}"]
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=120, env=environment, cwd=HERE.parents[2], check=False
        )
        assert done.returncode == 0, done.stderr
        asked = [line.split("=") for line in (tmp_path / "log").read_text().splitlines()]
        return {**json.loads(done.stdout), "asked": [(name, int(value)) for name, value in asked]}

    return on


LOOK = "camera.open(); told = seen(); camera.close()"
LOCK = """
camera.open()
before = seen()
camera.lock()
told = {"before": before, "after": seen(), "remark": camera.remark, "focus": camera.focus}
"""


def test_the_largest_size_that_it_gives_is_taken(run: Run) -> None:
    assert run(LOOK)["size"] == [1920, 1080]
    assert run(LOOK, SIZES="640x480,1280x720")["size"] == [1280, 720]
    assert run(LOOK, SIZES="640x480,1280x960,1280x720")["size"] == [1280, 960]


def test_a_size_that_none_asked_for_is_taken_when_there_is_no_other(run: Run) -> None:
    assert run(LOOK, SIZES="352x288,1184x656")["size"] == [1184, 656]


def test_the_size_of_the_pane_goes_first(run: Run) -> None:
    expecting = "camera.expect((1280, 720), None, 400.0); " + LOOK
    assert run(expecting)["size"] == [1280, 720]
    assert run(expecting, SIZES="640x480,1920x1080")["size"] == [1920, 1080]


def test_a_size_that_comes_too_slowly_is_left(run: Run) -> None:
    assert run(LOOK, SLOW="1000")["size"] == [1280, 720]
    assert run(LOOK, SLOW="100")["size"] == [1920, 1080], "all are slow"


def test_pressed_pictures_come_quickly_at_full_size(run: Run, tmp_path: Path) -> None:
    for width, height in ((640, 480), (1280, 720), (1920, 1080)):
        cv2.imwrite(str(tmp_path / f"{width}x{height}.jpg"), np.full((height, width, 3), 90, np.uint8))
    told = run(LOOK, SLOW="1000", JPEGS=str(tmp_path))
    assert told["size"] == [1920, 1080] and told["mean"] == pytest.approx(90, abs=2)


def test_frames_carry_the_drivers_stamps(run: Run) -> None:
    told = run("camera.open(); told['s'] = [seen() for _ in range(3)]")["s"]
    assert all(0 <= each["age"] < 1 for each in told)
    stamps = [each["stamp"] for each in told]
    assert stamps == sorted(set(stamps))


def test_mains_and_frame_rate_are_set_before_anything_else(run: Run) -> None:
    assert run(LOOK)["asked"][:2] == [("mains", 1), ("dynamic_rate", 0)]
    assert run(LOOK, ",mains=60")["asked"][:2] == [("mains", 2), ("dynamic_rate", 0)]


@pytest.mark.parametrize("tells", [{"TELLS": "1"}, {}], ids=["values are told", "stored values are told"])
def test_locked_the_picture_stays_as_it_was(run: Run, tells: dict[str, str]) -> None:
    told = run(LOCK, **tells)
    before, after = told["before"], told["after"]
    assert after["mean"] == pytest.approx(before["mean"], rel=0.08)
    assert after["warmth"] == pytest.approx(before["warmth"], abs=0.08)
    assert after["sharp"] >= 0.8 * before["sharp"]
    assert told["remark"] == "" and told["focus"] == pytest.approx(60, abs=10)
    last = dict(told["asked"])
    assert (last["auto_exposure"], last["auto_colour"], last["auto_focus"]) == (1, 0, 0)
    assert last["exposure"] == pytest.approx(333, rel=0.08) and last["colour"] == pytest.approx(5600, rel=0.08)


@pytest.mark.parametrize(
    ("what", "remark"), [("exposure", "exposure"), ("colour", "white balance"), ("focus", "focus")]
)
def test_a_camera_that_goes_on_by_itself_is_told_of(run: Run, what: str, remark: str) -> None:
    assert run(LOCK, REFUSES=what)["remark"] == f"this camera does not hold its {remark}"


def test_a_lens_whose_place_is_known_goes_there(run: Run) -> None:
    told = run("camera.expect((1920, 1080), 75.0, 400.0)\n" + LOCK)
    assert told["focus"] == 75.0
    assert ("focus", 75) in told["asked"] and ("auto_focus", 1) not in told["asked"]


def test_opened_again_the_automatics_look_anew(run: Run) -> None:
    told = run(LOCK + "camera.close(); camera.open(); told['again'] = seen()")
    assert told["again"]["mean"] == pytest.approx(told["before"]["mean"], rel=0.03)


def test_behind_a_mirror_the_picture_is_turned_back(run: Run) -> None:
    assert run(LOOK, ",flip=yes")["size"] == [1920, 1080]


UNPLUGGED = """
camera.open()
seen()
path = Path(sys.argv[1])
path.unlink()
for name in ("gone", "still"):
    try:
        camera.capture(1.0) if name == "gone" else camera.open()
    except VisionError as error:
        told[name] = str(error)
path.touch()
camera.open()
told["back"] = seen()["size"]
"""


def test_unplugged_it_is_told_and_plugged_in_again_it_is_found(run: Run) -> None:
    told = run(UNPLUGGED)
    assert told["gone"] == "the USB camera was unplugged; plug it in, it is found by itself"
    assert "there is no camera" in told["still"] and "plug it in" in told["still"]
    assert told["back"] == [1920, 1080]


def test_a_camera_that_another_program_uses_is_told_of(run: Run) -> None:
    told = run("try: camera.open()\nexcept VisionError as error: told['why'] = str(error)", BUSY="1")
    assert "gives no pictures; is another program using it" in told["why"]


def test_who_holds_a_camera_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for pid, name, unit in (("812", "motion", ""), ("90", "python", "0::/system.slice/dreimagier-vision.service\n")):
        folder = tmp_path / "proc" / pid
        (folder / "fd").mkdir(parents=True)
        (folder / "fd" / "3").symlink_to("/dev/video0")
        (folder / "fd" / "4").symlink_to("/dev/null")
        (folder / "comm").write_text(f"{name}\n")
        (folder / "cgroup").write_text(unit)
    named = ["dreimagier-vision.service (pid 90)", "motion (pid 812)"]
    assert holders(r"/dev/video\d+", tmp_path) == named
    assert holders("/dev/video1", tmp_path) == []
    monkeypatch.setattr(usb, "holders", lambda device: [*named, f"python (pid {os.getpid()})"])
    camera = UsbCamera("0")
    camera._path = "/dev/video0"
    assert "is held by dreimagier-vision.service (pid 90), motion (pid 812); end it" in camera._why()


def test_without_the_right_its_group_is_named(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch(mode=0o660)
    camera = UsbCamera(str(device))
    camera._path = str(device)
    told = camera._refusal(PermissionError(errno.EACCES, "Permission denied"))
    assert "usermod -aG video" in told and "log in anew" in told


def test_a_device_that_is_not_there_is_named() -> None:
    with pytest.raises(CameraError, match="there is no camera /dev/video99"):
        UsbCamera("99").open()

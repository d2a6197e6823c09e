"""Pictures for calibrating: lens and light as in play, and where the lens stood goes with the pane."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import vision.cameras
from companion.cli import main
from tests.vision.conftest import SET
from tests.vision_pi.fake import PANE_DIOPTRES, World
from vision.cameras.base import Camera
from vision.cameras.photograph import focus_of, noted, photograph, settle
from vision.cameras.pi import PiCamera
from vision.cameras.sharpness import sharpness
from vision.errors import CameraError, PictureError, StorageError
from vision.files import read_picture
from vision.geometry.pane import load_pane


@pytest.fixture
def eye(monkeypatch: pytest.MonkeyPatch) -> PiCamera:
    """What every choice of a camera gives: a Module 3 of cardboard."""
    world = World("imx708")
    made = PiCamera(factory=world.camera_class(), now=world.now)
    monkeypatch.setattr(PiCamera, "settle_s", 0.0)
    monkeypatch.setattr(vision.cameras, "make_camera", lambda choice: made)
    return made


def shot(folder: Path, name: str, focus: float | None) -> str:
    """A picture of the printed board as `photo` would have written it."""
    path = folder / name
    path.write_bytes(noted((SET / name).read_bytes(), focus))
    return str(path)


def test_a_photograph_says_where_the_lens_stood(eye: PiCamera, tmp_path: Path) -> None:
    eye.open()
    settle(eye)
    photograph(eye, tmp_path / "a.jpg")
    assert read_picture(tmp_path / "a.jpg").shape == (1296, 2304, 3)
    assert focus_of([str(tmp_path / "a.jpg")]) == PANE_DIOPTRES


def test_one_command_takes_them_all_with_the_lens_held(eye: PiCamera, tmp_path: Path) -> None:
    names = [str(tmp_path / f"charuco_{number}.jpg") for number in range(1, 4)]
    done = CliRunner().invoke(main, ["vision", "photo", *names])
    assert done.exit_code == 0, done.output
    assert done.output.count("2304x1296, lens at 2.50") == 3
    assert focus_of(names) == PANE_DIOPTRES
    assert eye._camera is None, "it is let go"


def test_the_lens_place_is_kept_with_the_pane(tmp_path: Path) -> None:
    images = [shot(tmp_path, f"charuco_{number}.jpg", 2.4375) for number in range(1, 5)]
    done = CliRunner().invoke(main, ["vision", "calibrate", *images, "--out", str(tmp_path / "pane.json")])
    assert done.exit_code == 0, done.output
    pane = load_pane(tmp_path / "pane.json")
    assert pane.focus == 2.4375 and pane.scaled(640, 480).focus == 2.4375


def test_a_pane_of_a_lens_turned_by_hand_says_nothing_of_it(files: tuple[str, str]) -> None:
    assert load_pane(files[0]).focus is None
    assert "focus" not in json.loads(Path(files[0]).read_text())


def test_pictures_with_the_lens_at_different_places_are_refused(tmp_path: Path) -> None:
    images = [shot(tmp_path, "charuco_1.jpg", 2.5), shot(tmp_path, "charuco_2.jpg", 1.0)]
    with pytest.raises(PictureError, match="different places"):
        focus_of(images)


def test_a_kept_lens_is_put_there_at_the_start(eye: PiCamera, tmp_path: Path, files: tuple[str, str]) -> None:
    content = json.loads(Path(files[0]).read_text()) | {"focus": 2.25}
    (tmp_path / "pane.json").write_text(json.dumps(content))
    done = CliRunner().invoke(main, ["vision", "photo", "--pane", str(tmp_path / "pane.json"), str(tmp_path / "a.jpg")])
    assert done.exit_code == 0, done.output
    assert eye.held["LensPosition"] == 2.25


def test_a_lens_that_was_not_kept_goes_where_the_pane_is() -> None:
    eye = PiCamera()
    eye.expect((2304, 1296), None, 400.0)
    assert eye.focus == 2.5
    plain = vision.cameras.make_camera("usb:none")
    plain.expect((1280, 960), None, 400.0)
    assert (plain.focus, plain.size) == (None, (1280, 960))


def test_a_photograph_that_cannot_be_written_is_told(eye: PiCamera, tmp_path: Path) -> None:
    eye.open()
    with pytest.raises(StorageError, match="there is no folder"):
        photograph(eye, tmp_path / "none" / "a.jpg")
    with pytest.raises(CameraError, match=r"ends in \.jpg"):
        photograph(eye, tmp_path / "a.png")


def test_sharp_is_more_than_blurred_in_any_light() -> None:
    picture = read_picture(SET / "charuco_1.jpg")
    blurred = cv2.GaussianBlur(picture, (0, 0), 2)
    assert sharpness(picture) > 1.5 * sharpness(np.asarray(blurred, np.uint8))
    assert sharpness(picture // 2) == pytest.approx(sharpness(picture), rel=0.2)


def test_the_needle_is_shown(eye: PiCamera) -> None:
    done = CliRunner().invoke(main, ["vision", "focus", "--seconds", "0.2"])
    assert done.exit_code == 0 and "the lens moves by itself: 2.50\n     0 of" in done.output


@pytest.mark.parametrize(("scale", "told"), [(1.0, False), (0.5, True)])
def test_too_few_pixels_are_told(scale: float, told: bool, tmp_path: Path) -> None:
    images = []
    for number in range(1, 5):
        picture = read_picture(SET / f"charuco_{number}.jpg")
        images.append(str(tmp_path / f"charuco_{number}.jpg"))
        size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
        cv2.imwrite(images[-1], cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    done = CliRunner().invoke(main, ["vision", "calibrate", *images, "--out", str(tmp_path / "pane.json")])
    assert done.exit_code == 0, done.output
    assert ("px/mm are less than 2.7" in done.output) is told


def test_a_mark_that_an_editor_left_is_read_over(tmp_path: Path, files: tuple[str, str]) -> None:
    for name, source in zip(("pane.json", "wands.json"), files, strict=True):
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + Path(source).read_bytes())
    shutil.copy(SET / "throws" / "004.jpg", tmp_path / "004.jpg")
    arguments = ["--pane", str(tmp_path / "pane.json"), "--wands", str(tmp_path / "wands.json")]
    done = CliRunner().invoke(main, ["vision", "read", *arguments, str(tmp_path / "004.jpg")])
    assert done.exit_code == 0 and json.loads(done.output)["status"] == "ok"
    read = (tmp_path / "read.jsonl").write_bytes(b"\xef\xbb\xbf" + done.output.encode())
    labels = (tmp_path / "labels.json").write_bytes(b"\xef\xbb\xbf" + (SET / "labels.json").read_bytes())
    assert read and labels
    scored = CliRunner().invoke(main, ["vision", "score", str(tmp_path / "labels.json"), str(tmp_path / "read.jsonl")])
    assert scored.exit_code == 0, scored.output


def test_a_camera_without_a_lens_to_move_finds_none() -> None:
    assert Camera.find_focus(PiCamera()) is None

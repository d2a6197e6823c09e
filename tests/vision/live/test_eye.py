"""What the eye says of itself between throws."""

from __future__ import annotations

import io

import msgspec
import numpy as np
import pytest

from companion.protocol import EyeOrder
from tests.vision.conftest import SET
from vision.cameras.base import Camera, Frame
from vision.cameras.files import FilesCamera
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.live.eye import Eye
from vision.live.line import Beat, Wanted
from vision.taught.wandset import WandSet


def beats(camera: Camera, frames: list[Frame], loaded: tuple[Pane, WandSet]) -> list[Beat]:
    """What an eye says to frames, a beat for each."""
    out = io.BytesIO()
    eye = Eye(camera, out)
    for frame in frames:
        eye._beat_at = -np.inf
        eye._look(frame, loaded)
    return [msgspec.json.decode(line, type=Beat) for line in out.getvalue().splitlines() if b'"beat"' in line]


@pytest.fixture()
def loaded(pane: Pane, wands: WandSet) -> tuple[Pane, WandSet]:
    """The set-up of the eye."""
    return pane, wands


def test_in_the_dark_it_says_that_it_sees_nothing(loaded: tuple[Pane, WandSet]) -> None:
    seen = read_picture(SET / "throws" / "018.jpg")
    dark = [Frame(np.zeros_like(seen), 1 + n / 15) for n in range(6)]
    told = beats(FilesCamera("x"), [Frame(seen, 0.5), *dark], loaded)
    assert [beat.pane for beat in told] == ["moving"] + ["blind"] * 6
    assert {beat.state for beat in told} == {"ok"}
    assert told[-1].detail and not told[0].detail


def test_a_frozen_camera_is_blind_and_degraded(loaded: tuple[Pane, WandSet]) -> None:
    told = beats(FilesCamera("x"), [Frame(read_picture(SET / "empty.jpg"), 1.0)] * 6, loaded)
    assert (told[-1].state, told[-1].pane) == ("degraded", "blind")
    assert told[0].state == "ok"


def test_what_a_step_left_on_the_pane_is_no_throw(loaded: tuple[Pane, WandSet]) -> None:
    """While a step is at work nothing is watched; afterwards its last wand lies there, and hands throw anew."""
    out = io.BytesIO()
    eye = Eye(FilesCamera("x"), out)
    eye.desk.pane, eye.desk.wands = loaded
    at = iter(np.arange(1, 100, 0.1))

    def show(name: str, frames: int) -> int:
        picture, before = read_picture(SET / name), out.getvalue().count(b'"seen"')
        for number in range(frames):
            eye._see(Frame(picture ^ np.uint8(number % 2), float(next(at))))
        return out.getvalue().count(b'"seen"') - before

    assert show("empty.jpg", 8) == 0
    eye.desk.heed(True, [EyeOrder(1, "begin", "teach", ["black", "red", "white"])])
    show("teach/black_top2_kraft.jpg", 8)
    eye.desk.heed(True, [EyeOrder(2, "stop")])
    assert show("throws/004.jpg", 8) == 0
    assert show("throws/018.jpg", 8) == 1


@pytest.mark.parametrize("trial", [False, True])
def test_what_the_cameras_own_hand_throws_at_once_is_the_tables(loaded: tuple[Pane, WandSet], trial: bool) -> None:
    """Also where the page of a trial was left only a moment ago, which nobody has told yet."""
    orders = [EyeOrder(1, "begin", "trial", ["black", "red", "white"])] if trial else []
    out, camera = io.BytesIO(), FilesCamera(str(SET / "throws"))
    eye = Eye(camera, out)
    eye.desk.pane, eye.desk.wands = loaded
    at = iter(np.arange(1, 100, 0.1))
    with camera:
        eye.wishes.put(Wanted(1, "q", ["red", "black", "white"], [], 1, trial, orders))
        eye._heed()
        eye.wishes.put(Wanted(1, "q", ["red", "black", "white"], [], 2, trial, orders))
        eye._heed()
        for number in range(8):
            eye._see(Frame(read_picture(SET / "throws" / "004.jpg") ^ np.uint8(number % 2), float(next(at))))
    assert out.getvalue().count(b'"seen"') == 1


def test_while_a_picture_is_read_the_last_word_is_said_again(loaded: tuple[Pane, WandSet]) -> None:
    """Reading may take seconds on a small computer; whether the wands lie as they lay is not known meanwhile."""
    out = io.BytesIO()
    eye = Eye(FilesCamera("x"), out)
    eye._works()
    assert out.getvalue() == b"", "nothing has been said yet"
    eye._beat_now_and_then(lambda: Beat("ok", "x", True, "ok", "", lies=True))
    eye._works()
    said = [msgspec.json.decode(line, type=Beat) for line in out.getvalue().splitlines()]
    assert said == [Beat("ok", "x", True, "ok", "", lies=True), Beat("ok", "x", True, "ok", "")]


def test_the_eye_says_that_it_works_while_it_looks() -> None:
    """Not while it waits for a camera, which may hang."""
    frames = iter([Frame(read_picture(SET / "empty.jpg"), 1.0 + n) for n in range(2)])
    camera = FilesCamera(str(SET / "throws"))
    eye, worked = Eye(camera, io.BytesIO()), list[tuple[str, bool]]()

    def capture(_: float) -> Frame:
        worked.append(("waits", eye.pulse._since is not None))
        return next(frames)

    camera.capture, camera.settle_s = capture, 0.0  # type: ignore[method-assign]
    eye._see = lambda _: worked.append(("looks", eye.pulse._since is not None))  # type: ignore[method-assign]
    eye._hold = lambda: None  # type: ignore[method-assign]
    with pytest.raises(StopIteration):
        eye.run(None, None)
    assert set(worked) == {("waits", False), ("looks", True)}

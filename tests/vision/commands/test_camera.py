"""Pictures and focus of the eye's camera: what is asked of it, in which order, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

import vision.cameras.sharpness
import vision.commands.camera
from tests.vision.commands.cardboard import Cardboard, chosen, kept
from tests.vision.geometry.panes import SLANTED
from tests.vision.test_commands import complaint, run
from vision.cameras.photograph import FRESH, focus_of
from vision.commands import vision as commands
from vision.errors import CameraError
from vision.files import read_picture


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Cardboard:
    return chosen(monkeypatch)[0]


class Dial:
    """How sharp each picture is, a second apart, and when it is time."""

    def __init__(self, values: list[float]) -> None:
        self.values, self.now = values, 0.0

    def sharpness(self, picture: object) -> float:
        self.now += 1.0
        return self.values[int(self.now) - 1]


def turned(monkeypatch: pytest.MonkeyPatch, *values: float) -> Dial:
    """A lens that is turned by hand, as sharp as this with each picture."""
    dial = Dial(list(values))
    monkeypatch.setattr(vision.commands.camera, "time", SimpleNamespace(monotonic=lambda: dial.now))
    monkeypatch.setattr(vision.cameras.sharpness, "sharpness", dial.sharpness)
    return dial


def test_the_light_settles_once_and_each_picture_is_a_fresh_one(camera: Cardboard, tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.jpg" for name in "cab"]
    result = run("photo", *files)
    assert result.exit_code == 0 and result.stderr == ""
    assert result.stdout.splitlines() == [f"{file}: 80x64" for file in files]
    assert camera.done == ["open", "lock", "close"]
    levels = [int(read_picture(file).mean().round()) for file in files]
    assert levels == [1 + FRESH, 1 + 2 * FRESH, 1 + 3 * FRESH]


def test_the_choice_of_the_camera_is_handed_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _, choices = chosen(monkeypatch)
    run("photo", tmp_path / "a.jpg")
    run("photo", "--camera", "usb:7", tmp_path / "a.jpg")
    turned(monkeypatch, 1.0)
    run("focus", "--seconds", 1, "--camera", "pi:1")
    assert choices == ["auto", "usb:7", "pi:1"]


def test_where_the_lens_stands_is_told_and_kept(camera: Cardboard, tmp_path: Path) -> None:
    camera.lens = 2.4375
    assert run("photo", tmp_path / "a.jpg").stdout == f"{tmp_path / 'a.jpg'}: 80x64, lens at 2.44\n"
    assert focus_of([str(tmp_path / "a.jpg")]) == 2.4375


def test_without_a_pane_the_camera_expects_nothing_with_it_what_the_pane_was_made_with(
    camera: Cardboard, tmp_path: Path
) -> None:
    run("photo", tmp_path / "a.jpg")
    assert camera.expected == []
    camera.done.clear()
    pane, _ = kept(tmp_path, SLANTED)
    assert run("photo", "--pane", pane, tmp_path / "a.jpg").exit_code == 0
    [(size, focus, distance)] = camera.expected
    assert (size, focus) == ((241, 241), None)
    assert distance == pytest.approx(-SLANTED.eye[2]) and distance > 200
    assert camera.done[:2] == ["expect", "open"]


def test_a_pane_that_cannot_be_read_is_one_line_and_no_camera_is_opened(camera: Cardboard, tmp_path: Path) -> None:
    result = run("photo", "--pane", tmp_path / "none.json", tmp_path / "a.jpg")
    assert result.exit_code == 2 and "cannot read the pane" in complaint(result)
    assert camera.done == [] and not (tmp_path / "a.jpg").exists()


def test_what_is_worse_with_a_camera_is_noted_after_the_pictures(camera: Cardboard, tmp_path: Path) -> None:
    camera.remark = "it holds no exposure"
    result = run("photo", tmp_path / "a.jpg")
    assert result.exit_code == 0 and result.stderr == "note: it holds no exposure\n"


def test_a_picture_that_cannot_be_written_is_one_line(camera: Cardboard, tmp_path: Path) -> None:
    result = run("photo", tmp_path / "a.jpg", tmp_path / "none" / "b.jpg", tmp_path / "c.jpg")
    assert result.exit_code == 2 and "there is no folder" in complaint(result)
    assert result.stdout == f"{tmp_path / 'a.jpg'}: 80x64\n" and not (tmp_path / "c.jpg").exists()
    assert camera.done[-1] == "close"


def test_photo_wants_a_name(camera: Cardboard) -> None:
    assert run("photo").exit_code == 2 and camera.done == []


@pytest.mark.parametrize(("typed", "taken", "opened"), [("\n\n", 2, True), ("\n", 1, True), ("", 0, False)])
def test_at_a_terminal_each_picture_waits_for_enter(
    camera: Cardboard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, taken: int, opened: bool
) -> None:
    monkeypatch.setattr(vision.commands.camera, "sys", SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True)))
    files = [tmp_path / "a.jpg", tmp_path / "b.jpg"]
    result = CliRunner().invoke(commands, ["photo", *map(str, files)], input=typed)
    assert [file.exists() for file in files] == [taken > 0, taken > 1]
    assert result.exit_code == (0 if taken == 2 else 1)
    assert f"{files[0]}: Enter takes it" in result.stdout
    assert ("open" in camera.done) is opened, "light and lens settle when the first thing lies there"


def test_the_needle_follows_the_sharpest_so_far(camera: Cardboard, monkeypatch: pytest.MonkeyPatch) -> None:
    turned(monkeypatch, 50.0, 200.4, 20.0, 200.4)
    result = run("focus", "--seconds", 4)
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "    50 of     50  " + 50 * "#",
        "   200 of    200  " + 50 * "#",
        "    20 of    200  " + 5 * "#",
        "   200 of    200  " + 50 * "#",
    ]
    assert camera.done == ["open", "close"]


def test_a_picture_without_any_edge_is_not_sharp_at_all(camera: Cardboard, monkeypatch: pytest.MonkeyPatch) -> None:
    turned(monkeypatch, 0.0)
    result = run("focus", "--seconds", 0.5)
    assert result.exit_code == 0 and result.stdout.split() == ["0", "of", "0"]


def test_a_lens_that_moves_by_itself_is_looked_at_once(camera: Cardboard, monkeypatch: pytest.MonkeyPatch) -> None:
    camera.lens = 2.5
    turned(monkeypatch, 70.0, 80.0)
    assert run("focus").stdout.splitlines() == ["the lens moves by itself: 2.50", "    70 of     70  " + 50 * "#"]
    assert camera.frames == 1


def test_a_lens_that_stands_at_infinity_has_moved_by_itself(camera: Cardboard, monkeypatch: pytest.MonkeyPatch) -> None:
    camera.lens = 0.0
    turned(monkeypatch, 70.0, 80.0)
    assert run("focus").stdout.startswith("the lens moves by itself: 0.00\n")
    assert camera.frames == 1


def test_a_camera_that_fails_is_one_line_and_is_let_go(camera: Cardboard, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(timeout: float) -> Iterator[None]:
        raise CameraError("the cable is loose")

    monkeypatch.setattr(camera, "capture", failing)
    result = run("focus")
    assert result.exit_code == 2 and complaint(result) == "error: the cable is loose"
    assert camera.done == ["open", "close"]


@pytest.mark.parametrize("seconds", ["0", "-1", "3601", "long"])
def test_a_time_that_makes_no_sense_is_refused(camera: Cardboard, seconds: str) -> None:
    assert run("focus", "--seconds", seconds).exit_code == 2
    assert camera.done == []

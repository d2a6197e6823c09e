"""Whose pane and wands are taken: those that were given, the host's, or the camera's own."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from tests.vision.conftest import SET
from vision.cameras.base import Camera, Frame
from vision.cameras.files import FilesCamera
from vision.errors import CameraTimeout, PaneError, WandSetError
from vision.files import save_json
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.setup.shots import Shot
from vision.setup.stored import NOT_SET_UP, SIMULATED, known_of, own_folder, setup_of
from vision.taught.wandset import WandSet

Files = tuple[str, str]


class Still(Camera):
    """Shows nothing; may know pane and wands of its own."""

    name = "still"

    def __init__(self, own: Files | None = None) -> None:
        super().__init__()
        self.own = own

    def open(self) -> None: ...

    def capture(self, timeout: float) -> Frame:
        raise CameraTimeout("nothing is shown")

    def close(self) -> None: ...

    def calibration(self) -> Files | None:
        return self.own


class Drawn(Still):
    """The same, drawn instead of photographed."""

    name = SIMULATED


@pytest.fixture
def known(pane: Pane, wands: WandSet, tmp_path: Path) -> dict[str, Files]:
    """Files of the owner, the host and the camera; which is which tell the pane's focus and the set's colours."""
    made: dict[str, Files] = {}
    for number, (name, colour) in enumerate({"owner": "red", "host": "black", "camera": "white"}.items()):
        made[name] = str(tmp_path / f"{name}_pane.json"), str(tmp_path / f"{name}_wands.json")
        save_json(made[name][0], replace(pane, focus=float(number)).file())
        save_json(made[name][1], wands.chosen([colour]).file())
    return made


def whose(found: tuple[Pane | None, WandSet | None]) -> tuple[str | None, str | None]:
    names: dict[float | str, str] = {
        0.0: "owner",
        1.0: "host",
        2.0: "camera",
        "red": "owner",
        "black": "host",
        "white": "camera",
    }
    pane, wands = found
    return names[pane.focus or 0.0] if pane else None, names[wands.colours[0]] if wands else None


@pytest.mark.parametrize("given", [(), (0,), (1,), (0, 1)])
def test_what_is_given_comes_first_then_the_hosts_then_the_cameras_own(
    known: dict[str, Files], given: tuple[int, ...]
) -> None:
    pane, wands = (known["owner"][i] if i in given else None for i in (0, 1))
    camera = Still(known["camera"])
    for taught, rest in ((known["host"], "host"), (("", ""), "camera")):
        expected = tuple("owner" if i in given else rest for i in (0, 1))
        assert whose(setup_of(camera, pane, wands, taught)) == expected
        assert whose(known_of(camera, pane, wands, taught)) == expected


def test_a_simulated_camera_takes_its_own_whatever_the_host_was_taught(known: dict[str, Files]) -> None:
    camera = Drawn(known["camera"])
    assert whose(setup_of(camera, None, None, known["host"])) == ("camera", "camera")
    assert whose(setup_of(camera, known["owner"][0], None, known["host"])) == ("owner", "camera")


def test_a_camera_that_is_not_set_up_says_so_and_keeps_the_half_that_there_is(known: dict[str, Files]) -> None:
    pane, wands = known["host"]
    for taught, half in ((("", ""), (None, None)), ((pane, ""), ("host", None)), (("", wands), (None, "host"))):
        with pytest.raises(PaneError, match="not set up"):
            setup_of(Still(), None, None, taught)
        assert whose(known_of(Still(), None, None, taught)) == half


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("other", [True, False])
def test_a_damaged_file_is_told_and_not_taken_for_a_missing_one(
    known: dict[str, Files], number: int, other: bool
) -> None:
    path = Path(known["host"][number])
    path.write_bytes(path.read_bytes()[:-40])
    taught = tuple(f if other or i == number else "" for i, f in enumerate(known["host"]))
    with pytest.raises((PaneError, WandSetError)[number], match=path.name) as told:
        known_of(Still(), None, None, (taught[0], taught[1]))
    assert str(told.value) != NOT_SET_UP


def test_pictures_of_a_set_up_are_learnt_once(
    pane: Pane, wands: WandSet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt: list[int] = []

    def calibrate(pictures: dict[str, Picture]) -> Pane:
        learnt.append(len(pictures))
        return pane

    def teach(_: Pane, shots: list[Shot]) -> WandSet:
        learnt.append(len(shots))
        return wands

    monkeypatch.setattr("vision.setup.calibrate.calibrate", calibrate)
    monkeypatch.setattr("vision.setup.teach.teach", teach)
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path))
    first, second = (setup_of(FilesCamera(f"{SET / 'throws'},fps=10"), None, None) for _ in range(2))
    assert learnt == [4, 9]
    assert first[0].file() == second[0].file() == pane.file()
    assert first[1].colours == second[1].colours == wands.colours


def test_unfinished_steps_lie_where_was_chosen_else_with_the_service_else_in_a_cache_that_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "full").write_text("no folder")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path / "cache"))
    assert own_folder(Still(), str(tmp_path / "chosen")) == tmp_path / "chosen" / "still"
    assert own_folder(Still(), "") == tmp_path / "state" / "still"
    monkeypatch.delenv("STATE_DIRECTORY")
    assert own_folder(Still(), "").is_relative_to(tmp_path / "cache")
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path / "full"))
    assert own_folder(Still(), "").is_relative_to(tmp_path / "temporary")

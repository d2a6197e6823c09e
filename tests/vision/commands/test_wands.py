"""The wands by the command line: the guided step that fits, and what nine pictures must pass before it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import vision.live.terminal
import vision.setup.doubts
import vision.setup.shots
import vision.setup.teach
from companion.protocol import Taught
from tests.vision.commands.cardboard import Cardboard, chosen, grey, kept, shot
from tests.vision.geometry.panes import PLAIN
from tests.vision.taught.test_wandset import wandset
from tests.vision.test_commands import complaint, run
from vision.errors import CameraError, WandSetError
from vision.setup.guided.boards import Calibrating
from vision.setup.guided.step import Step, at_once
from vision.setup.guided.wands import Teaching
from vision.taught.wandset import load_wands


class Person:
    """Sits at the terminal: goes through the step, or stops it."""

    def __init__(self) -> None:
        self.learnt: Taught | None = Taught("pane.json", "Scheibe: weiß\n")
        self.steps: list[Step] = []
        self.seen: list[list[str]] = []
        self.words: list[str] = []
        self.camera: Any = None

    def terminal(self, camera: Cardboard, keys: Iterable[str], say: Callable[[str], None]) -> SimpleNamespace:
        self.camera, self.words = camera, [line.strip() for line in keys]

        def guide(step: Step) -> Taught | None:
            self.steps.append(step)
            self.seen.append(list(camera.done))
            say("lay it down")
            return self.learnt

        return SimpleNamespace(runner=lambda: at_once, guide=guide)


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> Person:
    person = Person()
    monkeypatch.setattr(vision.live.terminal, "Terminal", person.terminal)
    return person


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Cardboard:
    return chosen(monkeypatch)[0]


@pytest.fixture
def places(tmp_path: Path) -> tuple[object, ...]:
    """The options that say where pictures and what is learnt go."""
    return "--shots", tmp_path / "shots", "--out", tmp_path / "out.json"


def test_without_a_pane_the_board_is_asked_for(
    person: Person, camera: Cardboard, places: tuple[object, ...], tmp_path: Path
) -> None:
    camera.focus = 2.5
    result = run("shoot", *places)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == ["lay it down", f"{tmp_path / 'out.json'}: written"]
    [step] = person.steps
    assert isinstance(step, Calibrating) and step.focus == 2.5
    assert step.shelf.folder == tmp_path / "shots" and step.run is at_once
    assert camera.expected == []


def test_with_a_pane_the_wands_are_asked_for(
    person: Person, camera: Cardboard, places: tuple[object, ...], tmp_path: Path
) -> None:
    pane, _ = kept(tmp_path, replace(PLAIN, focus=2.25))
    assert run("shoot", *places, "--pane", pane).exit_code == 0
    [step] = person.steps
    assert isinstance(step, Teaching) and step.pane.focal == 600.0
    assert list(dict.fromkeys(slot.colour for slot in step.slots)) == ["red", "black", "white"]
    assert step.shelf.folder == tmp_path / "shots" and step.run is at_once
    assert camera.expected == [((241, 241), 2.25, 300.0)]


def test_the_wands_to_teach_are_the_named_ones(
    person: Person, camera: Cardboard, places: tuple[object, ...], tmp_path: Path
) -> None:
    run("shoot", *places, "--pane", kept(tmp_path)[0], "--wands", "grün, red")
    [step] = person.steps
    assert isinstance(step, Teaching)
    assert [slot.colour for slot in step.slots] == ["grün"] * 3 + ["red"] * 3


def test_the_camera_is_open_while_somebody_is_guided_and_knows_by_then_what_it_looks_at(
    person: Person, camera: Cardboard, places: tuple[object, ...], tmp_path: Path
) -> None:
    run("shoot", *places, "--pane", kept(tmp_path)[0])
    assert person.camera is camera
    assert person.seen == [["expect", "open"]] and camera.done == ["expect", "open", "close"]


def test_the_choice_of_the_camera_counts(
    person: Person, monkeypatch: pytest.MonkeyPatch, places: tuple[object, ...]
) -> None:
    _, choices = chosen(monkeypatch)
    run("shoot", *places)
    run("shoot", *places, "--camera", "usb:2")
    assert choices == ["auto", "usb:2"]


def test_what_was_learnt_is_written_as_it_is_in_place_of_what_was_there(
    person: Person, camera: Cardboard, places: tuple[object, ...], tmp_path: Path
) -> None:
    (tmp_path / "out.json").write_text("something old and longer than the new")
    run("shoot", *places)
    assert (tmp_path / "out.json").read_bytes() == "Scheibe: weiß\n".encode()


def test_a_step_that_was_stopped_writes_nothing_and_says_how_to_go_on(
    person: Person, camera: Cardboard, places: tuple[object, ...], tmp_path: Path
) -> None:
    person.learnt = None
    result = run("shoot", *places)
    assert result.exit_code == 1
    assert complaint(result) == (
        f"error: stopped; the pictures in {tmp_path / 'shots'} are kept, and the same command goes on"
    )
    assert not (tmp_path / "out.json").exists() and camera.done[-1] == "close"


def test_a_place_that_cannot_be_written_is_one_line(person: Person, camera: Cardboard, tmp_path: Path) -> None:
    result = run("shoot", "--shots", tmp_path / "shots", "--out", tmp_path / "none" / "pane.json")
    assert result.exit_code == 2 and "there is no folder" in complaint(result)
    assert "written" not in result.stdout


def test_a_camera_that_cannot_be_opened_is_one_line(
    person: Person, camera: Cardboard, places: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise CameraError("no camera is plugged in")

    monkeypatch.setattr(camera, "open", fail)
    result = run("shoot", *places)
    assert result.exit_code == 2 and complaint(result) == "error: no camera is plugged in"
    assert person.steps == []


def test_a_pane_that_cannot_be_read_is_one_line(
    person: Person, camera: Cardboard, places: tuple[object, ...], tmp_path: Path
) -> None:
    result = run("shoot", *places, "--pane", tmp_path / "none.json")
    assert result.exit_code == 2 and "cannot read the pane" in complaint(result)
    assert camera.done == [] and person.steps == []


class Lessons:
    """Stands where wands are learnt and read again; keeps what it was asked."""

    def __init__(self) -> None:
        self.shots = [object(), object()]
        self.lesson = SimpleNamespace(wands=wandset("red", "black"))
        self.reasons: list[str] = []
        self.notes: list[str] = []
        self.folders: list[str] = []
        self.taught: list[tuple[Any, ...]] = []
        self.confused: list[tuple[Any, ...]] = []

    def load_shots(self, folder: str) -> list[Any]:
        self.folders.append(folder)
        return self.shots

    def lesson_of(self, *asked: Any) -> Any:
        self.taught.append(asked)
        return self.lesson

    def confusion(self, *asked: Any) -> tuple[list[str], list[str]]:
        self.confused.append(asked)
        return ["seen"], self.reasons


@pytest.fixture
def lessons(monkeypatch: pytest.MonkeyPatch) -> Lessons:
    lessons = Lessons()
    monkeypatch.setattr(vision.setup.shots, "load_shots", lessons.load_shots)
    monkeypatch.setattr(vision.setup.teach, "lesson_of", lessons.lesson_of)
    monkeypatch.setattr(vision.setup.doubts, "confusion", lessons.confusion)
    monkeypatch.setattr(vision.setup.doubts, "given", lambda seen: f"{seen} gave")
    monkeypatch.setattr(vision.setup.doubts, "table", lambda seen: f"{seen} table")
    monkeypatch.setattr(vision.setup.doubts, "notes", lambda seen: lessons.notes if seen == ["seen"] else [])
    return lessons


@pytest.fixture
def named(tmp_path: Path) -> tuple[object, ...]:
    """The options that a teaching needs; another set of wands lies beside."""
    pane, _ = kept(tmp_path, wands=wandset("black", "white", seed=7))
    return "--pane", pane, "--shots", tmp_path / "shots", "--out", tmp_path / "new.json"


SAID = "['seen'] gave\n\n['seen'] table\n"


def test_what_can_be_trusted_is_written_and_told(lessons: Lessons, named: tuple[object, ...], tmp_path: Path) -> None:
    result = run("teach", *named)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == SAID + "red: 100.5 x 12.2 mm\nblack: 100.5 x 12.2 mm\n"
    assert load_wands(tmp_path / "new.json").file() == lessons.lesson.wands.file()


def test_the_pictures_of_the_folder_are_learnt_with_the_pane_and_read_again(
    lessons: Lessons, named: tuple[object, ...], tmp_path: Path
) -> None:
    run("teach", *named)
    assert lessons.folders == [str(tmp_path / "shots")]
    [(pane, shots, empty)] = lessons.taught
    assert pane.focal == 600.0 and shots is lessons.shots and empty is None
    [(again, wands, read, lesson)] = lessons.confused
    assert again is pane and wands is lessons.lesson.wands
    assert read is lessons.shots and lesson is lessons.lesson


def test_a_picture_of_the_bare_pane_goes_with_them(lessons: Lessons, named: tuple[object, ...], tmp_path: Path) -> None:
    run("teach", *named, "--empty", shot(tmp_path / "bare.png", grey(80, 64, 42)))
    assert np.array_equal(lessons.taught[0][2], grey(80, 64, 42))


def test_what_cannot_be_trusted_is_refused_with_each_reason_and_the_table(
    lessons: Lessons, named: tuple[object, ...], tmp_path: Path
) -> None:
    lessons.reasons, lessons.notes = ["red_top0_fate.jpg: blurred", "black and red\nlook alike"], ["a lamp"]
    result = run("teach", *named)
    assert result.exit_code == 1 and result.stdout == SAID
    assert result.stderr.splitlines() == ["error: red_top0_fate.jpg: blurred", "error: black and red look alike"]
    assert not (tmp_path / "new.json").exists()


def test_what_may_be_bettered_is_noted_and_refuses_nothing(
    lessons: Lessons, named: tuple[object, ...], tmp_path: Path
) -> None:
    lessons.notes = ["a lamp hides part", "another one"]
    result = run("teach", *named)
    assert result.exit_code == 0 and (tmp_path / "new.json").exists()
    assert result.stderr == "note: a lamp hides part\nnote: another one\n"


def test_wands_taught_anew_take_their_places_in_an_earlier_set(
    lessons: Lessons, named: tuple[object, ...], tmp_path: Path
) -> None:
    before = (tmp_path / "wands.json").read_bytes()
    result = run("teach", *named, "--into", tmp_path / "wands.json")
    assert result.exit_code == 0
    assert [line.split(":")[0] for line in result.stdout.splitlines()[3:]] == ["black", "white", "red"]
    made, new, old = load_wands(tmp_path / "new.json").file(), lessons.lesson.wands, wandset("black", "white", seed=7)
    assert list(made.wands) == ["black", "white", "red"]
    assert made.wands["black"] == new.file().wands["black"] and made.wands["white"] == old.file().wands["white"]
    assert lessons.confused[0][1].colours == ("black", "white", "red"), "they are told from those that stay"
    assert (tmp_path / "wands.json").read_bytes() == before


def test_wands_of_another_camera_are_not_mixed(lessons: Lessons, named: tuple[object, ...], tmp_path: Path) -> None:
    lessons.lesson.wands = replace(wandset("red"), taught_scale=2.0)
    result = run("teach", *named, "--into", tmp_path / "wands.json")
    assert result.exit_code == 2 and "teach all wands anew" in complaint(result)
    assert not (tmp_path / "new.json").exists() and lessons.confused == []


def test_pictures_that_teach_nothing_are_one_line(
    lessons: Lessons, named: tuple[object, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*asked: object) -> None:
        raise WandSetError("the teaching pictures differ in size")

    monkeypatch.setattr(vision.setup.teach, "lesson_of", fail)
    result = run("teach", *named)
    assert result.exit_code == 2 and complaint(result) == "error: the teaching pictures differ in size"
    assert result.stdout == "" and not (tmp_path / "new.json").exists()


@pytest.mark.parametrize(
    ("option", "said"),
    [("--pane", "cannot read the pane"), ("--into", "cannot read the wands"), ("--empty", "no such file")],
)
def test_a_file_that_cannot_be_read_is_one_line(
    lessons: Lessons, named: tuple[object, ...], tmp_path: Path, option: str, said: str
) -> None:
    result = run("teach", *named, option, tmp_path / "none")
    assert result.exit_code == 2 and said in complaint(result)
    assert result.stdout == "" and not (tmp_path / "new.json").exists()


def test_a_set_that_cannot_be_written_is_not_said_to_be(
    lessons: Lessons, named: tuple[object, ...], tmp_path: Path
) -> None:
    result = run("teach", *named, "--out", tmp_path / "none" / "new.json")
    assert result.exit_code == 2 and "there is no folder" in complaint(result)
    assert result.stdout == SAID

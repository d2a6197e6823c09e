"""The set-up desk: orders count once, the picture is masked once the pane is known, a step left alone rests."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest

from companion.protocol import EyeDo, EyeJob, EyeOrder, EyeTask, Reading, Taught, WandReading
from tests.vision.conftest import SET
from vision.cameras.base import Camera, Frame
from vision.cameras.files import FilesCamera
from vision.cameras.simulated.camera import SimulatedCamera
from vision.errors import CameraError
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.live.desk import AWAY_S, SHOW_S, Desk
from vision.live.line import Shown
from vision.live.trial import WANTED, Trial
from vision.setup.guided.boards import Calibrating
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import at_once
from vision.setup.guided.wands import Teaching
from vision.taught.wandset import WandSet

EMPTY = read_picture(SET / "empty.jpg")
HAND_S, TEACHING_S = 10, 120


class Bench:
    """A desk, what it says and what it was taught."""

    def __init__(self, folder: Path, camera: Camera | None = None) -> None:
        self.said: list[msgspec.Struct] = []
        self.learnt: list[Taught] = []
        self.desk = Desk(camera or FilesCamera(f"{SET}/throws"), folder, self.said.append, self.learnt.append, at_once)
        self.number = 0

    def tap(self, do: EyeDo, job: EyeJob | None = None, wand: str | None = None) -> None:
        """Somebody who watches taps."""
        self.number += 1
        self.desk.heed(True, [EyeOrder(self.number, do, job, ["black", "red", "white"], wand)])

    @property
    def shown(self) -> Shown:
        """The newest picture that was sent."""
        return next(s for s in reversed(self.said) if isinstance(s, Shown))


def test_nothing_is_sent_while_nobody_watches_and_five_a_second_while_somebody_does(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    for number in range(30):
        bench.desk.feed(Frame(EMPTY, 100 + number / 15))
    assert bench.said == []
    bench.desk.heed(True, [])
    for number in range(30):
        bench.desk.feed(Frame(EMPTY, 110 + number / 15))
    assert SHOW_S == 0.2 and 9 <= len(bench.said) <= 11


def test_the_picture_is_whole_for_the_owner_until_the_pane_is_known(tmp_path: Path, pane: Pane) -> None:
    bench = Bench(tmp_path)
    bench.desk.heed(True, [])
    bench.desk.feed(Frame(EMPTY, 100.0))
    assert bench.shown.whole and bench.shown.report.look is not None and not bench.shown.report.look.pane
    bench.desk.pane = pane
    bench.desk.feed(Frame(EMPTY, 101.0))
    assert not bench.shown.whole
    seen = cv2.imdecode(np.frombuffer(bench.shown.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None and seen.shape[1] == 640 and seen[:, :20].max() < 20, "outside the pane all is masked"
    bench.tap("begin", "calibrate")
    bench.desk.feed(Frame(EMPTY, 102.0))
    assert bench.shown.whole


def test_an_order_counts_once(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    order = EyeOrder(7, "begin", "calibrate")
    bench.desk.heed(True, [order])
    step = bench.desk.step
    bench.desk.heed(True, [order, EyeOrder(6, "stop")])
    assert bench.desk.step is step and isinstance(step, Calibrating)
    bench.desk.heed(True, [order, EyeOrder(8, "stop")])
    assert bench.desk.step is None and not bench.desk.busy


def test_wands_are_taught_only_where_the_pane_is_known(tmp_path: Path, pane: Pane, wands: WandSet) -> None:
    bench = Bench(tmp_path)
    bench.tap("begin", "teach")
    assert bench.desk.step is None
    bench.desk.pane = pane
    bench.tap("begin", "teach")
    assert isinstance(bench.desk.step, Teaching) and bench.desk.step.told().wanted == 9
    bench.desk.wands = wands
    bench.tap("begin", "teach", "red")
    assert bench.desk.step.told().wanted == 3


def test_a_step_that_nobody_looks_at_rests_and_the_table_is_read_again(tmp_path: Path, pane: Pane) -> None:
    bench = Bench(tmp_path)
    bench.desk.pane = pane
    bench.tap("begin", "teach")
    bench.desk.feed(Frame(EMPTY, 100.0))
    bench.desk.heed(False, [])
    bench.desk.feed(Frame(EMPTY, 100.0 + AWAY_S - 1))
    assert bench.desk.busy
    bench.desk.feed(Frame(EMPTY, 100.0 + AWAY_S + 1))
    assert not bench.desk.busy


def test_a_camera_of_pictures_lays_what_is_asked_and_the_whole_teaching_is_done(tmp_path: Path, pane: Pane) -> None:
    """Two minutes are enough for it, where hands take ten seconds for a wand: lift, turn, lay, tap its notches."""
    clock = [100.0]
    camera = FilesCamera(f"{SET}/throws", lambda: clock[0], lambda s: clock.__setitem__(0, clock[0] + s))
    bench = Bench(tmp_path, camera)
    bench.desk.pane = pane

    def asked(done: int, *codes: str, laid: bool = False) -> EyeTask:
        until = clock[0] + 5
        while clock[0] < until:
            bench.desk.feed(camera.capture(1.0))
            task = bench.shown.report.task if bench.said else None
            if task is not None and task.done == done and task.ask.code in codes and (task.notes or not laid):
                return task
        raise AssertionError(f"{done} pictures do not count: {task}")

    with camera:
        bench.tap("begin", "teach")
        bench.tap("lay")
        bench.tap("take")
        for number in range(9):
            task = asked(number, "teach-value", "teach-lay")
            bench.tap("lay")
            if task.ask.code == "teach-value":
                said = asked(number, "teach-value", laid=True).notes[-1]
                assert said.code == "laid"
                bench.number += 1
                bench.desk.heed(True, [EyeOrder(bench.number, "value", value=int(said.values["top"]))])
        task = asked(9, "teach-done")
    assert clock[0] - 100 + 9 * HAND_S < TEACHING_S
    assert [each.name for each in bench.learnt] == ["wands.json"]
    assert not (tmp_path / "teach").exists(), "pictures are kept until the step is done"
    assert "simulated" not in [note.code for note in task.notes], "the host keeps it"


def test_why_a_lock_fails_is_said(tmp_path: Path) -> None:
    class Loose(FilesCamera):
        settle_s = 1.0

        def lock(self) -> None:
            raise CameraError("the lens finds no focus; lay the printed board flat on the pane, with the lamps on")

    bench = Bench(tmp_path, Loose(f"{SET}/throws"))
    bench.tap("lock")
    bench.desk.feed(Frame(EMPTY, 100.0))
    look = bench.shown.report.look
    assert look is not None and look.locked is False
    assert look.said[-1].values["text"] == (
        "the lens finds no focus; lay the printed board flat on the pane, with the lamps on"
    )


def reading(status: str) -> Reading:
    """What a throw showed."""
    wand = WandReading(2, "magic", status == "ok", [2] if status == "ok" else [1, 2], [])
    return Reading(status, None, {"red": wand})  # type: ignore[arg-type]


@pytest.mark.parametrize(("answer", "end"), [("right", "trial-done"), ("wrong", "trial-wrong")])
def test_ten_throws_are_counted_as_people_say(tmp_path: Path, answer: EyeDo, end: str) -> None:
    trial = Trial(Shelf(tmp_path), at_once)
    trial.threw(reading("invalid"))
    assert trial.count == 0, "what is thrown again counts nothing"
    trial.threw(reading("unsure"))
    for number in range(1, WANTED):
        assert trial.told().done == number
        trial.threw(reading("ok"))
        assert trial.told().values == {"red": [2]}
        trial.order(EyeOrder(number, answer))
    task = trial.told()
    assert (task.phase, task.ask.code, task.ask.values["doubts"]) == ("done", end, 1)
    assert Trial(Shelf(tmp_path), at_once).count == WANTED, "left and resumed"
    trial.order(EyeOrder(99, "over"))
    assert trial.told().done == 0


def test_a_throw_of_the_trial_goes_to_the_trial(tmp_path: Path, wands: WandSet) -> None:
    bench = Bench(tmp_path)
    bench.desk.wands = wands
    bench.tap("begin", "trial")
    bench.desk.threw(reading("ok"))
    assert bench.desk.trial is not None and bench.desk.trial.told().phase == "asking"


def test_a_throw_after_the_trial_was_left_is_the_tables_and_a_moved_camera_is_told(
    tmp_path: Path, wands: WandSet
) -> None:
    bench = Bench(tmp_path)
    bench.desk.wands = wands
    bench.tap("begin", "trial")
    bench.desk.threw(Reading("invalid", "moved", {}))
    assert bench.desk.step is not None and bench.desk.step.last is not None
    assert bench.desk.step.last.code == "trial-moved" and not bench.desk.busy
    bench.desk.heed(False, [])
    assert bench.desk.trial is None, "nobody is at the page: the throw is the table's"


def test_a_trial_that_was_just_left_is_over_when_the_table_asks_for_a_throw(tmp_path: Path, wands: WandSet) -> None:
    bench = Bench(tmp_path)
    bench.desk.wands = wands
    bench.tap("begin", "trial")
    assert bench.desk.watched, "nobody has told yet that the page was left"
    bench.desk.called()
    assert bench.desk.trial is None, "the throw is the table's"


def test_a_simulated_camera_says_that_nothing_of_it_is_kept(tmp_path: Path, pane: Pane) -> None:
    bench = Bench(tmp_path, SimulatedCamera())
    bench.desk.pane = pane
    for order, codes in (("begin", []), ("take", ["simulated"])):
        bench.tap(order, "teach")  # type: ignore[arg-type]
        assert bench.desk.step is not None
        if order == "take":
            bench.desk.step.learnt = Taught("wands.json", "{}")
        bench.desk.feed(Frame(EMPTY, 100.0 + bench.number))
        task = bench.shown.report.task
        assert task is not None and [note.code for note in task.notes if note.code == "simulated"] == codes


def test_a_step_that_is_done_holds_no_throw_up(tmp_path: Path, pane: Pane) -> None:
    bench = Bench(tmp_path)
    bench.desk.pane = pane
    bench.tap("begin", "teach")
    assert bench.desk.busy and bench.desk.step is not None
    bench.desk.step.learnt = Taught("wands.json", "{}")
    assert not bench.desk.busy

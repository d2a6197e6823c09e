"""The set-up desk of the eye: what people ask at the pages, the picture that they see there, the step under way."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import msgspec

from companion.protocol import EyeLook, EyeOrder, EyeReport, EyeTask, Reading, Said, Taught
from vision.cameras.base import Camera, Frame
from vision.cameras.sharpness import sharpness
from vision.errors import CameraError, VisionError
from vision.geometry.pane import Pane, mask_of, masked
from vision.live.line import Shown
from vision.live.trial import Trial
from vision.picture import Picture
from vision.setup.guided.boards import Calibrating
from vision.setup.guided.light import judged
from vision.setup.guided.marked import Marking, size_of
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import Runner, Step
from vision.setup.guided.wands import Teaching
from vision.setup.stored import SIMULATED
from vision.taught.wandset import WandSet

SHOW_S = 0.2
WIDTH, QUALITY = 640, 75
"""Of the live picture: about 35 kB."""
AWAY_S = 20.0
"""A step that nobody has looked at for so long rests; its pictures are kept, and the eye reads throws again."""
WHOLE = ("calibrate", "corners")
"""Steps in which the pane is being looked for: the picture is shown whole, to the owner alone."""


class Desk:
    """``say`` sends to the parent; ``learnt`` hands over what a step has taught."""

    def __init__(
        self,
        camera: Camera,
        folder: Path,
        say: Callable[[msgspec.Struct], None],
        learnt: Callable[[Taught], None],
        run: Runner | None = None,
    ) -> None:
        self.camera, self.folder, self.say, self.learnt = camera, folder, say, learnt
        self.run: Runner = run or ThreadPoolExecutor(1).submit
        self.pane: Pane | None = None
        self.wands: WandSet | None = None
        self.step: Step | None = None
        self.watched = False
        self.tossed: Callable[[], None] = lambda: None
        """Told when the camera's own hand has thrown."""
        self.locked: bool | None = None
        self.lock_said: list[Said] = []
        self.done = 0
        self._best = 0.0
        self._shown_at = self._seen_at = -1e9
        self._handed = False
        self._simulated_said: tuple[Said, tuple[str | None, str | None]] | None = None

    @property
    def busy(self) -> bool:
        """Whether frames belong to a step, and no throw is told to the table; a step that is done holds nothing up."""
        return self.step is not None and self.step.learnt is None and not isinstance(self.step, Trial)

    @property
    def trial(self) -> Trial | None:
        """The trial that somebody is at; once he has gone to the table, throws are the table's."""
        return self.step if isinstance(self.step, Trial) and self.watched else None

    def heed(self, watched: bool, orders: list[EyeOrder]) -> None:
        """What the host says now; each order counts once."""
        self.watched = watched
        for order in orders:
            if order.number > self.done:
                self.done = order.number
                self._obey(order)

    def feed(self, frame: Frame) -> None:
        """The next frame."""
        if self.watched:
            self._seen_at = frame.stamp
        elif frame.stamp - self._seen_at > AWAY_S:
            self.step = None
        if self.step is not None:
            self.step.feed(frame)
            self._hand_over(self.step)
        if self.watched and frame.stamp - self._shown_at >= SHOW_S:
            self._shown_at = frame.stamp
            self._show(frame)

    def called(self) -> None:
        """The table asks for a throw: a trial that its page has only just left is over."""
        if isinstance(self.step, Trial):
            self.step = None

    def threw(self, reading: Reading) -> None:
        """A throw of the trial."""
        if isinstance(self.step, Trial):
            self.step.threw(reading)

    def _obey(self, order: EyeOrder) -> None:
        self._simulated_said = None
        if order.do == "begin":
            self._begin(order)
        elif order.do == "stop":
            self.step = None
        elif order.do == "lock":
            self.lock()
        elif order.do == "lay":
            self._lay()
        elif order.do == "toss" and self.wands is not None:
            self.camera.toss(list(self.wands.colours), [])
            self.tossed()
        elif self.step is not None:
            self.step.order(order)

    def _begin(self, order: EyeOrder) -> None:
        self.step, self._handed, self._seen_at = None, False, time.monotonic()
        name = f"teach-{order.wand}" if order.wand else str(order.job)
        shelf = Shelf(self.folder / name)
        if order.job == "calibrate":
            self.step = Calibrating(shelf, self.run, self.camera.focus)
        elif order.job == "corners":
            self.step = Marking(shelf, self.run, self.pane)
        elif order.job == "teach" and self.pane is not None:
            colours = order.colours or list(self.wands.colours if self.wands else [])
            self.step = Teaching(self.pane, colours, shelf, self.run, self.wands, order.wand) if colours else None
        elif order.job == "trial" and self.wands is not None:
            self.step = Trial(shelf, self.run)

    def lock(self) -> None:
        """Hold exposure and lens as they are now; the reason is kept when that fails."""
        if self.pane is None:
            self.camera.focus = None  # there is no place yet that the lens must keep
        try:
            self.camera.lock()
        except CameraError as error:
            self.locked, self.lock_said = False, [Said("line", {"text": str(error)})]
            return
        self.hold()

    def hold(self) -> None:
        """The camera was locked: how well."""
        remark = self.camera.remark
        self.locked = not remark if self.camera.settle_s else None
        self.lock_said = [Said("line", {"text": remark})] if remark else []

    def _lay(self) -> None:
        """Where no hand can: what the step asks for."""
        task = self.step.told() if self.step is not None else None
        if task is None:
            return
        thing = "board" if task.job == "calibrate" else task.wand or "nothing"
        try:
            value = self.camera.lay(thing, task.face)
        except CameraError as error:
            self._simulated_said = Said("line", {"text": str(error)}), (task.wand, task.face)
            return
        if value is not None:
            self._simulated_said = Said("laid", {"top": value}), (task.wand, task.face)

    def _hand_over(self, step: Step) -> None:
        if step.learnt is not None and not self._handed:
            self._handed = True
            self.learnt(step.learnt)
            step.shelf.clear()

    def _show(self, frame: Frame) -> None:
        task = self.step.told() if self.step is not None else None
        whole = self.pane is None or (task is not None and task.job in WHOLE)
        if task is not None:
            task = msgspec.structs.replace(task, notes=[*task.notes, *self._notes(task)])
        self.say(Shown(self._jpeg(frame.picture, whole), whole, EyeReport(self._look(frame.picture), task)))

    def _notes(self, task: EyeTask) -> list[Said]:
        """What is to be said of a camera without hands around it, or without anything real before it."""
        if self.step is not None and self.step.learnt is not None and self.camera.name == SIMULATED:
            return [Said("simulated")]
        if self._simulated_said is None:
            return []
        said, about = self._simulated_said
        # a word on the wand before would be taken for one on this
        return [said] if about == (task.wand, task.face) else []

    def _scaled(self, picture: Picture) -> Pane | None:
        try:
            return self.pane.scaled(picture.shape[1], picture.shape[0]) if self.pane is not None else None
        except VisionError:
            return None

    def _jpeg(self, picture: Picture, whole: bool) -> bytes:
        pane = None if whole else self._scaled(picture)
        shown = picture if pane is None else masked(pane, picture)
        height, width = shown.shape[:2]
        less = cv2.resize(shown, (WIDTH, WIDTH * height // width), interpolation=cv2.INTER_AREA)
        done, jpeg = cv2.imencode(".jpg", less, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return jpeg.tobytes() if done else b""

    def _look(self, picture: Picture) -> EyeLook:
        now, pane = sharpness(picture), self._scaled(picture)
        self._best = max(self._best, now)
        said, mirrored = judged(picture, None if pane is None else mask_of(pane))
        height, width = picture.shape[:2]
        return EyeLook(
            round(now, 1),
            round(self._best, 1),
            [*said, *self.lock_said],
            mirrored,
            self.locked,
            self.pane is not None,
            list(self.wands.colours) if self.wands else [],
            (width, height),
            size_of(self.pane) if self.pane else None,
        )

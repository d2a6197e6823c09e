"""Calibration, guided: pictures of the printed board count themselves, one flat, some tilted, some near the corners."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.protocol import EyeOrder, EyeTask, Said, Taught
from vision.cameras.base import Frame
from vision.errors import PaneError, VisionError
from vision.files import json_text
from vision.geometry.pane import INDEX, THICKNESS_MM
from vision.picture import Picture
from vision.setup.agreement import SLANT_DEGREES
from vision.setup.board import View, find_board
from vision.setup.calibrate import Calibration, calibration
from vision.setup.guided import tilt
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import PANE, Runner, Step, line

WANTED, ENOUGH, MOST = 6, 4, 12
LEAST_TILT = 9.0
"""Degrees against the flat board; less is easily lost in how well a first guess tells it."""
APART = 0.03
"""Share of the picture's width: a view with its corners nearer, and hardly tilted otherwise, is one of those before."""
LEAST_SEEN = 12
"""Corners (of 24): with half of the board covered a view tells little."""
FEW = 8
"""Corners in common from which two views can be compared."""
GOALS = ("board-flat", "board-tilt", "board-other", "board-corner", "board-corner", "board-corner")


@dataclass(frozen=True)
class Counted:
    """A view that counts."""

    name: str
    picture: Picture
    view: View


class Calibrating(Step):
    """Asks for the board until the pane is known; ``focus`` is where the lens stands."""

    def __init__(self, shelf: Shelf, run: Runner, focus: float | None = None) -> None:
        super().__init__(shelf, run)
        self.focus = focus
        self.views: list[Counted] = []
        self.wanted = WANTED
        self.notes: list[Said] = []
        self.marked: list[tuple[float, float]] = []
        self._wish: Said | None = None
        self._resume()

    def _resume(self) -> None:
        for name in self.shelf.names("view_*.jpg"):
            picture = self.shelf.picture(name)
            try:
                if picture is not None:
                    self.views.append(Counted(name, picture, find_board(name, picture)))
            except PaneError:
                self.shelf.drop(name)

    @property
    def size(self) -> tuple[int, int]:
        """Of the pictures."""
        height, width = self.views[0].picture.shape[:2]
        return width, height

    def told(self) -> EyeTask:
        phase, ask, choices = self._asked()
        outlines = [tilt.outline(each.view, self.size) for each in self.views]
        names = [each.name for each in self.views]
        return EyeTask(
            "calibrate", phase, len(self.views), self.wanted, ask, self.last, self.good,  # type: ignore[arg-type]
            choices=choices, outlines=outlines, names=names, notes=self.notes,
        )  # fmt: skip

    def _asked(self) -> tuple[str, Said, list[str]]:
        if self.learnt is not None:
            return "done", Said("board-done"), []
        if self.checking:
            return "checking", Said("checking"), []
        if self.stuck:
            return "stuck", Said("stuck"), ["more", "over", "corners", "stop"]
        choices = ["take"] + (["enough"] if len(self.views) >= ENOUGH else [])
        return "waiting", self._wish or Said(GOALS[min(len(self.views), len(GOALS) - 1)]), choices

    def order(self, order: EyeOrder) -> None:
        """A tap: take it now, that is enough, the corners by hand, once more, from the beginning."""
        if order.do == "over":
            self.shelf.clear()
            self.views, self.wanted, self.marked, self._wish, self.last = [], WANTED, [], None, None
            self.go_on()
        elif order.do == "more":
            self.go_on()
        elif self.checking:
            return
        elif order.do == "take":
            self.force()
        elif order.do == "corners" and len(self.views) >= ENOUGH:
            self.marked = order.corners
            self.go_on()
            self._fit()
        elif order.do == "enough" and len(self.views) >= ENOUGH:
            self._fit()

    def wants(self, frame: Frame) -> bool:
        """Any picture at rest may show the board."""
        return True

    def take(self, frame: Frame) -> None:
        name, picture = self._next_name(), frame.picture.copy()
        self.work(lambda: _found(name, picture), lambda view: self._seen(Counted(name, picture, view)))

    def _next_name(self) -> str:
        used = {each.name for each in self.views}
        return next(name for n in range(1, 100) if (name := f"view_{n:02}.jpg") not in used)

    def failed(self, error: VisionError) -> None:
        """A picture without the board is a hand, or the pane between two views: no refusal."""
        text = str(error)
        if "is not to be seen (fewer" in text:
            self.last, self.good = Said("board-unseen"), False
        else:
            self.refuse(line(text))

    def _seen(self, new: Counted) -> None:
        if self.views and new.picture.shape != self.views[0].picture.shape:
            self.refuse(Said("board-size"))
            return
        wrong = self._wrong(new)
        if wrong is not None:
            self.refuse(wrong)
            return
        self.views.append(new)
        self.shelf.put(new.name, new.picture, self.focus)
        self._wish = None
        self.keep(Said("board-kept", {"count": len(self.views), "of": self.wanted}))
        if len(self.views) >= self.wanted:
            self._fit()

    def _wrong(self, new: Counted) -> Said | None:
        """Why this view does not count."""
        height, width = new.picture.shape[:2]
        now = tilt.normal(new.view, (width, height))
        if not self.views:
            return Said("board-slant") if tilt.between(now, np.array([0.0, 0, 1])) > SLANT_DEGREES else None
        if any(self._same(new.view, each.view) for each in self.views):
            return Said("board-same")
        if len(self.views) > 2:
            return None
        flat = tilt.normal(self.views[0].view, self.size)
        return Said("board-level") if tilt.between(now, flat) < LEAST_TILT else None

    def _same(self, one: View, other: View) -> bool:
        turned = tilt.between(tilt.normal(one, self.size), tilt.normal(other, self.size))
        return turned < LEAST_TILT and apart(one, other) < APART * self.size[0]

    def _fit(self) -> None:
        pictures = {each.name: each.picture for each in self.views}
        corners = np.array(self.marked) * np.array(self.size) if len(self.marked) == 4 else None
        self.work(lambda: _fitted(pictures, corners), self._done)

    def _done(self, found: Calibration | VisionError) -> None:
        if isinstance(found, VisionError):
            self._disagree(str(found))
            return
        asked = [note for note in found.notes if note.startswith("no board near")]
        if asked and len(self.views) < MOST and self.wanted < MOST:
            self.wanted, self._wish = len(self.views) + 1, line(asked[0])
            return
        self.notes = [line(note) for note in found.notes]
        self.learnt = Taught(PANE, json_text(replace(found.pane, focus=self.focus).file()))

    def _disagree(self, text: str) -> None:
        """A view that is named first goes; where none is, one more is asked for, or a flat one."""
        named = [each for each in self.views if text.startswith(each.name)]
        if "flat picture is missing" in text:
            self._wish = Said(GOALS[0])
        elif "lie alike" in text:
            named = self.views[-2:]
        elif "take all pictures anew" in text:
            named = self.views
        for each in named:
            self.shelf.drop(each.name)
        self.views = [each for each in self.views if each not in named]
        self.wanted = max(len(self.views) + 1, ENOUGH if self.views else WANTED)
        self.refuse_all(line(text))


def _found(name: str, picture: Picture) -> View:
    view = find_board(name, picture)
    if len(view.board) < LEAST_SEEN:
        raise PaneError(f"{name}: half of the board is hidden; show it whole")
    return view


def _fitted(pictures: dict[str, Picture], corners: object) -> Calibration | VisionError:
    """An error is a result here: it is about all pictures, not about the last."""
    try:
        return calibration(pictures, (THICKNESS_MM, INDEX), corners)  # type: ignore[arg-type]
    except VisionError as error:
        return error


def apart(one: View, other: View) -> float:
    """How far (px, median) the corners that both show lie from one another; far where they share hardly any."""
    places = {tuple(b): p for b, p in zip(other.board, other.pixels, strict=True)}
    shown = zip(map(tuple, one.board), one.pixels, strict=True)
    moved = [float(np.linalg.norm(pixel - places[b])) for b, pixel in shown if b in places]
    return float(np.median(moved)) if len(moved) >= FEW else float("inf")

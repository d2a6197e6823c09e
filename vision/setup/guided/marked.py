"""The pane found anew from its four corners, which a hand has marked in the picture."""

from __future__ import annotations

import numpy as np

from companion.protocol import EyeOrder, EyeTask, Said, Taught
from vision.cameras.base import Frame
from vision.errors import VisionError
from vision.files import json_text
from vision.geometry.pane import THICKNESS_MM, Pane
from vision.setup.corners import pane_from_corners
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import PANE, Runner, Step, line


class Marking(Step):
    """``known`` is the pane as it was: it tells lens and size."""

    def __init__(self, shelf: Shelf, run: Runner, known: Pane | None = None) -> None:
        super().__init__(shelf, run)
        self.known = known
        self._size: tuple[int, int] | None = None

    def told(self) -> EyeTask:
        done = self.learnt is not None
        phase, ask = ("done", "corners-done") if done else ("asking", "corners-mark")
        choices = [] if done else ["corners"]
        return EyeTask("corners", phase, int(done), 1, Said(ask), self.last, self.good, choices=choices)  # type: ignore[arg-type]

    def feed(self, frame: Frame) -> None:
        """Only the picture's size is of use."""
        self._size = (frame.picture.shape[1], frame.picture.shape[0])

    def order(self, order: EyeOrder) -> None:
        """A tap: these are the corners."""
        size = order.size or (size_of(self.known) if self.known else None)
        if order.do != "corners" or self._size is None:
            return
        if size is None:
            self.refuse(Said("corners-size"))
            return
        try:
            marked = np.array(order.corners, dtype=np.float64).reshape(-1, 2) * (np.array(self._size) - 1)
            thickness = self.known.thickness if self.known else THICKNESS_MM
            pane = pane_from_corners(marked, size, self._size, self.known, thickness)
        except VisionError as error:
            self.refuse(line(str(error)))
            return
        self.keep(Said("corners-kept"))
        self.learnt = Taught(PANE, json_text(pane.file()))

    def wants(self, frame: Frame) -> bool:
        """Nothing is taken."""
        return False

    def take(self, frame: Frame) -> None:
        """Nothing is taken."""


def size_of(pane: Pane) -> tuple[float, float]:
    """First and second side (mm) of a pane's opening."""
    sides = np.linalg.norm(np.roll(pane.opening, -1, axis=0) - pane.opening, axis=1)
    return round(float(sides[0] + sides[2]) / 2, 1), round(float(sides[1] + sides[3]) / 2, 1)

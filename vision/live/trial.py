"""Ten throws to try what was learnt: the eye says what it sees, people say whether it is so."""

from __future__ import annotations

from companion.protocol import EyeOrder, EyeTask, Reading, Said
from vision.cameras.base import Frame
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import Runner, Step

WANTED = 10


class Trial(Step):
    """Throws come by `threw`, not from frames: the watcher sees them as in play."""

    def __init__(self, shelf: Shelf, run: Runner) -> None:
        super().__init__(shelf, run)
        notes = shelf.notes()
        self.right, self.wrong, self.doubts = (notes.get(key, 0) for key in ("right", "wrong", "doubts"))
        self.reading: Reading | None = None

    @property
    def count(self) -> int:
        """Throws that are judged."""
        return self.right + self.wrong + self.doubts

    def told(self) -> EyeTask:
        values = {} if self.reading is None else {c: values_of(self.reading, c) for c in self.reading.wands}
        phase, ask, choices = self._asked()
        return EyeTask(
            "trial", phase, min(self.count, WANTED), WANTED, ask, self.last, self.good,  # type: ignore[arg-type]
            choices=choices, values=values,
        )  # fmt: skip

    def _asked(self) -> tuple[str, Said, list[str]]:
        score: dict[str, str | int | float] = {"right": self.right, "wrong": self.wrong, "doubts": self.doubts}
        if self.count >= WANTED:
            return "done", Said("trial-done" if not self.wrong else "trial-wrong", score), ["over"]
        if self.reading is not None:
            return "asking", Said("trial-right"), ["right", "wrong"]
        return "waiting", Said("trial-throw"), ["toss"]

    def threw(self, reading: Reading) -> None:
        """A throw has come to rest; a doubt counts and needs no answer, what is thrown again counts nothing."""
        if self.count >= WANTED:
            return
        if reading.status == "ok":
            self.reading, self.last = reading, None
            return
        self.reading, self.good = None, False
        none = "trial-moved" if reading.kind == "moved" else "trial-none"
        self.last = Said("trial-doubt" if reading.status == "unsure" else none)
        self.doubts += reading.status == "unsure"
        self._note()

    def order(self, order: EyeOrder) -> None:
        """A tap: it is so, it is not so, from the beginning."""
        if order.do == "over":
            self.shelf.clear()
            self.right = self.wrong = self.doubts = 0
            self.reading = self.last = None
        elif order.do in ("right", "wrong") and self.reading is not None:
            self.reading, self.good = None, order.do == "right"
            self.right += self.good
            self.wrong += not self.good
            self.last = Said("trial-yes" if self.good else "trial-no")
            self._note()

    def _note(self) -> None:
        self.shelf.note({"right": self.right, "wrong": self.wrong, "doubts": self.doubts})

    def feed(self, frame: Frame) -> None:
        """Frames go to the watcher."""

    def wants(self, frame: Frame) -> bool:
        """Nothing is taken."""
        return False

    def take(self, frame: Frame) -> None:
        """Nothing is taken."""


def values_of(reading: Reading, colour: str) -> list[int]:
    """What one wand may show."""
    wand = reading.wands[colour]
    return [wand.top] if wand.sure and wand.top is not None else list(wand.options)

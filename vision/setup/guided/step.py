"""What all guided steps share: rest, one picture judged at a time, a word on what came of it."""

from __future__ import annotations

import abc
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.protocol import TAUGHT, EyeOrder, EyeTask, Said, Taught
from vision.cameras.base import Frame
from vision.errors import VisionError
from vision.setup.guided.light import judged
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.stillness import Stillness

Runner = Callable[[Callable[[], Any]], "Future[Any]"]
"""Does slow work beside the frames; a test does it at once."""
PANE, WANDS = TAUGHT
MOST_TRIES = 3
"""After so many refusals in a row people are asked how to go on, instead of the same once more."""
UNUSABLE = ("dark", "washed")


def at_once(work: Callable[[], Any]) -> Future[Any]:
    """The runner that makes everybody wait."""
    future: Future[Any] = Future()
    try:
        future.set_result(work())
    except VisionError as error:
        future.set_exception(error)
    return future


class Step(abc.ABC):
    """One guided step.  ``learnt`` is not None once it is done."""

    def __init__(self, shelf: Shelf, run: Runner) -> None:
        self.shelf, self.run = shelf, run
        self.still = Stillness()
        self.learnt: Taught | None = None
        self.last: Said | None = None
        self.good = False
        self.tries = 0
        self.rounds = 0
        self._pending: tuple[Future[Any], Callable[[Any], None]] | None = None
        self._forced = False

    @abc.abstractmethod
    def told(self) -> EyeTask:
        """Where it stands."""

    @abc.abstractmethod
    def order(self, order: EyeOrder) -> None:
        """Somebody tapped."""

    @abc.abstractmethod
    def wants(self, frame: Frame) -> bool:
        """Whether a picture at rest would be taken now."""

    @abc.abstractmethod
    def take(self, frame: Frame) -> None:
        """Take this picture."""

    @property
    def checking(self) -> bool:
        """Whether something is being worked on."""
        return self._pending is not None

    @property
    def stuck(self) -> bool:
        """Whether the same was refused too often."""
        return max(self.tries, self.rounds) >= MOST_TRIES

    def feed(self, frame: Frame) -> None:
        """The next frame."""
        rests = self.still.feed(frame)
        self.settle()
        if self.checking or self.stuck or self.learnt is not None or not (rests or self._forced):
            return
        if not (self._forced or self.still.news) or not self.wants(frame):
            return
        self._forced = False
        self.still.judged()
        said = next((s for s in judged(frame.picture)[0] if s.code in UNUSABLE), None)
        if said is not None:
            self.refuse(said)
        else:
            self.take(frame)

    def force(self) -> None:
        """Take the next picture, whether it is news or not."""
        self._forced = True

    def work(self, slow: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Have something done, and go on with what came of it."""
        self._pending = self.run(slow), then
        self.settle()

    def settle(self) -> None:
        """Go on with what is done by now; an error is told as what is wrong with the picture."""
        while self._pending is not None and self._pending[0].done():
            (future, then), self._pending = self._pending, None
            error = future.exception()
            if isinstance(error, VisionError):
                self.failed(error)
            elif error is not None:
                raise error
            else:
                then(future.result())

    def failed(self, error: VisionError) -> None:
        """What was worked on came to nothing."""
        self.refuse(line(str(error)))

    def keep(self, said: Said) -> None:
        """The picture counts."""
        self.last, self.good, self.tries = said, True, 0

    def refuse(self, said: Said) -> None:
        """The picture does not count, and why."""
        self.last, self.good = said, False
        self.tries += 1

    def refuse_all(self, said: Said) -> None:
        """Pictures that were good one by one do not fit together; counted apart, for each of them counts anew."""
        self.last, self.good = said, False
        self.rounds += 1

    def go_on(self) -> None:
        """After too many refusals: once more."""
        self.tries = self.rounds = 0
        self.still.forget()


def line(text: str) -> Said:
    """A sentence of the checks; the host finds it by its English words."""
    return Said("line", {"text": text})

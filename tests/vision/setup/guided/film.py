"""Pictures held before a step, one after the other, with a clock that tests turn."""

from __future__ import annotations

import numpy as np

from companion.protocol import EyeDo, EyeOrder
from tests.vision.conftest import SET
from vision.cameras.base import Frame
from vision.files import read_picture
from vision.picture import Picture
from vision.setup.guided.step import Step

FPS = 10


class Film:
    """Feeds a step."""

    def __init__(self, step: Step) -> None:
        self.step, self.now = step, 0.0

    def show(self, picture: Picture, seconds: float = 1.0) -> None:
        """Hold a picture still for a while."""
        for _ in range(round(seconds * FPS)):
            self.now += 1 / FPS
            self.step.feed(Frame(picture, self.now))

    def tap(self, do: EyeDo, value: int | None = None) -> None:
        """Somebody taps."""
        self.step.order(EyeOrder(1, do, value=value))

    @property
    def said(self) -> str:
        """What came of the last picture: a code, or the sentence of a check."""
        last = self.step.told().last
        return "" if last is None else str(last.values.get("text", last.code))


def picture(name: str) -> Picture:
    """One of the set."""
    return read_picture(SET / name)


def noisy(shown: Picture, seed: int) -> Picture:
    """With a sensor's noise."""
    grain = np.random.default_rng(seed).normal(0, 2, shown.shape)
    return np.asarray(np.clip(shown + grain, 0, 255), dtype=np.uint8)

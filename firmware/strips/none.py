"""No lamps at all: a table whose board has none."""

from __future__ import annotations

from typing import ClassVar

from firmware.scenes import Frame
from firmware.strips.base import Strip, Wire


class NoStrip(Strip):
    """Takes every frame and shows nothing."""

    name: ClassVar[str] = "none"

    def __init__(self, leds: int, wire: Wire, argument: str = "") -> None:
        self.pixels = [(0, 0, 0)] * leds

    def show(self, frame: Frame) -> None:
        """Nothing to do."""

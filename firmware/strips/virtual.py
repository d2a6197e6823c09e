"""A simulated strip that behaves as one on a supply: it counts its current and trips when the supply is overloaded."""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import ClassVar

import adafruit_pixelbuf

from companion.link import files
from firmware.errors import StripError
from firmware.power import current_ma
from firmware.scenes import Frame
from firmware.strips.base import Strip, Wire

RING = 256
SUPPLY_MA = 10_000.0
"""What the simulated supply gives before its fuse goes (165 lamps in full white: about 10 A)."""


class VirtualPixels(adafruit_pixelbuf.PixelBuf):  # type: ignore[misc]  # the library has no types
    """A PixelBuf whose wire is a ring of the last frames, as the bytes that a real strip would get."""

    def __init__(self, leds: int, order: str = "GRB", ring: int = RING) -> None:
        self.sent: deque[bytes] = deque(maxlen=ring)
        super().__init__(leds, byteorder=order, brightness=1.0, auto_write=False)

    def _transmit(self, buffer: bytearray) -> None:
        self.sent.append(bytes(buffer))

    def lights(self) -> Frame:
        """The colours (red, green, blue) that the lamps show now."""
        return tuple((colour[0], colour[1], colour[2]) for colour in self)


class VirtualStrip(Strip):
    """The simulated strip.  ``virtual:FILE`` also keeps the lamps' colours in FILE (JSON), whole at every moment."""

    name: ClassVar[str] = "virtual"
    simulated: ClassVar[bool] = True

    def __init__(self, leds: int, wire: Wire, argument: str = "", supply_ma: float = SUPPLY_MA) -> None:
        self.pixels = VirtualPixels(leds, wire.order)
        self.file = Path(argument).absolute() if argument else None
        self.supply_ma = supply_ma
        self.ma = 0.0
        self.pixels.show()
        self._write()

    def show(self, frame: Frame) -> None:
        """Send one frame.  Raises StripError when the simulated supply trips."""
        before = self.pixels.sent[-1]
        super().show(frame)
        if self.pixels.sent[-1] == before:
            return
        try:
            self._write()
        except OSError as error:
            raise StripError(f"the file of the simulated strip cannot be written: {error}") from error

    def _write(self) -> None:
        lights = self.pixels.lights()
        self.ma = current_ma(lights)
        if self.ma > self.supply_ma:
            self.pixels.fill(0)
            raise StripError(f"the simulated supply tripped: {self.ma:.0f} mA of {self.supply_ma:.0f} mA")
        if self.file is None:
            return
        text = json.dumps({"lamps": ["{:02x}{:02x}{:02x}".format(*light) for light in lights], "ma": round(self.ma, 1)})
        files.show(self.file, text.encode("ascii"))

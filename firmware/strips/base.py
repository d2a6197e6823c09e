"""What a strip of lamps is."""

from __future__ import annotations

from abc import ABC
from typing import Any, ClassVar

import msgspec

from companion.protocol import DeviceState
from firmware.errors import OptionError, StripError
from firmware.scenes import Frame, black

BYTE_ORDERS = ("GRB", "RGB", "BRG", "BGR", "GBR", "RBG")


class Wire(msgspec.Struct, frozen=True):
    """How the strip is wired: order of the colours, and for SPI its clock and the two bit patterns."""

    order: str = "GRB"
    frequency_hz: int = 6_400_000
    bit0: int = 0b11000000
    bit1: int = 0b11110000

    def checked(self) -> Wire:
        """Itself.  Raises OptionError naming the value to write."""
        if self.order not in BYTE_ORDERS:
            raise OptionError(f"the colour order must be one of {', '.join(BYTE_ORDERS)}, not {self.order!r}")
        if not 2_000_000 <= self.frequency_hz <= 10_000_000:
            raise OptionError(f"the SPI clock must be 2000000 to 10000000 Hz (usual: 6400000), not {self.frequency_hz}")
        if not (0 <= self.bit0 < 256 and 0 <= self.bit1 < 256 and self.bit0 != self.bit1):
            raise OptionError("bit0 and bit1 must be two different bytes (usual: 0xC0 and 0xF0)")
        return self


class Strip(ABC):
    """Lamps in a row, drawn through an ``adafruit_pixelbuf.PixelBuf``.

    A descendant must: take ``(leds, wire, argument)``; set ``pixels`` to a PixelBuf with ``auto_write=False`` and
    ``brightness=1.0``; be dark when its constructor returns; raise StripError with the cure when it cannot open.
    It may: use ``argument`` (what follows the name in ``NAME:ARGUMENT``), draw more in ``describe``, and free what
    it holds in ``close``.  It must not: scale, limit or correct colours (``power`` did), catch errors of its wire,
    or keep a thread.  All calls come from one thread.
    """

    name: ClassVar[str]
    simulated: ClassVar[bool] = False
    pixels: Any

    def describe(self, state: DeviceState) -> None:  # noqa: B027 - may stay as it is
        """A new state: for strips that draw names or places."""

    def show(self, frame: Frame) -> None:
        """Send one frame: final bytes, one colour a lamp.  Raises StripError when the wire fails."""
        try:
            self.pixels[:] = frame
            self.pixels.show()
        except Exception as error:  # whatever the wire's library raises
            raise StripError(f"the strip {self.name!r} failed: {type(error).__name__}: {error}") from error

    def close(self) -> None:
        """All lamps dark, and the wire free again."""
        self.show(black(len(self.pixels)))

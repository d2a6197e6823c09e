"""WS2812 lamps on the same wire (GPIO10) through Adafruit's ``neopixel``: the second way, should the first not work.

On a Pi 3, 4 and Zero 2 W it needs ``rpi_ws281x``, on a Pi 5 ``adafruit-blinka-raspberry-pi5-neopixel``; neither is
installed by default.  ``rpi_ws281x`` ends the whole process on a board that it does not know; systemd starts it again.
"""

from __future__ import annotations

import os
from typing import Any, ClassVar

from firmware.errors import StripError
from firmware.strips.base import Strip, Wire


class NeoPixelStrip(Strip):
    """``neopixel.NeoPixel(board.D10)``; the wire's clock and bit patterns are the library's own."""

    name: ClassVar[str] = "neopixel"

    def __init__(self, leds: int, wire: Wire, argument: str = "") -> None:
        board, library = _libraries()
        self.pixels = library.NeoPixel(board.D10, leds, pixel_order=wire.order, auto_write=False)
        self.pixels.show()

    def close(self) -> None:
        """Dark, and the pin free again.  Raises StripError."""
        super().close()
        self.pixels.deinit()


def _libraries() -> tuple[Any, Any]:
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")
    try:
        import board
        import neopixel
    except (ImportError, NotImplementedError, RuntimeError) as error:
        raise StripError(
            f"the lamps' library is missing ({error}); cure: pip install 'dreimagier[pi]' and rpi_ws281x "
            "(Pi 5: adafruit-blinka-raspberry-pi5-neopixel), or --strip neopixel-spi"
        ) from error
    return board, neopixel

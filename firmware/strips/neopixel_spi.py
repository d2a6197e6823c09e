"""WS2812 lamps on GPIO10 through the SPI bus: every Pi from 3 to 5 and Zero 2 W, without root.

Each bit of a lamp becomes one byte on the bus (``bit0`` or ``bit1`` of the wire), framed by silence.
"""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import Any, ClassVar

from firmware.errors import StripError
from firmware.strips.base import Strip, Wire

DEVICE = Path("/dev/spidev0.0")
BUFSIZ = Path("/sys/module/spidev/parameters/bufsiz")
DEFAULT_BUFFER = 4096
RESET_S = 80e-6
BYTES_A_LAMP = 24


def transfer_bytes(leds: int, wire: Wire) -> int:
    """Length of one frame on the bus: silence, 24 bytes a lamp, silence."""
    return 2 * round(wire.frequency_hz * RESET_S / 8) + BYTES_A_LAMP * leds


def buffer_bytes(bufsiz: Path = BUFSIZ) -> int:
    """What goes over the bus in one piece: the smaller of the kernel's and the library's buffer."""
    library = int(os.environ.get("SPI_BUFSIZE") or DEFAULT_BUFFER)
    try:
        return min(library, int(bufsiz.read_text(encoding="ascii")))
    except (OSError, ValueError):
        return min(library, DEFAULT_BUFFER)


def check_length(leds: int, wire: Wire, buffer: int) -> None:
    """Raise StripError when a frame would be cut in two: the pause between would be taken for its end."""
    needed = transfer_bytes(leds, wire)
    if needed <= buffer:
        return
    most = (buffer - transfer_bytes(0, wire)) // BYTES_A_LAMP
    raise StripError(
        f"{leds} lamps need {needed} bytes in one SPI transfer, the buffer has {buffer}: at most {most} lamps. "
        f"Cure: --leds {most}, or write spidev.bufsiz=32768 into /boot/firmware/cmdline.txt, set SPI_BUFSIZE=32768 for "
        "this program and restart"
    )


class NeoPixelSpiStrip(Strip):
    """The default on a Pi.  Needs ``dtparam=spi=on``; see docs/on-a-pi.md for the core clock."""

    name: ClassVar[str] = "neopixel-spi"

    def __init__(self, leds: int, wire: Wire, argument: str = "") -> None:
        check_length(leds, wire, buffer_bytes())
        self.pixels = _library().NeoPixel_SPI(
            _bus(),
            leds,
            pixel_order=wire.order,
            auto_write=False,
            frequency=wire.frequency_hz,
            reset_time=RESET_S,
            bit0=wire.bit0,
            bit1=wire.bit1,
        )
        self.pixels.show()


def _library() -> Any:
    os.environ.setdefault("BLINKA_SKIP_DEPENDENCY_CHECK", "1")  # else Blinka may ask, and run pip by itself
    try:
        import neopixel_spi
    except ImportError as error:
        raise StripError(f"the lamps' library is missing ({error}); cure: pip install 'dreimagier[pi]'") from error
    return neopixel_spi


@functools.cache
def _bus() -> Any:
    """The bus, once a process: the library never closes what it opens."""
    if not os.path.exists(DEVICE):  # noqa: PTH110 - the same question as the library asks
        raise StripError(f"{DEVICE} is missing; cure: dtparam=spi=on in /boot/firmware/config.txt, then restart")
    import board

    try:
        return board.SPI()
    except PermissionError as error:
        raise StripError(f"{DEVICE} may not be used; cure: sudo usermod -aG spi $USER, then log in anew") from error

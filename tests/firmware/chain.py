"""Run in a process of its own: the real Adafruit chain on a forced board, faked only where it meets the kernel.

``chain.py BACKEND LEDS`` shows the frames of standard input (JSON) through ``open_strip`` and prints what went out:
for ``neopixel-spi`` every spidev transfer with its clock, for ``neopixel`` the words given to ``_rpi_ws281x``.
"""

from __future__ import annotations

import ctypes
import json
import os
import struct
import sys
import types
from pathlib import Path
from typing import Any

from firmware.strips import open_strip
from firmware.strips.base import Wire

OUT: list[Any] = []
SPIDEV = "/dev/spidev"


def fake_spidev() -> None:
    """Answer the ioctls of /dev/spidev0.0: a transfer is recorded, a register is remembered."""
    import Adafruit_PureIO.spi as library

    registers: dict[int, int] = {}

    def ioctl(handle: int, operation: int, argument: Any = 0, mutate: bool = True) -> int:
        direction, number = operation >> 30 & 3, operation & 0xFF
        if number == 0:
            address, _, length, speed = struct.unpack_from("=QQII", bytes(argument))
            OUT.append({"hz": speed or registers.get(4), "bytes": ctypes.string_at(address, length).hex()})
        elif direction == 1:
            registers[number] = int.from_bytes(bytes(argument), sys.byteorder)
        else:
            argument[0] = registers.get(number, 0)
        return 0

    library.ioctl = ioctl
    real_open, real_exists = os.open, os.path.exists
    os.open = lambda path, *rest, **more: real_open(
        "/dev/null" if str(path).startswith(SPIDEV) else path, *rest, **more
    )
    os.path.exists = lambda path: str(path).startswith(SPIDEV) or real_exists(path)


def fake_ws281x() -> None:
    """Stand in for the C extension and for the pin; everything between is real."""
    os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"  # the stand-in is imported before the strip sets it
    import adafruit_platformdetect.board

    adafruit_platformdetect.board.Board.any_raspberry_pi = property(lambda board: True)
    words: dict[int, int] = {}
    channel: dict[str, Any] = {}
    module = types.ModuleType("_rpi_ws281x")
    module.__dict__.update(WS2811_SUCCESS=0, WS2811_STRIP_RGB="rgb", SK6812_STRIP_RGBW="rgbw")
    for name in ("new_ws2811_t", "delete_ws2811_t", "ws2811_fini", "ws2811_t_freq_set", "ws2811_t_dmanum_set"):
        setattr(module, name, lambda *_: 0)
    for name in ("count", "gpionum", "invert", "brightness", "strip_type"):
        setattr(module, f"ws2811_channel_t_{name}_set", lambda _, value, name=name: channel.update({name: value}))
        setattr(module, f"ws2811_channel_t_{name}_get", lambda _, name=name: channel[name])
    module.ws2811_channel_get = lambda strip, number: number  # type: ignore[attr-defined]
    module.ws2811_init = lambda strip: 0  # type: ignore[attr-defined]
    module.ws2811_led_set = lambda _, lamp, word: words.update({lamp: word})  # type: ignore[attr-defined]
    module.ws2811_render = lambda strip: OUT.append([words[n] for n in sorted(words)]) or 0  # type: ignore[attr-defined]
    sys.modules["_rpi_ws281x"] = module
    import digitalio
    import neopixel

    class Pin:
        def __init__(self, pin: Any) -> None:
            self._pin, self.direction = pin, None

        def deinit(self) -> None:
            OUT.append({"freed": self._pin.id})

    neopixel.digitalio = types.SimpleNamespace(DigitalInOut=Pin, Direction=digitalio.Direction)


def main() -> None:
    backend, leds = sys.argv[1], int(sys.argv[2])
    fake_spidev() if backend == "neopixel-spi" else fake_ws281x()
    strip = open_strip(backend, leds, Wire())
    for frame in json.load(sys.stdin):
        strip.show(tuple(tuple(colour) for colour in frame))
    strip.close()
    import board

    working = sorted(path.name for path in Path().iterdir())
    print(json.dumps({"board": board.board_id, "out": OUT, "files": working}))


if __name__ == "__main__":
    main()

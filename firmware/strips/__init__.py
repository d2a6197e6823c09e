"""Strip back ends by name; one file each, imported only when chosen."""

from __future__ import annotations

import importlib
from pathlib import Path

from companion.link.machine import MODEL, on_a_pi
from firmware.errors import OptionError, StripError
from firmware.strips.base import Strip, Wire

BACKENDS: dict[str, str] = {
    "virtual": "firmware.strips.virtual:VirtualStrip",
    "terminal": "firmware.strips.terminal:TerminalStrip",
    "neopixel-spi": "firmware.strips.neopixel_spi:NeoPixelSpiStrip",
    "neopixel": "firmware.strips.neopixel:NeoPixelStrip",
    "none": "firmware.strips.none:NoStrip",
}
"""Name in the settings -> module:class.  A new strip is one file and one line here."""


def resolve(choice: str, model: Path = MODEL) -> str:
    """``auto`` is ``neopixel-spi`` on a Raspberry Pi and ``virtual`` elsewhere; others stay.  Raises OptionError."""
    name = choice.partition(":")[0]
    if choice == "auto":
        return "neopixel-spi" if on_a_pi(model) else "virtual"
    if name not in BACKENDS:
        raise OptionError(f"there is no strip {name!r}; choose one of auto, {', '.join(sorted(BACKENDS))}")
    return choice


def open_strip(choice: str, leds: int, wire: Wire) -> Strip:
    """Open the strip of a choice as ``terminal`` or ``virtual:FILE``; all lamps are dark then.

    Raises StripError when its library or its wire is missing, OptionError when the choice is none.
    """
    name, _, argument = resolve(choice).partition(":")
    module, attribute = BACKENDS[name].split(":")
    try:
        made: Strip = getattr(importlib.import_module(module), attribute)(leds, wire, argument)
    except (OptionError, StripError):
        raise
    except Exception as error:  # a hardware library may raise anything at all: the lamps fail, the game does not
        raise StripError(f"the strip {name!r} cannot be used: {type(error).__name__}: {error}") from error
    return made


__all__ = ["BACKENDS", "Strip", "Wire", "open_strip", "resolve"]

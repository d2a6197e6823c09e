"""Controls by name: where button presses come from; one file each, imported only when chosen."""

from __future__ import annotations

import importlib

from firmware.controls.base import Controls, Press
from firmware.controls.pins import Pins
from firmware.errors import ControlsError, OptionError

BACKENDS: dict[str, str] = {
    "keyboard": "firmware.controls.keyboard:KeyboardControls",
    "gpio": "firmware.controls.gpio:GpioControls",
    "none": "firmware.controls.base:NoControls",
}
"""Name in the settings -> module:class."""


def resolve(choice: str, a_pi: bool, a_terminal: bool, told: bool = False) -> str:
    """``auto`` is ``keyboard`` at a laptop's terminal, else ``none``.  Raises OptionError.

    No pin of a Pi is driven before its owner says that our parts are on it (``gpio``, or ``told``: by naming pins):
    what is plugged in there may be anything, an add-on board with outputs of its own for one.
    """
    if choice == "auto" and a_pi:
        return "gpio" if told else "none"
    if choice == "auto":
        return "keyboard" if a_terminal else "none"
    if choice not in BACKENDS:
        raise OptionError(f"there are no buttons {choice!r}; choose one of auto, {', '.join(sorted(BACKENDS))}")
    return choice


def open_controls(name: str, pins: Pins | None = None) -> Controls:
    """Open the controls of a name that ``resolve`` gave.  Raises ControlsError with the cure."""
    module, attribute = BACKENDS[name].split(":")
    try:
        kind = getattr(importlib.import_module(module), attribute)
        made: Controls = kind(pins) if name == "gpio" else kind()
    except ControlsError:
        raise
    except Exception as error:  # a hardware library may raise anything at all
        raise ControlsError(f"the buttons {name!r} cannot be used: {type(error).__name__}: {error}") from error
    return made


__all__ = ["BACKENDS", "Controls", "Press", "open_controls", "resolve"]

"""Camera back ends by name; one file each, imported only when chosen."""

from __future__ import annotations

import importlib

from companion.link.machine import on_a_pi
from vision.cameras.base import Camera, Frame
from vision.errors import CameraNameError
from vision.picture import Picture

BACKENDS: dict[str, str] = {
    "files": "vision.cameras.files:FilesCamera",
    "usb": "vision.cameras.usb:UsbCamera",
    "pi": "vision.cameras.pi:PiCamera",
    "simulated": "vision.cameras.simulated:SimulatedCamera",
}
"""Name in the settings -> module:class.  A new camera is one file and one line here."""


def make_camera(choice: str) -> Camera:
    """Make the camera of a choice as ``files:DIR`` or ``simulated``; not opened.  Raises CameraNameError."""
    name, _, argument = choice.partition(":")
    if name == "auto":
        # A Pi looks for real or not at all; any other machine has no camera under a pane.
        name = "pi" if on_a_pi() else "simulated"
    if name not in BACKENDS:
        raise CameraNameError(f"there is no camera {name!r}; choose one of {', '.join(sorted(BACKENDS))}")
    module, attribute = BACKENDS[name].split(":")
    try:
        made: Camera = getattr(importlib.import_module(module), attribute)(argument)
    except ImportError as error:
        raise CameraNameError(f"the camera {name!r} cannot be used on this machine: {error}") from error
    return made


__all__ = ["BACKENDS", "Camera", "Frame", "Picture", "make_camera"]

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
    name, argument = _parted(choice)
    if name == "auto":
        name = _found()
    if name not in BACKENDS:
        raise CameraNameError(f"there is no camera {name!r}; choose one of {', '.join(sorted(BACKENDS))}")
    module, attribute = BACKENDS[name].split(":")
    try:
        made: Camera = getattr(importlib.import_module(module), attribute)(argument)
    except ImportError as error:
        raise CameraNameError(f"the camera {name!r} cannot be used on this machine: {error}") from error
    return made


def _parted(choice: str) -> tuple[str, str]:
    """Name and argument; options may follow a name alone, as in ``pi,mains=60``."""
    name, colon, argument = choice.partition(":")
    if "," in name:
        name, _, options = name.partition(",")
        argument = f",{options}{colon}{argument}"
    return name, argument


def _found() -> str:
    """A Pi looks for real or not at all, on the ribbon first; any other machine has no camera under a pane."""
    if not on_a_pi():
        return "simulated"
    from vision.cameras.pi import found_on_the_ribbon
    from vision.cameras.usb import plugged_in

    return "usb" if plugged_in() and not found_on_the_ribbon() else "pi"


__all__ = ["BACKENDS", "Camera", "Frame", "Picture", "make_camera"]

"""What every camera is: frames with a monotonic stamp, a deadline on each, and an honest name."""

from __future__ import annotations

import abc
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from vision.errors import CameraError
from vision.picture import Picture

HELD = "held"
"""Metadata (True) of a frame that shows the same picture again on purpose, as the last one of a film."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the pane.

    ``stamp`` is the moment of exposure in seconds of the monotonic clock (`time.monotonic`, or the sensor's boot time
    clock), strictly growing within one open camera; the same stamp again means the same picture again.  ``metadata``
    holds what the driver says (exposure, gains, lens position), empty when it says nothing.
    """

    picture: Picture
    stamp: float
    metadata: Mapping[str, Any] = field(default_factory=dict)


class Camera(abc.ABC):
    """A source of frames, opened by exactly one owner.

    A descendant must

    - set ``name`` (the word of the settings) and ``simulated`` (True only when no light fell on a real sensor);
    - take its argument (the text after the colon in ``files:DIR``) as its only required constructor parameter, and
      open nothing in the constructor;
    - in `open`, get hold of the device or raise CameraError with a line that says what to do; it may be called again
      after `close`;
    - in `capture`, return a frame exposed *after* the call before, at most ``timeout`` seconds later, else raise
      CameraTimeout; never return a picture twice under a fresh stamp;
    - in `close`, let the device go; closing twice or without opening is no error.

    It may

    - override `lock` when the device can hold exposure, gains and focus (called once the light has settled);
    - override `toss` and `lay` when it can drop wands, or lay a thing down, by itself (simulated and file cameras);
    - set ``settle_s`` (seconds of light that `lock` wants to have seen) when it has something to lock;
    - override `find_focus` when it can move its lens;
    - override `calibration` when it knows its own calibration and teaching (simulated camera);
    - override `describe`.

    It must not start threads that outlive `close`, and need not be safe for several threads.  `capture` may hang in
    the driver all the same: the client runs it where a hang is seen and killed.
    """

    name: ClassVar[str]
    simulated: ClassVar[bool] = False
    settle_s: ClassVar[float] = 0.0
    focus: float | None = None
    """Where the lens is held, in the camera's own scale."""
    size: tuple[int, int] | None = None
    """Size of the pictures, where the camera has a choice and somebody made it."""
    remark: str = ""
    """What is worse with this camera than it should be; shown at the table."""

    def __init__(self, argument: str = "") -> None:
        self.argument = argument

    @abc.abstractmethod
    def open(self) -> None:
        """Get hold of the device.  Raises CameraError."""

    @abc.abstractmethod
    def capture(self, timeout: float) -> Frame:
        """Return the next frame, waiting at most ``timeout`` seconds.  Raises CameraTimeout, CameraError."""

    @abc.abstractmethod
    def close(self) -> None:
        """Let the device go."""

    def lock(self) -> None:  # noqa: B027 - nothing to lock is a legal answer
        """Hold exposure, gains and focus from now on; does nothing where the device cannot."""

    def expect(self, size: tuple[int, int], focus: float | None, distance_mm: float) -> None:
        """What the pane was calibrated with, told before `open`: size of the pictures, where the lens stood (None where
        that was not kept), how far away the pane is.
        """
        self.size, self.focus = size, focus

    def find_focus(self) -> float | None:
        """Focus once on what lies on the pane and stay there; where, None where the lens cannot move."""
        return None

    def toss(self, wands: list[str], kept: list[str]) -> None:  # noqa: B027 - hands do it elsewhere
        """Drop ``wands`` onto the pane while ``kept`` stay where they lie; only where no hand can do it."""

    def lay(self, thing: str, face: str | None = None) -> int | None:
        """Clear the pane and lay one thing onto it, only where no hand can do it: ``board`` (elsewhere each time), a
        wand's colour on a ``face``, or ``nothing``.  How many notches are up on a wand, as a person would count them.

        Raises CameraError where it has no such thing.
        """
        raise CameraError(f"this camera lays nothing by itself: lay the {thing} there by hand")

    def calibration(self) -> tuple[str, str] | None:
        """Paths of this camera's own pane.json and wands.json, or None when the owner made them."""
        return None

    def describe(self) -> str:
        """Name the back end for the dashboard, as ``usb:/dev/v4l/by-id/...``."""
        return f"{self.name}:{self.argument}" if self.argument else self.name

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

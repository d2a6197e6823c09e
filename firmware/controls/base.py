"""What buttons, buzzer and status light are to the loop."""

from __future__ import annotations

from abc import ABC
from typing import ClassVar, Literal

import msgspec

from companion.protocol import DeviceState

SEATS = 3


class Press(msgspec.Struct, frozen=True):
    """A seat's button (0, 1, 2 in playing order) was pressed or held; ``off`` asks to shut the machine down."""

    button: int
    gesture: Literal["press", "hold", "off"]


class Controls(ABC):
    """Three seat buttons with lights, a buzzer, a status light, a shutdown button; a descendant may lack any.

    A descendant must: open in its constructor (ControlsError with the cure when it cannot) and give presses through
    ``poll``, each once, in order.  It may: light, sound and free things in the other methods.  It must not block, nor
    do anything in a callback of its library but put into a queue.
    """

    name: ClassVar[str]
    simulated: ClassVar[bool] = False

    def poll(self, at_s: float) -> list[Press]:
        """Presses since the last call, at ``at_s`` seconds of a steady clock."""
        return []

    def show(self, state: DeviceState | None, healthy: bool, at_s: float) -> None:  # noqa: B027 - may do nothing
        """Light the buttons of the seats that are asked, and the status light."""

    def sound(self, names: list[str], at_s: float) -> None:  # noqa: B027 - may do nothing
        """Play the sounds of a new entry."""

    def close(self) -> None:  # noqa: B027 - may do nothing
        """Lights out, silence, everything free."""


class NoControls(Controls):
    """No buttons: phones do everything."""

    name: ClassVar[str] = "none"

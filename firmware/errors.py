"""What can go wrong in the lamps' program."""

from __future__ import annotations

from companion.link.errors import OneLine


class FirmwareError(OneLine):
    """Root of all errors of this package."""


class OptionError(FirmwareError, ValueError):
    """An option cannot be used; the message says what to write instead."""


class StripError(FirmwareError, RuntimeError):
    """The lamps cannot be opened or written; the message names the cause and the cure."""


class ControlsError(FirmwareError, RuntimeError):
    """The buttons, the buzzer or the status light cannot be opened."""

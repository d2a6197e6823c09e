"""Three keys of a laptop in the place of the seat buttons.

``1`` ``2`` ``3`` press; ``q`` ``w`` ``e`` below them (or the digits with shift, on a German or an American keyboard)
hold.  Nothing needs Enter.  ``x`` does nothing on purpose: no key shuts a laptop down.
"""

from __future__ import annotations

import atexit
import os
import select
import sys
import termios
import tty
from typing import ClassVar

from firmware.controls.base import Controls, Press
from firmware.errors import ControlsError

KEYS: dict[str, Press] = {key: Press(seat, "press") for seat, key in enumerate("123")}
KEYS |= {key: Press(seat, "hold") for seat, keys in enumerate(("q!", 'w"@', "e§#")) for key in keys}


class KeyboardControls(Controls):
    """Reads keys of the terminal without waiting; its former mode comes back in ``close`` and at any exit."""

    name: ClassVar[str] = "keyboard"
    simulated: ClassVar[bool] = True

    def __init__(self, descriptor: int | None = None) -> None:
        try:
            self._input = sys.stdin.fileno() if descriptor is None else descriptor
            self._before = termios.tcgetattr(self._input)
        except (termios.error, OSError, ValueError) as error:
            raise ControlsError(f"the keyboard needs a terminal ({error}); choose --buttons none") from error
        tty.setcbreak(self._input)
        atexit.register(self.close)

    def poll(self, at_s: float) -> list[Press]:
        """Presses typed since the last call."""
        typed = b""
        while select.select([self._input], [], [], 0)[0] and len(typed) < 256:
            more = os.read(self._input, 64)
            if not more:
                break
            typed += more
        return [KEYS[key] for key in typed.decode("utf-8", "ignore") if key in KEYS]

    def close(self) -> None:
        """The terminal as it was."""
        atexit.unregister(self.close)
        termios.tcsetattr(self._input, termios.TCSANOW, self._before)

"""The strip through its life: opened, drawn, lost, tried again.  Lamps may fail; the program does not."""

from __future__ import annotations

from collections.abc import Callable

from companion.protocol import DeviceState, Heartbeat
from firmware.errors import StripError
from firmware.power import corrected, within
from firmware.scenes import Fader, Frame, missing
from firmware.strips import Strip

RETRY_S = 5.0
REFRESH_S = 1.0
"""An unchanged frame is sent again after this long, so that a disturbed lamp does not stay wrong."""


class Lamps:
    """Draws states on a strip.  ``opener`` opens the strip or raises StripError."""

    def __init__(self, name: str, opener: Callable[[], Strip], leds: int, budget_ma: float) -> None:
        self.name, self.opener, self.leds, self.budget_ma = name, opener, leds, budget_ma
        self.strip: Strip | None = None
        self.trouble = ""
        self.limited = False
        self.missing: list[int] = []
        """Lamps that the board names and the strip has not."""
        self._fader = Fader(leds)
        self._described: DeviceState | None = None
        self._sent: Frame | None = None
        self._sent_s = self._tried_s = float("-inf")

    def draw(self, state: DeviceState | None, at_s: float) -> None:
        """Draw what ``state`` looks like at ``at_s`` (steady seconds).  Never raises: ``trouble`` tells."""
        self._fader.want(state)
        try:
            strip = self._open(at_s)
            if strip is not None:
                self._draw(strip, state, at_s)
        except StripError as error:
            self._lose(str(error))

    def heartbeat(self) -> Heartbeat:
        """How the lamps are."""
        if self.strip is None:
            return Heartbeat("firmware", "failed", self.name, False, self.trouble or "the strip is not open yet")
        detail = f"the board names lamps that the strip has not: {self.missing[:8]}" if self.missing else ""
        state = self.strip.simulated
        return Heartbeat(
            "firmware", "degraded" if self.missing else "ok", self.name, state, detail, limited=self.limited
        )

    def close(self) -> None:
        """All lamps dark, whatever happened before."""
        strip, self.strip = self.strip, None
        try:
            if strip is not None:
                strip.close()
        except StripError as error:
            self.trouble = str(error)

    def _open(self, at_s: float) -> Strip | None:
        if self.strip is None and at_s - self._tried_s >= RETRY_S:
            self._tried_s = at_s
            self.strip = self.opener()
            self.trouble, self._described, self._sent = "", None, None
            self._fader = Fader(self.leds)
        return self.strip

    def _draw(self, strip: Strip, state: DeviceState | None, at_s: float) -> None:
        if state is not None and state != self._described:
            self._described, self.missing = state, missing(state, self.leds)
            self._fader.want(state)
            strip.describe(state)
            self._sent = None
        fit = within(self._fader.frame(at_s), self.budget_ma)
        self.limited = fit.limited
        if fit.frame != self._sent or at_s - self._sent_s >= REFRESH_S:
            strip.show(corrected(fit.frame))
            self._sent, self._sent_s = fit.frame, at_s

    def _lose(self, reason: str) -> None:
        self.close()
        self.trouble = reason

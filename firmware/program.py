"""The loop: newest state in, lamps and lights drawn, presses and heartbeats out.  One thread touches the hardware."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable
from typing import Protocol

from companion.link.ending import Ending
from companion.link.faults import Faults
from companion.link.notify import Notifier
from companion.protocol import ButtonPress, DeviceState, Heartbeat
from firmware.controls import Controls
from firmware.faults import tell
from firmware.lamps import Lamps

FRAME_S = 1 / 25
HEARTBEAT_S = 1.0


class States(Protocol):
    """Where the newest state comes from."""

    @property
    def state(self) -> DeviceState | None: ...


class Outbox(Protocol):
    """Where messages to the host go."""

    def send(self, message: Heartbeat | ButtonPress) -> bool: ...


class Program:
    """One machine's lamps and buttons.

    ``off`` shuts the machine down, ``trouble`` is what is wrong with the buttons, ``faults`` writes the log.
    """

    def __init__(
        self,
        states: States,
        outbox: Outbox,
        lamps: Lamps,
        controls: Controls,
        notifier: Notifier | None = None,
        off: Callable[[], None] | None = None,
        trouble: str = "",
        faults: Faults | None = None,
    ) -> None:
        self.states, self.outbox, self.lamps, self.controls = states, outbox, lamps, controls
        self.notifier, self.off, self.trouble = notifier or Notifier(), off, trouble
        self.faults = faults or Faults()
        self.ended = Ending()
        self._heartbeat_s = float("-inf")
        self._heard: tuple[str, int] | None = None

    def run(self, now: Callable[[], float] = time.monotonic) -> None:
        """Turn until ``ended`` is set; the lamps are dark when it returns, also after an error."""
        try:
            # A strip's libraries may take long to load from a slow card: before the watchdog begins to count.
            self.lamps.draw(self.states.state, now())
            self.notifier.ready("lamps and buttons")
            while not self.ended.is_set():
                began = now()
                self.turn(began)
                self.ended.wait(max(0.005, FRAME_S - (now() - began)))
        finally:
            self.notifier.stopping()
            self.lamps.close()
            self.controls.close()

    def turn(self, at_s: float) -> None:
        """One pass of the loop at ``at_s`` steady seconds."""
        state = self.states.state
        self.lamps.draw(state, at_s)
        self._listen(state, at_s)
        for press in self.controls.poll(at_s):
            if press.gesture == "off":
                self._shut_down()
            elif state is not None:
                self.outbox.send(ButtonPress(press.button, press.gesture, uuid.uuid4().hex, state.seq))
        if at_s - self._heartbeat_s >= HEARTBEAT_S:
            self._heartbeat_s = at_s
            self.outbox.send(self.heartbeat())
            tell(self.faults, self.lamps, self.trouble)
            self.notifier.alive()
        self.controls.show(state, self.lamps.strip is not None and not self.trouble, at_s)

    def heartbeat(self) -> Heartbeat:
        """The lamps' health, with the trouble of the buttons if they have any."""
        beat = self.lamps.heartbeat()
        if not self.trouble:
            return beat
        detail = "; ".join(filter(None, (beat.detail, self.trouble)))
        return Heartbeat(
            beat.device,
            "failed" if beat.state == "failed" else "degraded",
            beat.backend,
            beat.simulated,
            detail,
            limited=beat.limited,
        )

    def _listen(self, state: DeviceState | None, at_s: float) -> None:
        """Play an entry's sounds once; what was played before this program connected stays silent."""
        if state is None:
            return
        heard, self._heard = self._heard, (state.table, state.seq)
        if heard is not None and heard[0] == state.table and state.seq > heard[1] and state.sounds:
            self.controls.sound(state.sounds, at_s)

    def _shut_down(self) -> None:
        self.ended.set()
        if self.off is not None:
            self.off()

"""The devices as the host knows them: what they last said, and how long ago (monotonic clock)."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.protocol import Device, DeviceHealth, Heartbeat

ABSENT_AFTER_S = 3.0
DEVICES: tuple[Device, ...] = ("vision", "firmware")


class Devices:
    """Last heartbeats of vision and firmware.  Thread-safe."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._last: dict[str, tuple[float, Heartbeat]] = {}
        self._shown: dict[str, object] = {}

    def beat(self, heartbeat: Heartbeat) -> bool:
        """Take a heartbeat; True when it changes what is shown."""
        with self._lock:
            self._last[heartbeat.device] = (self._now(), heartbeat)
        return self.changed()

    def changed(self) -> bool:
        """Whether what is shown of the devices differs from the last time this was asked."""
        shown: dict[str, object] = {device: self._summary(device) for device in DEVICES}
        with self._lock:
            if shown == self._shown:
                return False
            self._shown = shown
            return True

    def _summary(self, device: Device) -> tuple[object, ...]:
        health = self.health(device)
        beat = self.last(device)
        pane = beat.pane if beat and health.state != "absent" else None
        return (health.state, health.backend, health.simulated, health.detail, pane, beat.limited if beat else False)

    def last(self, device: Device) -> Heartbeat | None:
        """The last heartbeat of a device, however old."""
        with self._lock:
            entry = self._last.get(device)
        return entry[1] if entry else None

    def health(self, device: Device) -> DeviceHealth:
        """State of a device; absent when nothing was heard for three seconds."""
        with self._lock:
            entry = self._last.get(device)
        if entry is None:
            return DeviceHealth("absent", None, False, "", None)
        seen_s = self._now() - entry[0]
        beat = entry[1]
        state = "absent" if seen_s > ABSENT_AFTER_S else beat.state
        return DeviceHealth(state, beat.backend, beat.simulated, beat.detail, round(seen_s, 1))

    def simulated(self, device: Device) -> bool:
        """Whether this device is there and simulated."""
        health = self.health(device)
        return health.simulated and health.state != "absent"

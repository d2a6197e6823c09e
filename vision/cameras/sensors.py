"""The Pi's sensors: mode for the pane, how finely their gain can be set, whether they focus by themselves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the pane needs of a sensor: its name in the shop, the sensor mode, how its lens is focused, its gain.

    ``size`` is a mode with the *whole* field of view and about 1300 rows, so that a pane of 300 mm has 4 px/mm.  A gain
    is set in steps: of ``1 / linear`` where the sensor multiplies, or it is ``inverse / (inverse - whole number)``.
    """

    title: str
    size: tuple[int, int]
    bit_depth: int
    focus: bool
    linear: int = 0
    inverse: int = 0

    def gain_step(self, gain: float) -> float:
        """How far from a wanted gain the sensor's next one below may be."""
        if self.linear:
            return 1 / self.linear
        return gain * gain / self.inverse if self.inverse else 0.0


SENSORS: dict[str, Sensor] = {
    "imx708": Sensor("Camera Module 3", (2304, 1296), 10, True, inverse=1024),
    "imx708_wide": Sensor("Camera Module 3 Wide", (2304, 1296), 10, True, inverse=1024),
    "imx708_noir": Sensor("Camera Module 3 NoIR", (2304, 1296), 10, True, inverse=1024),
    "imx708_wide_noir": Sensor("Camera Module 3 Wide NoIR", (2304, 1296), 10, True, inverse=1024),
    "imx219": Sensor("Camera Module 2", (1640, 1232), 10, False, inverse=256),
    "imx477": Sensor("HQ Camera", (2028, 1520), 12, False, inverse=1024),
    "ov5647": Sensor("Camera Module 1", (1296, 972), 10, False, linear=16),
}
"""libcamera's model name -> sensor."""
OTHER = Sensor("another camera", (1280, 960), 0, False)

"""A stand-in with picamera2's surface and its traps, on a clock of its own.

Like the real one it: refuses a second owner; refuses controls that it does not advertise; gives a TimeoutError when no
frame comes in time, and *leaves the job behind*, which then takes a buffer when a frame comes; has ``buffer_count``
buffers and starves when they are not released; stops only when no job is left; stamps frames in boot time; takes up
controls after two frames; lists USB cameras beside those on the ribbon; sets gains in the sensor's own steps; and
starts a lens that can move where libcamera does, by hand and at 1 m, whatever lies on the pane, until somebody asks.
"""

from __future__ import annotations

import time
from typing import Any, ClassVar

import numpy as np

LENS = {"AfMode": (0, 2, 0), "AfTrigger": (0, 1, 0), "LensPosition": (0.0, 32.0, 1.0)}
SENSOR = {
    "imx708": LENS,
    "imx708_wide": LENS,
    "imx219": {},
    "imx477": {},
    "ov5647": {},
    "usb": {},
    "strange": {},
}
COMMON = {
    "ExposureTime": (60, 66_000, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, 0.0),
    "AeEnable": (False, True, True),
    "FrameDurationLimits": (16_000, 1_000_000, 33_333),
}
LINE_US = 18
STEPS = {"ov5647": lambda gain: int(gain * 16) / 16, "imx219": lambda gain: 256 / (256 - int(256 - 256 / gain))}
"""Gains as the sensor can set them."""
START_DIOPTRES, PANE_DIOPTRES = 1.0, 2.5
CYCLE_FRAMES = 12
"""A cycle of autofocus takes about a second."""


class World:
    """Cameras on the ribbon, time, and what goes wrong."""

    def __init__(self, *models: str) -> None:
        self.models = models or ("imx708",)
        self.at_s = 1000.0
        self.owned: set[int] = set()
        self.hangs = 0
        self.drift = 1.0
        self.opened = self.outstanding = 0
        self.sets: list[dict[str, Any]] = []
        self.blurred = False
        """Nothing on the pane that a lens could be focused on."""

    def now(self) -> float:
        return self.at_s

    def camera_class(self) -> type[FakePicamera2]:
        """The class as a program gets it."""
        return type("FakePicamera2", (FakePicamera2,), {"world": self})


class Job:
    """A capture that is waited for."""

    request: Request | None = None


class Request:
    """A buffer with a frame; its picture is gone once it is released."""

    def __init__(self, owner: FakePicamera2, array: np.ndarray, metadata: dict[str, Any]) -> None:
        self.owner, self.array, self.metadata, self.released = owner, array, metadata, False

    def get_metadata(self) -> dict[str, Any]:
        return self.metadata

    def make_array(self, name: str) -> np.ndarray:
        assert name == "main" and not self.released
        return self.array

    def release(self) -> None:
        assert not self.released
        self.released = True
        self.array[:] = 0x5A
        self.owner.free += 1


class FakePicamera2:
    """What ``PiCamera`` uses of picamera2."""

    world: ClassVar[World]

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [
            {"Model": model, "Num": number, "Id": "/base/usb@0-1" if model == "usb" else f"/base/i2c@1/{model}@1a"}
            for number, model in enumerate(cls.world.models)
        ]

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num in self.world.owned:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.world.owned.add(camera_num)
        self.world.opened += 1
        self.number, self.running, self.free = camera_num, False, 0
        self.model = self.world.models[camera_num]
        self.pending: list[Job] = []
        self.frames = 0
        self.cycle: int | None = None

    @property
    def camera_properties(self) -> dict[str, Any]:
        return {"Model": self.model}

    @property
    def camera_controls(self) -> dict[str, Any]:
        return {**COMMON, **SENSOR[self.model]}

    def create_video_configuration(self, main: dict[str, Any], **more: Any) -> dict[str, Any]:
        return {"main": main, **more}

    def configure(self, configuration: dict[str, Any]) -> None:
        assert not self.running
        unknown = set(configuration["controls"]) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown.pop()} is not advertised by libcamera")
        self.configuration = configuration
        self.world.sets.append(configuration["controls"])

    def start(self) -> None:
        self.running, self.free, self.frames = True, self.configuration["buffer_count"], 0
        self.cycle = None
        self.next_s = self.world.at_s + 0.05

    def set_controls(self, controls: dict[str, Any]) -> None:
        unknown = set(controls) - set(self.camera_controls)
        if unknown:
            raise RuntimeError(f"Control {unknown.pop()} is not advertised by libcamera")
        self.world.sets.append(controls)
        self.configuration["controls"] = self.configuration["controls"] | controls
        if controls.get("AfTrigger") == 0 and self.configuration["controls"].get("AfMode") == 1:
            self.cycle = self.frames

    def cancel_all_and_flush(self) -> None:
        self.pending.clear()

    def stop(self) -> None:
        assert not self.pending, "the real one waits here until the pending job has a frame: for ever"
        self.running = False

    def close(self) -> None:
        self.stop()
        self.world.owned.discard(self.number)

    def capture_request(self, wait: Any = None) -> Job:
        assert wait is False, "a wait in here has no bound"
        job = Job()
        self.pending.append(job)
        return job

    def wait(self, job: Job, timeout: float) -> Request:
        assert isinstance(timeout, float), "a wait without a bound"
        until = self.world.at_s + timeout
        while job.request is None:
            if self.next_s > until or self.world.hangs > 0 or self.free == 0:
                self.world.at_s = max(self.world.at_s, until)
                self.world.hangs -= self.world.hangs > 0
                raise TimeoutError
            self._frame()
        return job.request

    def _frame(self) -> None:
        """Time passes until a frame is read out; the oldest job gets it."""
        controls = self.configuration["controls"]
        self.world.at_s = max(self.world.at_s, self.next_s)
        self.next_s = self.world.at_s + controls["FrameDurationLimits"][0] / 1e6
        self.frames += 1
        if not self.running or not self.pending:
            return
        self.free -= 1
        self.pending.pop(0).request = Request(self, self._picture(), self._metadata(controls))

    def _metadata(self, controls: dict[str, Any]) -> dict[str, Any]:
        """Automatic values settle over the first frames; held ones are there from the third, in whole lines."""
        automatic = {"ExposureTime": 23_456 + 4000 // self.frames, "AnalogueGain": 2.0, "ColourGains": (1.7, 2.1)}
        held = {name: controls[name] for name in automatic if name in controls and self.frames > 2}
        if "AnalogueGain" in held and self.model in STEPS:
            held["AnalogueGain"] = STEPS[self.model](held["AnalogueGain"])
        seen = {**automatic, **held, **self._lens(controls)}
        seen["ExposureTime"] = round(seen["ExposureTime"] * (self.world.drift if held else 1)) // LINE_US * LINE_US
        boot = time.clock_gettime(time.CLOCK_BOOTTIME) - time.monotonic()
        return {**seen, "SensorTimestamp": round((self.world.at_s + boot) * 1e9), "FrameDuration": 66_667}

    def _lens(self, controls: dict[str, Any]) -> dict[str, Any]:
        if "LensPosition" not in self.camera_controls:
            return {}
        if controls.get("AfMode", 0) == 0:
            return {"LensPosition": controls.get("LensPosition", START_DIOPTRES), "AfState": 0}
        since = None if self.cycle is None else self.frames - self.cycle
        if since is None or since < CYCLE_FRAMES:
            return {"LensPosition": START_DIOPTRES, "AfState": 0 if since is None or since < 3 else 1}
        return {"LensPosition": PANE_DIOPTRES, "AfState": 3 if self.world.blurred else 2}

    def _picture(self) -> np.ndarray:
        """A red field that moves to the right, in blue-green-red order (picamera2 calls it RGB888)."""
        width, height = self.configuration["main"]["size"]
        picture = np.zeros((height, width, 3), np.uint8)
        left = 40 * (self.frames % 20)
        picture[100:200, left : left + 100, 2] = 220
        return picture

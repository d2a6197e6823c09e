"""The Raspberry Pi's own cameras through picamera2: exposure held still, frames with the moment of their exposure.

picamera2 and libcamera come from apt alone (``python3-picamera2``); the class is given in, so that a stand-in with its
surface can take its place.  Five things here are easily done wrong: every wait is bounded (picamera2's default waits
for ever); a wait that ran out leaves its job behind, which would keep a buffer for ever, so the next wait is for the
same job; ``stop`` queues behind such a job, or behind an event loop that died, and waits for ever, so jobs are
cancelled and after a while ``close`` does it, which ends the loop first; every request is released before the next; and
only controls that the camera advertises are set.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import cv2
import numpy as np

from vision.cameras.base import Camera, Frame
from vision.errors import CameraError, CameraTimeout
from vision.picture import Picture

FRAME_US = 66_667
"""Fifteen frames a second: what a Pi 4 reads at this size with time to spare."""
MAINS_US = 10_000
"""Lamps on 50 Hz mains flicker a hundred times a second: an exposure is a multiple of that."""
HELD = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
AGREE = 0.02
LOCK_FRAMES = 45
CLOSE_S = 3.0
STRIKES_TO_REOPEN = 2
STRIKES_TO_GIVE_UP = 4


@dataclass(frozen=True, slots=True)
class Sensor:
    """What the pane needs of a sensor: its name in the shop, the sensor mode, whether it can focus.

    ``size`` is a mode with the *whole* field of view and about 1300 rows, so that a pane of 300 mm has 4 px/mm.
    """

    title: str
    size: tuple[int, int]
    bit_depth: int
    focus: bool


SENSORS: dict[str, Sensor] = {
    "imx708": Sensor("Camera Module 3", (2304, 1296), 10, True),
    "imx708_wide": Sensor("Camera Module 3 Wide", (2304, 1296), 10, True),
    "imx708_noir": Sensor("Camera Module 3 NoIR", (2304, 1296), 10, True),
    "imx708_wide_noir": Sensor("Camera Module 3 Wide NoIR", (2304, 1296), 10, True),
    "imx219": Sensor("Camera Module 2", (1640, 1232), 10, False),
    "imx477": Sensor("HQ Camera", (2028, 1520), 12, False),
    "ov5647": Sensor("Camera Module 1", (1296, 972), 10, False),
}
"""libcamera's model name -> sensor."""
OTHER = Sensor("another camera", (1280, 960), 0, False)


class PiCamera(Camera):
    """``pi`` or ``pi:NUMBER``.

    A frame that does not come climbs a ladder: CameraTimeout, from the second on after closing and opening anew with
    the same held values; the fourth is CameraError: the program ends, and systemd starts it again.
    """

    name: ClassVar[str] = "pi"

    def __init__(
        self,
        argument: str = "",
        factory: Callable[..., Any] | None = None,
        pixel_format: str = "RGB888",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``factory`` is the class Picamera2; ``pixel_format`` RGB888 (which OpenCV calls BGR) or NV12."""
        super().__init__(argument)
        if argument and not argument.isdecimal():
            raise CameraError(f"a Pi camera is chosen as pi or pi:1, not pi:{argument}")
        self.number = int(argument or 0)
        self.factory, self.pixel_format, self.now = factory, pixel_format, now
        self.sensor = OTHER
        self.held: dict[str, Any] = {}
        self._camera: Any = None
        self._job: Any = None
        self._strikes = 0
        self._boot_minus_monotonic_s = 0.0
        self._last_call_s = self._last_stamp = float("-inf")

    def open(self) -> None:
        """Start the camera with its full field of view.  Raises CameraError with the cure."""
        factory: Any = self.factory or picamera2_class()
        known = len(factory.global_camera_info())
        if self.number >= known:
            raise CameraError(
                f"there is no camera {self.number} ({known} found); cure: check the ribbon and camera_auto_detect=1"
            )
        try:
            self._camera = factory(self.number)
            self.sensor = SENSORS.get(str(self._camera.camera_properties.get("Model")), OTHER)
            self._start()
        except Exception as error:  # libcamera raises RuntimeError, OSError and IndexError alike
            self.close()
            raise CameraError(
                f"the camera cannot be opened ({error}); cure: end other programs that hold it (dreimagier doctor)"
            ) from error

    def _start(self) -> None:
        camera = self._camera
        mode = {"sensor": {"output_size": self.sensor.size, "bit_depth": self.sensor.bit_depth}}
        camera.configure(
            camera.create_video_configuration(
                main={"size": self.sensor.size, "format": self.pixel_format},
                controls=self._advertised({"FrameDurationLimits": (FRAME_US, FRAME_US), **self.held}),
                buffer_count=4,
                queue=False,
                **(mode if self.sensor is not OTHER else {}),
            )
        )
        camera.start()
        self._boot_minus_monotonic_s = boot_minus_monotonic()

    def _advertised(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Without those that this camera does not know: setting one raises RuntimeError."""
        return {name: value for name, value in controls.items() if name in self._camera.camera_controls}

    def close(self) -> None:
        """Stop and let the camera go; what goes wrong on the way does not matter any more."""
        camera, self._camera, self._job = self._camera, None, None
        if camera is not None:
            _let_go(camera)

    def capture(self, timeout: float) -> Frame:
        """The next frame whose exposure began after the call before.  Raises CameraTimeout, CameraError."""
        return self.capture_after(self._last_call_s, timeout)

    def capture_after(self, event_s: float, timeout: float) -> Frame:
        """The first frame whose exposure began after ``event_s`` (seconds of `time.monotonic`)."""
        called_s = self.now()
        self._last_call_s = called_s
        while (left := called_s + timeout - self.now()) > 0:
            frame = self._next(left)
            if frame.stamp > max(event_s, self._last_stamp):
                self._strikes, self._last_stamp = 0, frame.stamp
                return frame
        raise self._strike(timeout)

    def _next(self, timeout: float) -> Frame:
        if self._camera is None:
            raise CameraError("the camera is not open")
        try:
            self._job = self._job or self._camera.capture_request(wait=False)
            request = self._camera.wait(self._job, timeout=timeout)
            self._job = None
            try:
                metadata = dict(request.get_metadata())
                picture = self._bgr(request.make_array("main"))
            finally:
                request.release()
        except TimeoutError:
            raise self._strike(timeout) from None
        except Exception as error:  # libcamera's errors have no root of their own
            raise CameraError(f"the camera stopped: {error}") from error
        return Frame(picture, self._stamp(metadata), metadata)

    def _stamp(self, metadata: Mapping[str, Any]) -> float:
        """Beginning of the exposure on the monotonic clock: the sensor stamps the frame's read-out in boot time."""
        began_ns = metadata["SensorTimestamp"] - 1000 * metadata.get("ExposureTime", 0)
        return float(began_ns / 1e9 - self._boot_minus_monotonic_s)

    def _bgr(self, array: Any) -> Picture:
        """A copy: the buffer goes back to the camera."""
        if self.pixel_format == "NV12":
            return np.asarray(cv2.cvtColor(array, cv2.COLOR_YUV2BGR_NV12), dtype=np.uint8)
        return np.array(array[:, :, :3], dtype=np.uint8, order="C")

    def _strike(self, timeout: float) -> CameraError:
        """One frame more that did not come: the error to raise, after climbing the ladder."""
        self._strikes += 1
        if self._strikes >= STRIKES_TO_GIVE_UP:
            return CameraError("the camera gives no frames, also after opening it anew; the program has to start again")
        if self._strikes >= STRIKES_TO_REOPEN:
            self._reopen()
        return CameraTimeout(f"no frame within {timeout:g} s")

    def _reopen(self) -> None:
        self.close()
        self.open()

    def lock(self) -> None:
        """Hold what the automatics have found (the light has settled by now).  Raises CameraError when it drifts."""
        found = self._next(1.0).metadata
        self.held = held_controls(found, self._camera.camera_controls)
        if not bounded(self._camera.stop):  # a frame came just now, so no job stands before it
            raise CameraError("the camera does not stop; the program has to start again")
        self._start()
        for _ in range(LOCK_FRAMES):
            try:
                frame = self._next(1.0)
            except CameraTimeout:  # a start that stalls climbs the ladder too: it is opened anew with the held values
                continue
            if agrees(frame.metadata, self.held):
                self._strikes = 0
                return
        raise CameraError(f"the camera does not hold its exposure: wanted {self.held}")

    def describe(self) -> str:
        """Name and sensor."""
        return f"{super().describe()} ({self.sensor.title})"


def boot_minus_monotonic(
    boot: Callable[[], float] = lambda: time.clock_gettime(time.CLOCK_BOOTTIME),
    monotonic: Callable[[], float] = time.monotonic,
) -> float:
    """Seconds.  A pause between two readings makes it too small, and all stamps late: the largest is the truest."""
    return max(boot() - monotonic() for _ in range(9))


def held_controls(found: Mapping[str, Any], advertised: Mapping[str, Any]) -> dict[str, Any]:
    """Controls that hold what the metadata say, the exposure brought to whole periods of the mains' flicker.

    Setting exposure and gain turns the automatics off by itself; AeEnable beside them would undo that.
    """
    held = {name: found[name] for name in HELD if name in found and name in advertised}
    if "ExposureTime" in held and "AnalogueGain" in held:
        exposure, gain = steady(int(held["ExposureTime"]), float(held["AnalogueGain"]))
        held |= {"ExposureTime": exposure, "AnalogueGain": gain}
    if "LensPosition" in held and "AfMode" in advertised:
        held["AfMode"] = 0  # AfModeEnum.Manual
    return held


def steady(exposure_us: int, gain: float) -> tuple[int, float]:
    """The nearest exposure of whole half-waves that a frame has room for, and the gain that keeps the brightness.

    Light too strong for 10 ms at the lowest gain keeps its short exposure: daylight does not flicker.
    """
    periods = min(max(1, round(exposure_us / MAINS_US)), (FRAME_US - 1000) // MAINS_US)
    wanted = periods * MAINS_US
    changed = gain * exposure_us / wanted
    while changed < 1.0 and periods > 1:
        periods -= 1
        wanted = periods * MAINS_US
        changed = gain * exposure_us / wanted
    return (wanted, changed) if changed >= 1.0 else (exposure_us, gain)


def agrees(metadata: Mapping[str, Any], held: Mapping[str, Any]) -> bool:
    """Whether a frame was taken with the held values, to 2 %."""
    return all(_close(metadata[name], held[name]) for name in HELD if name in held and name in metadata)


def _close(seen: Any, wanted: Any) -> bool:
    seen, wanted = np.atleast_1d(np.asarray(seen, float)), np.atleast_1d(np.asarray(wanted, float))
    return bool(np.all(np.abs(seen - wanted) <= AGREE * np.abs(wanted) + 1e-9))


def _let_go(camera: Any) -> None:
    """Cancel what waits, stop as the event loop wants it, and close even when the loop does not answer."""
    for end in (camera.cancel_all_and_flush, camera.stop, camera.close):
        bounded(end)


def bounded(call: Callable[[], None], seconds: float = CLOSE_S) -> bool:
    """Run a call that may hang or fail in the driver; whether it came back in time.  One that hangs dies with us."""

    def quiet() -> None:
        with contextlib.suppress(Exception):
            call()

    thread = threading.Thread(target=quiet, name="camera-close", daemon=True)
    thread.start()
    thread.join(seconds)
    return not thread.is_alive()


def picamera2_class() -> Any:
    """The real class.  Raises CameraError with the cure."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise CameraError(
            f"picamera2 is missing ({error}); cure on a Pi: sudo apt install python3-picamera2, and a virtual "
            "environment made by /usr/bin/python3 -m venv --system-site-packages"
        ) from error
    return Picamera2

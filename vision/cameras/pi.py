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
from typing import Any, ClassVar

import cv2
import numpy as np

from vision.cameras.base import Camera, Frame
from vision.cameras.exposure import AUTO, FOCUSED, FRAME_US, MANUAL, NOT_FOCUSED, START, agrees, held_controls
from vision.cameras.options import Options, flipped
from vision.cameras.sensors import OTHER, SENSORS
from vision.errors import CameraError, CameraTimeout
from vision.picture import Picture

LOCK_FRAMES = 45
FOCUS_S = 6.0
"""A cycle of the lens takes one or two."""
CLOSE_S = 3.0
STRIKES_TO_REOPEN = 2
STRIKES_TO_GIVE_UP = 4


class PiCamera(Camera):
    """``pi`` or ``pi:NUMBER``, with options as in ``pi:1,mains=60,flip=yes``.

    The lens of a module that has one to move starts at 1 m and stays there until somebody asks: it is held at ``focus``
    where that is set (it is kept with the pane), else `lock` focuses once on what lies on the pane.

    A frame that does not come climbs a ladder: CameraTimeout, from the second on after closing and opening anew with
    the same held values; the fourth is CameraError: the program ends, and systemd starts it again.
    """

    name: ClassVar[str] = "pi"
    settle_s: ClassVar[float] = 1.0

    def __init__(
        self,
        argument: str = "",
        factory: Callable[..., Any] | None = None,
        pixel_format: str = "RGB888",
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """``factory`` is the class Picamera2; ``pixel_format`` RGB888 (which OpenCV calls BGR) or NV12."""
        super().__init__(argument)
        self.options = Options.of(argument)
        chosen = self.options.chosen
        if chosen and not chosen.isdecimal():
            raise CameraError(f"a Pi camera is chosen as pi or pi:1, not pi:{chosen}")
        self.number = int(chosen or 0)
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
        known = on_the_ribbon(factory)
        if self.number >= len(known):
            raise CameraError(
                f"there is no camera {self.number} ({len(known)} found); cure: check the ribbon and "
                "camera_auto_detect=1; a camera by USB is chosen as usb"
            )
        try:
            self._camera = factory(known[self.number])
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
                controls=self._advertised({"FrameDurationLimits": (FRAME_US, FRAME_US), **self._lens(), **self.held}),
                buffer_count=4,
                queue=False,
                **(mode if self.sensor is not OTHER else {}),
            )
        )
        camera.start()
        self._boot_minus_monotonic_s = boot_minus_monotonic()

    def _lens(self) -> dict[str, Any]:
        """The lens as it is kept with the pane; nothing where it is not, or where there is none to move."""
        kept = self.focus is not None and "AfMode" in self._camera.camera_controls
        return {"AfMode": MANUAL, "LensPosition": self.focus} if kept else {}

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
            picture = np.asarray(cv2.cvtColor(array, cv2.COLOR_YUV2BGR_NV12), dtype=np.uint8)
        else:
            picture = np.array(array[:, :, :3], dtype=np.uint8, order="C")
        return flipped(picture) if self.options.flip else picture

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

    def expect(self, size: tuple[int, int], focus: float | None, distance_mm: float) -> None:
        """A lens whose place was not kept goes where the pane is; modules differ, so that is not quite sharp."""
        super().expect(size, 1000 / distance_mm if focus is None else focus, distance_mm)

    def find_focus(self) -> float | None:
        """One cycle of the lens on what lies on the pane; its place in dioptres, None for lenses turned by hand."""
        if "AfMode" not in self._camera.camera_controls:
            return None
        self._camera.set_controls({"AfMode": AUTO, "AfTrigger": START})
        until = self.now() + FOCUS_S
        moving = False
        while self.now() < until:
            found = self._next(1.0).metadata
            state = found.get("AfState")
            moving = moving or state not in (FOCUSED, NOT_FOCUSED)
            if moving and state == FOCUSED:
                self.focus = float(found["LensPosition"])
                return self.focus
            if moving and state == NOT_FOCUSED:
                break
        raise CameraError("the lens finds no focus; lay the printed board flat on the pane, with the lamps on")

    def lock(self) -> None:
        """Focus, unless the lens' place is known, then hold what the automatics have found (the light has settled by
        now).  Raises CameraError when it drifts."""
        if self.focus is None:
            self.find_focus()
        found = {**self._next(1.0).metadata, **({} if self.focus is None else {"LensPosition": self.focus})}
        self.held = held_controls(found, self._camera.camera_controls, self.options.mains)
        step = self.sensor.gain_step(float(self.held.get("AnalogueGain", 1.0)))
        if not bounded(self._camera.stop):  # a frame came just now, so no job stands before it
            raise CameraError("the camera does not stop; the program has to start again")
        self._start()
        for _ in range(LOCK_FRAMES):
            try:
                frame = self._next(1.0)
            except CameraTimeout:  # a start that stalls climbs the ladder too: it is opened anew with the held values
                continue
            if agrees(frame.metadata, self.held, step):
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


def on_the_ribbon(factory: Any) -> list[int]:
    """picamera2's numbers of the cameras that are no USB cameras, which it lists too."""
    listed = list(factory.global_camera_info())
    return [int(each.get("Num", n)) for n, each in enumerate(listed) if "/usb" not in str(each.get("Id", ""))]


def found_on_the_ribbon() -> bool:
    """Whether this machine's picamera2 knows a camera on the ribbon; False without picamera2."""
    try:
        return bool(on_the_ribbon(picamera2_class()))
    except Exception:  # a camera stack that is broken is told of when the camera is opened
        return False


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

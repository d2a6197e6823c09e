"""A USB webcam through OpenCV, chosen by a name that stays the same when it is plugged into another socket."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np

from vision.cameras.base import Camera, Frame
from vision.errors import CameraError, CameraTimeout
from vision.picture import Picture

BY_ID = Path("/dev/v4l/by-id")
SIZE = (1280, 960)
SIZES = ((1280, 960), (1280, 720), (640, 480))
SAME_FRAMES = 30
"""A real sensor never delivers the same picture twice; an unplugged one's driver does."""


class UsbCamera(Camera):
    """``usb:ID``: a name (or part of one) in /dev/v4l/by-id, a device path, or a number; empty: the first one."""

    name: ClassVar[str] = "usb"

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._capture: cv2.VideoCapture | None = None
        self._before: Picture | None = None
        self._same = 0

    def open(self) -> None:
        """Open the device at the largest size that it has.  Raises CameraError."""
        self.close()
        device = self._device()
        capture = cv2.VideoCapture(device, cv2.CAP_V4L2) if sys.platform == "linux" else cv2.VideoCapture(device)
        if not capture.isOpened():
            capture.release()
            raise CameraError(f"the camera {device} does not open; is it plugged in and used by no other program?")
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        for width, height in SIZES:
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
            if int(capture.get(cv2.CAP_PROP_FRAME_WIDTH)) == width:
                break
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture, self._before, self._same = capture, None, 0

    def _device(self) -> str | int:
        if self.argument.isdecimal():
            return int(self.argument)
        if self.argument.startswith("/"):
            return self.argument
        names = plugged_in()
        fitting = [p for p in names if self.argument in p.name]
        if not fitting:
            known = ", ".join(p.name for p in names) or "none"
            raise CameraError(f"no USB camera named {self.argument or 'at all'!r} (plugged in: {known})")
        return str(fitting[0])

    def lock(self) -> None:
        """Hold exposure, white balance and focus, as far as this camera can."""
        if self._capture is not None:
            for switch, off in (
                (cv2.CAP_PROP_AUTO_EXPOSURE, 1),
                (cv2.CAP_PROP_AUTO_WB, 0),
                (cv2.CAP_PROP_AUTOFOCUS, 0),
            ):
                self._capture.set(switch, off)

    def capture(self, timeout: float) -> Frame:
        """The next frame.  The driver's own wait is bounded by the process around it.  Raises CameraError."""
        if self._capture is None:
            raise CameraError("the USB camera is not open")
        start = time.monotonic()
        done, picture = self._capture.read()
        stamp = time.monotonic()
        if not done or picture is None:
            if stamp - start >= timeout:
                raise CameraTimeout(f"no frame within {timeout:g} s")
            raise CameraError("the USB camera stopped delivering; was it unplugged?")
        frame = np.asarray(picture, dtype=np.uint8)
        self._check_alive(frame)
        return Frame(frame, stamp, {})

    def _check_alive(self, frame: Picture) -> None:
        same = self._before is not None and np.array_equal(frame, self._before)
        self._same, self._before = (self._same + 1 if same else 0), frame
        if self._same >= SAME_FRAMES:
            raise CameraError("the USB camera delivers the same picture again and again; plug it in anew")

    def close(self) -> None:
        """Release the device."""
        if self._capture is not None:
            self._capture.release()
        self._capture = None


def plugged_in() -> list[Path]:
    """The USB cameras of this machine, by names that stay."""
    return sorted(p for p in BY_ID.iterdir() if "index0" in p.name) if BY_ID.is_dir() else []

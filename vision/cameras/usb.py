"""A USB webcam through OpenCV, chosen by a name that stays the same when it is plugged into another socket.

Asked is not given: a webcam takes every size and answers with another one, says that it holds still and goes on, and
forgets what its automatics had found when they are switched off.  So pictures are measured and values read back.
"""

from __future__ import annotations

import errno
import fcntl
import grp
import os
import stat
import struct
import sys
import time
from pathlib import Path
from typing import ClassVar

import cv2
import numpy as np

from companion.link.holders import holders
from vision.cameras import usb_hold
from vision.cameras.base import Camera, Frame
from vision.cameras.options import Options, flipped
from vision.errors import CameraError, CameraTimeout
from vision.picture import Picture

BY_ID = Path("/dev/v4l/by-id")
SIZES = ((1920, 1080), (1280, 1024), (1280, 960), (1280, 720), (1024, 768), (800, 600), (640, 480))
"""Most rows first: they are the pane's px/mm."""
CODES = ("MJPG", "YUYV")
LEAST_FPS = 9.0
"""A size that comes slower than this (raw pictures over USB 2) is no choice while another is there."""
SAME_FRAMES = 30
"""A real sensor never delivers the same picture twice; an unplugged one's driver does."""
STALE_S = 2.0
SET_CONTROL = 0xC008561C
MAINS, DYNAMIC_RATE = 0x00980918, 0x009A0903
"""V4L2's power_line_frequency (50 Hz: 1, 60 Hz: 2) and exposure_dynamic_framerate, which OpenCV has no name for."""
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "3")


class UsbCamera(Camera):
    """``usb:ID``: a name (or part of one) in /dev/v4l/by-id, a device path, or a number; empty: the first one.

    Options follow, as in ``usb:ID,mains=60,flip=yes``.
    """

    name: ClassVar[str] = "usb"
    settle_s: ClassVar[float] = 1.5

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self.options = Options.of(argument)
        self._capture: cv2.VideoCapture | None = None
        self._path = ""
        self._before: Picture | None = None
        self._same = 0
        self._stamp = self._called = float("-inf")

    def open(self) -> None:
        """Open the device at the largest size that it truly gives.  Raises CameraError with the cure."""
        self.close()
        self._path = self._device()
        if sys.platform == "linux":
            self._prepare()
            capture = cv2.VideoCapture(self._path, cv2.CAP_V4L2)
        else:
            capture = cv2.VideoCapture(int(self.options.chosen or 0))
        self._capture, self._before, self._same, self._stamp = capture, None, 0, float("-inf")
        if not capture.isOpened() or not self._choose(capture):
            self.close()
            raise CameraError(self._why())
        usb_hold.release(capture, self.focus)

    def _device(self) -> str:
        chosen = self.options.chosen
        if chosen.isdecimal():
            return f"/dev/video{chosen}"
        if chosen.startswith("/"):
            return chosen
        names = plugged_in()
        fitting = [p for p in names if chosen in p.name]
        if not fitting:
            known = ", ".join(p.name for p in names) or "none"
            raise CameraError(f"no USB camera named {chosen or 'at all'!r} (plugged in: {known})")
        return str(fitting[0])

    def _prepare(self) -> None:
        """Look whether it may be opened, and set what OpenCV cannot.  Raises CameraError."""
        try:
            device = os.open(self._path, os.O_RDWR | os.O_NONBLOCK)
        except OSError as error:
            raise CameraError(self._refusal(error)) from error
        try:
            for control, value in ((MAINS, 2 if self.options.mains == 60 else 1), (DYNAMIC_RATE, 0)):
                try:
                    fcntl.ioctl(device, SET_CONTROL, struct.pack("Ii", control, value))
                except OSError:
                    continue  # this camera has no such control
        finally:
            os.close(device)

    def _refusal(self, error: OSError) -> str:
        if error.errno == errno.EACCES:
            group = group_of(self._path)
            return f"you may not open {self._path}; cure: sudo usermod -aG {group} $USER, then log in anew"
        if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            return f"there is no camera {self._path}; plug it in, it is found by itself"
        return self._why()

    def _why(self) -> str:
        """Why an open device gives nothing."""
        held = [each for each in holders(os.path.realpath(self._path)) if f"(pid {os.getpid()})" not in each]
        if held:
            return f"the camera {self._path} is held by {', '.join(held)}; end it, then this one finds the camera"
        return (
            f"the camera {self._path} gives no pictures; is another program using it (sudo dreimagier doctor names it)?"
        )

    def _choose(self, capture: cv2.VideoCapture) -> bool:
        """Set the size: that of the pane, else the one with most rows that comes quickly enough."""
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        slow: list[tuple[float, str, tuple[int, int]]] = []
        for size in (*([self.size] if self.size else []), *SIZES):
            for code in CODES:
                given, rate = tried(capture, code, size)
                if given == size and rate >= LEAST_FPS:
                    return True
                if given:
                    slow.append((rate, code, given))
        if not slow:
            return False
        _, code, size = max(slow)
        return bool(tried(capture, code, size)[0])

    def lock(self) -> None:
        """Hold exposure, white balance and focus where the automatics brought them; ``remark`` names what goes on."""
        if self._capture is None:
            return
        held = usb_hold.hold(self._capture, lambda: self.capture(STALE_S).picture, self.options.mains)
        self.focus = held.focus if held.focus is not None else self.focus
        self.remark = f"this camera does not hold its {' and '.join(held.refused)}" if held.refused else ""

    def capture(self, timeout: float) -> Frame:
        """The next frame.  The driver's own wait is bounded by the process around it.  Raises CameraError."""
        start = time.monotonic()
        while True:
            picture, stamp = self._read(start, timeout)
            if stamp > max(self._called, self._stamp) or time.monotonic() - start > timeout:
                break  # what was exposed before the last call waited in the driver
        self._called, self._stamp = start, max(stamp, self._stamp + 1e-6)
        self._check_alive(picture)
        return Frame(flipped(picture) if self.options.flip else picture, self._stamp, {})

    def _read(self, start: float, timeout: float) -> tuple[Picture, float]:
        if self._capture is None:
            raise CameraError("the USB camera is not open")
        done, picture = self._capture.read()
        now = time.monotonic()
        if not done or picture is None:
            if sys.platform == "linux" and not os.path.exists(self._path):  # noqa: PTH110 - a device, not a file
                raise CameraError("the USB camera was unplugged; plug it in, it is found by itself")
            if now - start >= timeout:
                raise CameraTimeout(f"no frame within {timeout:g} s")
            raise CameraError("the USB camera stopped delivering; was it unplugged?")
        told = float(self._capture.get(cv2.CAP_PROP_POS_MSEC)) / 1000
        return np.asarray(picture, dtype=np.uint8), told if 0 <= now - told < STALE_S else now

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


def tried(capture: cv2.VideoCapture, code: str, size: tuple[int, int]) -> tuple[tuple[int, int] | None, float]:
    """Ask for pictures of a kind and size; the size of one that came (None: none came), and their rate."""
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*code))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_FPS, 30)
    done, picture = capture.read()
    if not done or picture is None:
        return None, 0.0
    rate = float(capture.get(cv2.CAP_PROP_FPS))
    return (picture.shape[1], picture.shape[0]), rate if rate > 0 else LEAST_FPS


def group_of(path: str) -> str:
    """The group whose members may open a device."""
    try:
        status = Path(path).stat()
        name = grp.getgrgid(status.st_gid).gr_name
    except (OSError, KeyError):
        return "video"
    return name if status.st_mode & stat.S_IWGRP and name != "root" else "video"

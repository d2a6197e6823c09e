"""The Pi camera on the real picamera2, on libcamera's virtual camera: run by ``make test-picamera2``.

Only what that camera lacks is made up for here: it has no raw stream, buffers come from libcamera's own allocator, and
it gives frames in no time, which no sensor does.
"""

from __future__ import annotations

import sys
import threading
import types
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision_pi.contract import WAIT_S, PiCameraContract
from tests.vision_pi.root.frames import COUNT, FIRST, STEP
from vision.cameras.pi import PiCamera
from vision.errors import CameraError, CameraTimeout

pytestmark = pytest.mark.picamera2


class _Anything:
    def __getattr__(self, name: str) -> str:
        return name


def virtual_class() -> Any:
    """The real Picamera2 with the three changes."""
    screen = types.ModuleType("pykms")
    screen.PixelFormat = _Anything()  # type: ignore[attr-defined]
    sys.modules.setdefault("pykms", screen)
    from picamera2 import Picamera2
    from picamera2.allocators import LibcameraAllocator

    class Virtual(Picamera2):  # type: ignore[misc]
        def __init__(self, camera_num: int = 0) -> None:
            super().__init__(camera_num)
            self.allocator = LibcameraAllocator(self.camera)

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            width, height = self.camera_properties_["PixelArrayActiveAreas"][0][2:]
            return [{"format": "NV12", "size": (width, height)}]

        def start_(self) -> None:
            """A frame that is handed back before picamera2 calls itself started is not queued again, ever."""
            with self._requestslock:
                super().start_()

    return Virtual


def deafen(camera: Any) -> None:
    """From now on picamera2's loop does nothing, also not with a frame that it had in hand just now."""
    turned = threading.Event()
    camera.process_requests = lambda display: turned.set()
    camera._run_process_requests()
    assert turned.wait(WAIT_S), "the loop has come round"


def disc(picture: np.ndarray) -> tuple[float, float]:
    """Middle of what is red."""
    red = cv2.inRange(picture, (0, 0, 150), (100, 100, 255))
    moments = cv2.moments(red)
    return moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]


class TestContract(PiCameraContract):
    @pytest.fixture
    def make(self) -> Callable[[], PiCamera]:
        return lambda: PiCamera(factory=virtual_class(), pixel_format="NV12")

    def test_red_is_red_and_moves_as_in_the_pictures(self, camera: PiCamera) -> None:
        known = [FIRST + number * STEP for number in range(COUNT)]
        seen: set[int] = set()
        for _ in range(40 * COUNT):
            x, y = disc(camera.capture(WAIT_S).picture)
            step = min(range(COUNT), key=lambda number, x=x: abs(known[number] - x))
            assert abs(known[step] - x) < 3 and abs(y - 480) < 3
            seen.add(step)
            if len(seen) == COUNT:
                return
        raise AssertionError(f"only the pictures {sorted(seen)} came")

    def test_a_wait_that_runs_out_is_told_and_costs_no_buffer(self, camera: PiCamera) -> None:
        """This camera gives frames at once, so picamera2's loop is made deaf: its stop() then waits for ever."""
        for _ in range(2):
            camera.capture(WAIT_S)
            before = camera._camera
            deafen(before)
            for _ in range(2):
                with pytest.raises(CameraTimeout):
                    camera.capture(0.3)
            assert camera._camera is not before, "closed and opened anew all the same"
            for _ in range(10):
                assert camera.capture(WAIT_S).picture.size

    def test_buffers_are_not_used_up(self, camera: PiCamera) -> None:
        for _ in range(40):
            camera.capture(WAIT_S)

    def test_ten_times_opened_and_closed(self, camera: PiCamera) -> None:
        for _ in range(10):
            camera.close()
            camera.open()
            assert camera.capture(WAIT_S).picture.size


def test_there_is_no_second_camera() -> None:
    with pytest.raises(CameraError, match="there is no camera 7"):
        PiCamera("7", factory=virtual_class()).open()

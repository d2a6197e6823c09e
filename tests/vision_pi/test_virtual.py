"""The Pi camera on the real picamera2, on libcamera's virtual camera: run by ``make test-picamera2``.

Only what that camera lacks is made up for here: it has no raw stream, and buffers come from libcamera's own allocator.
"""

from __future__ import annotations

import sys
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
    """The real Picamera2 with the two changes."""
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

    return Virtual


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
        places = [disc(camera.capture(WAIT_S).picture) for _ in range(COUNT)]
        known = [FIRST + number * STEP for number in range(COUNT)]
        steps = [min(range(COUNT), key=lambda number, x=x: abs(known[number] - x)) for x, _ in places]
        assert all(abs(known[step] - x) < 3 and abs(y - 480) < 3 for step, (x, y) in zip(steps, places, strict=True))
        assert len(set(steps)) >= COUNT // 2, "no picture is given twice for a new one"

    def test_a_wait_that_runs_out_is_told_and_costs_no_buffer(self, camera: PiCamera) -> None:
        """This camera gives frames at once, so picamera2's loop is made deaf: its stop() then waits for ever."""
        for _ in range(2):
            camera.capture(WAIT_S)
            before = camera._camera
            before.process_requests = lambda display: None
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

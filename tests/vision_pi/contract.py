"""What a Pi camera promises, whatever is under it: the stand-in, the real picamera2 without a camera, a Pi."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from vision.cameras.exposure import HELD, agrees
from vision.cameras.pi import PiCamera
from vision.errors import CameraError, CameraTimeout

WAIT_S = 3.0


class PiCameraContract:
    """A descendant gives the fixture ``make``: a function that makes a camera that is not open yet."""

    @pytest.fixture
    def camera(self, make: Callable[[], PiCamera]) -> Iterator[PiCamera]:
        made = make()
        made.open()
        yield made
        made.close()

    def test_frames_are_colour_pictures_of_the_sensors_size(self, camera: PiCamera) -> None:
        picture = camera.capture(WAIT_S).picture
        width, height = camera.sensor.size
        assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
        assert picture.shape[:2] == (height, width) and picture.flags["C_CONTIGUOUS"]

    def test_stamps_grow_and_lie_in_the_monotonic_present(self, camera: PiCamera) -> None:
        stamps = [camera.capture(WAIT_S).stamp for _ in range(5)]
        assert stamps == sorted(set(stamps))
        assert abs(stamps[-1] - camera.now()) < 1.0

    def test_a_frame_after_an_event_was_exposed_after_it(self, camera: PiCamera) -> None:
        for _ in range(3):
            camera.capture(WAIT_S)
            event_s = camera.now()
            frame = camera.capture_after(event_s, WAIT_S)
            assert frame.stamp > event_s

    def test_pictures_outlive_their_buffers(self, camera: PiCamera) -> None:
        first = camera.capture(WAIT_S).picture
        before = first.copy()
        for _ in range(8):
            camera.capture(WAIT_S)
        assert np.array_equal(first, before)

    def test_a_camera_has_one_owner(self, camera: PiCamera, make: Callable[[], PiCamera]) -> None:
        with pytest.raises(CameraError, match="cannot be opened"):
            make().open()
        assert camera.capture(WAIT_S).stamp > 0

    def test_closed_it_can_be_opened_again(self, camera: PiCamera) -> None:
        camera.capture(WAIT_S)
        camera.close()
        camera.close()
        with pytest.raises(CameraError, match="not open"):
            camera.capture(WAIT_S)
        camera.open()
        assert camera.capture(WAIT_S).picture.size

    def test_a_wait_that_runs_out_is_told_and_costs_no_buffer(self, camera: PiCamera) -> None:
        camera.capture(WAIT_S)
        for _ in range(6):
            with pytest.raises(CameraTimeout):
                camera.capture(0.0001)
            assert camera.capture(WAIT_S).picture.size

    def test_locked_it_holds_to_two_per_cent(self, camera: PiCamera) -> None:
        camera.capture(WAIT_S)
        camera.lock()
        step = camera.sensor.gain_step(float(camera.held.get("AnalogueGain", 1.0)))
        assert all(agrees(camera.capture(WAIT_S).metadata, camera.held, step) for _ in range(5))
        assert set(camera.held) <= {*HELD, "AfMode"}

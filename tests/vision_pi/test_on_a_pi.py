"""The Pi camera on a Pi with its camera: ``pytest -m pi``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.vision_pi.contract import WAIT_S, PiCameraContract
from vision.cameras.pi import PiCamera
from vision.cameras.sensors import OTHER

pytestmark = pytest.mark.pi


class TestContract(PiCameraContract):
    @pytest.fixture
    def make(self) -> Callable[[], PiCamera]:
        return PiCamera

    def test_the_sensor_is_known(self, camera: PiCamera) -> None:
        assert camera.sensor is not OTHER

    def test_locked_the_exposure_is_of_whole_half_waves(self, camera: PiCamera) -> None:
        for _ in range(15):
            camera.capture(WAIT_S)
        camera.lock()
        held = camera.held["ExposureTime"]
        assert held % 10_000 == 0 or held < 10_000

    def test_a_lens_that_can_move_is_focused_on_the_printed_board_and_stays(self, camera: PiCamera) -> None:
        if not camera.sensor.focus:
            assert camera.find_focus() is None
            return
        for _ in range(15):
            camera.capture(WAIT_S)
        camera.lock()
        assert camera.focus is not None and 1.5 < camera.focus < 7
        assert camera.capture(WAIT_S).metadata["LensPosition"] == pytest.approx(camera.focus, rel=0.02)

    def test_fifteen_frames_a_second(self, camera: PiCamera) -> None:
        camera.capture(WAIT_S)
        stamps = [camera.capture(WAIT_S).stamp for _ in range(30)]
        assert (stamps[-1] - stamps[0]) / 29 == pytest.approx(1 / 15, rel=0.1)

"""The Pi camera on a Pi with its camera: ``pytest -m pi``."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.vision_pi.contract import WAIT_S, PiCameraContract
from vision.cameras.pi import MAINS_US, OTHER, PiCamera

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
        assert held % MAINS_US == 0 or held < MAINS_US

    def test_fifteen_frames_a_second(self, camera: PiCamera) -> None:
        camera.capture(WAIT_S)
        stamps = [camera.capture(WAIT_S).stamp for _ in range(30)]
        assert (stamps[-1] - stamps[0]) / 29 == pytest.approx(1 / 15, rel=0.1)

"""The Pi camera on the stand-in: the contract, and what cannot be made to happen on a real one."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision_pi.contract import PiCameraContract
from tests.vision_pi.fake import PANE_DIOPTRES, START_DIOPTRES, World
from vision.cameras.exposure import FRAME_US, MAINS_HZ, agrees, half_wave_us, held_controls, steady
from vision.cameras.pi import PiCamera, boot_minus_monotonic, bounded, picamera2_class
from vision.cameras.sensors import SENSORS
from vision.errors import CameraError, CameraTimeout

MODELS = ("imx708", "imx708_wide", "imx219", "imx477", "ov5647", "strange")


def camera_of(world: World, argument: str = "") -> PiCamera:
    return PiCamera(argument, factory=world.camera_class(), now=world.now)


@pytest.fixture(params=MODELS)
def world(request: pytest.FixtureRequest) -> World:
    return World(request.param)


class TestContract(PiCameraContract):
    @pytest.fixture
    def make(self, world: World) -> Callable[[], PiCamera]:
        return lambda: camera_of(world)


def test_rgb888_is_blue_green_red(world: World) -> None:
    with camera_of(world) as camera:
        picture = camera.capture(1.0).picture
    assert picture[:, :, 2].max() == 220 and picture[:, :, :2].max() == 0


def test_the_whole_field_of_view_with_enough_rows() -> None:
    assert all(sensor.size[1] >= 1232 for name, sensor in SENSORS.items() if name != "ov5647")


def test_only_advertised_controls_are_set_and_never_the_automatics_beside_them(world: World) -> None:
    with camera_of(world) as camera:
        camera.capture(1.0)
        camera.lock()
    moves = world.models[0].startswith("imx708")
    assert set(world.sets[0]) - {"AfMode", "AfTrigger"} == {"FrameDurationLimits"}
    focus = {"AfMode", "LensPosition"} if moves else set()
    assert set(world.sets[-1]) == {"FrameDurationLimits", "ExposureTime", "AnalogueGain", "ColourGains"} | focus
    assert world.sets[-1]["ExposureTime"] % 10_000 == 0


@pytest.mark.parametrize("model", ["imx708", "imx708_wide"])
def test_a_lens_is_focused_on_the_pane_once_and_held_there(model: str) -> None:
    world = World(model)
    with camera_of(world) as camera:
        assert camera.capture(1.0).metadata["LensPosition"] == START_DIOPTRES
        camera.lock()
        assert camera.focus == camera.held["LensPosition"] == PANE_DIOPTRES
        assert world.sets[1] == {"AfMode": 1, "AfTrigger": 0}
        assert world.sets[2]["AfMode"] == 0 and world.sets[2]["LensPosition"] == PANE_DIOPTRES
        assert {camera.capture(1.0).metadata["LensPosition"] for _ in range(5)} == {PANE_DIOPTRES}


def test_a_lens_whose_place_is_kept_is_not_moved_again() -> None:
    world = World("imx708")
    camera = camera_of(world)
    camera.focus = 2.31
    with camera:
        assert camera.capture(1.0).metadata["LensPosition"] == 2.31
        camera.lock()
        assert camera.held["LensPosition"] == 2.31
    assert not any("AfTrigger" in each for each in world.sets)


def test_a_lens_turned_by_hand_is_asked_nothing() -> None:
    camera = camera_of(World("imx219"))
    camera.focus = 2.31
    with camera:
        assert camera.find_focus() is None
        camera.lock()
        assert "LensPosition" not in camera.held


def test_a_lens_that_finds_nothing_says_what_to_lay_there() -> None:
    world = World("imx708")
    world.blurred = True
    with camera_of(world) as camera, pytest.raises(CameraError, match="finds no focus; lay the printed board flat"):
        camera.lock()


def test_a_camera_by_usb_is_none_on_the_ribbon() -> None:
    assert camera_of(World("usb", "imx219")).open() is None
    with camera_of(World("usb", "imx219")) as camera:
        assert camera.sensor is SENSORS["imx219"]
    with pytest.raises(CameraError, match=r"no camera 0 \(0 found\).*by USB is chosen as usb"):
        camera_of(World("usb")).open()


@pytest.mark.parametrize("model", ["ov5647", "imx219"])
@pytest.mark.parametrize("gain", [1.0, 1.03, 2.0, 5.9, 9.7])
def test_a_sensor_with_coarse_gains_is_locked(model: str, gain: float, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(model)
    with camera_of(world) as camera:
        metadata = camera._camera._metadata
        found = {"ExposureTime": 60_000, "AnalogueGain": gain, "ColourGains": (1.7, 2.1)}
        automatic = lambda sent: metadata(sent) | ({} if "AnalogueGain" in sent else found)  # noqa: E731
        monkeypatch.setattr(camera._camera, "_metadata", automatic)
        camera.lock()
        assert camera.held["AnalogueGain"] == pytest.approx(gain)


def test_a_camera_that_drifts_is_not_called_locked() -> None:
    world = World("imx219")
    world.drift = 1.05
    with camera_of(world) as camera, pytest.raises(CameraError, match="does not hold its exposure"):
        camera.lock()


def test_the_ladder_waits_then_opens_anew_then_gives_up() -> None:
    world = World("imx219")
    with camera_of(world) as camera:
        camera.capture(1.0)
        camera.lock()
        world.hangs = 99
        opened = []
        for _ in range(3):
            with pytest.raises(CameraTimeout):
                camera.capture(0.5)
            opened.append(world.opened)
        assert opened == [1, 2, 3]
        assert world.sets[-1] == world.sets[1], "opened anew with the held values"
        with pytest.raises(CameraError, match="has to start again") as last:
            camera.capture(0.5)
        assert not isinstance(last.value, CameraTimeout)


def test_a_start_that_stalls_while_locking_climbs_the_ladder_too() -> None:
    world = World("imx219")
    with camera_of(world) as camera:
        camera.capture(1.0)
        start = camera._camera.start

        def stalls() -> None:
            start()
            world.hangs = 2

        camera._camera.start = stalls
        camera.lock()
        assert world.opened == 2, "opened anew"
        assert world.sets[-1] == world.sets[-2], "with the held values"
        assert agrees(camera.capture(1.0).metadata, camera.held)


def test_a_camera_that_does_not_let_go_holds_nobody_up() -> None:
    stuck = threading.Event()
    assert bounded(lambda: None) is True
    assert bounded(lambda: bool(stuck.wait(30)), 0.05) is False  # type: ignore[arg-type, return-value]
    stuck.set()


def test_a_pause_between_two_clocks_does_not_shift_the_stamps() -> None:
    at_s, pauses = [1000.0], [0.02, 0.0, 0.3] * 3

    def boot() -> float:
        read, at_s[0] = at_s[0], at_s[0] + pauses.pop()
        return read + 50.0

    assert boot_minus_monotonic(boot, lambda: at_s[0]) == 50.0


def test_a_frame_in_between_resets_the_ladder() -> None:
    world = World("imx219")
    with camera_of(world) as camera:
        for _ in range(6):
            world.hangs = 1
            with pytest.raises(CameraTimeout):
                camera.capture(0.5)
            assert camera.capture(1.0).picture.size
        assert world.opened == 1


def test_a_camera_that_breaks_says_so() -> None:
    world = World("imx219")
    with camera_of(world) as camera:
        camera._camera.wait = lambda job, timeout: (_ for _ in ()).throw(OSError("device gone"))
        with pytest.raises(CameraError, match="the camera stopped: device gone"):
            camera.capture(1.0)


def test_a_buffer_is_released_even_when_its_picture_is_bad() -> None:
    world = World("imx219")
    with camera_of(world) as camera:
        good, camera._bgr = camera._bgr, lambda array: (_ for _ in ()).throw(ValueError("odd"))  # type: ignore[method-assign, assignment]
        for _ in range(6):
            with pytest.raises(CameraError, match="odd"):
                camera.capture(1.0)
        camera._bgr = good  # type: ignore[method-assign]
        assert camera.capture(1.0).picture.size


def test_there_is_no_second_camera() -> None:
    with pytest.raises(CameraError, match=r"there is no camera 1 \(1 found\); cure: check the ribbon"):
        camera_of(World("imx219"), "1").open()


def test_the_second_of_two_cameras() -> None:
    with camera_of(World("imx219", "imx477"), "1") as camera:
        assert camera.describe() == "pi:1 (HQ Camera)"


def test_a_number_is_a_number() -> None:
    with pytest.raises(CameraError, match="chosen as pi or pi:1, not pi:front"):
        PiCamera("front")


def test_without_picamera2_the_cure_is_named() -> None:
    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        picamera2_class()


@given(st.integers(100, 66_000), st.floats(1.0, 16.0), st.sampled_from(MAINS_HZ))
def test_the_held_exposure_is_steady_and_as_bright(exposure: int, gain: float, mains: int) -> None:
    held, held_gain = steady(exposure, gain, mains)
    assert held * held_gain == pytest.approx(exposure * gain)
    assert held_gain >= 1.0 and held < FRAME_US
    half = half_wave_us(mains)
    assert abs(held - round(held / half) * half) <= 0.5 or exposure * gain < half + 1


def test_sixty_hertz_are_told_with_the_cameras_name() -> None:
    world = World("imx219")
    with camera_of(world, ",mains=60") as camera:
        camera.capture(1.0)
        camera.lock()
        assert camera.held["ExposureTime"] in (25_000, 16_667)


@pytest.mark.parametrize("argument", ["0,mains=55", "0,flip=maybe", "0,colour=red", ",mains"])
def test_an_option_that_there_is_not_is_told(argument: str) -> None:
    with pytest.raises(CameraError, match="mains=50, mains=60 and flip=yes"):
        PiCamera(argument)


def test_behind_a_mirror_the_picture_is_turned_back() -> None:
    with camera_of(World("imx219")) as plain, camera_of(World("imx219"), "0,flip=yes") as turned:
        pictures = plain.capture(1.0).picture, turned.capture(1.0).picture
    assert np.array_equal(pictures[0], pictures[1][:, ::-1]) and pictures[1].flags["C_CONTIGUOUS"]


def test_agreement_is_to_two_per_cent() -> None:
    held = {"ExposureTime": 20_000, "ColourGains": (1.5, 2.0)}
    assert agrees({"ExposureTime": 20_390, "ColourGains": (1.48, 2.03)}, held)
    assert not agrees({"ExposureTime": 20_410, "ColourGains": (1.5, 2.0)}, held)
    assert not agrees({"ExposureTime": 20_000, "ColourGains": (1.5, 2.05)}, held)


def test_nothing_is_held_that_is_not_advertised() -> None:
    assert held_controls({"ExposureTime": 10_000, "AnalogueGain": 2.0}, {"Brightness": 0}) == {}


def test_nv12_becomes_blue_green_red() -> None:
    camera = PiCamera(factory=World().camera_class(), pixel_format="NV12")
    grey = np.full((6, 8), 128, np.uint8)
    assert camera._bgr(grey).shape == (4, 8, 3)
    assert np.ptp(camera._bgr(grey)) <= 1

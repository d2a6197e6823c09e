"""Buttons, lights, buzzer on gpiozero's own mock pins of four Pi models."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware import controls
from firmware.controls.base import Press
from firmware.controls.gestures import HOLD_S
from firmware.controls.gpio import GpioControls
from firmware.controls.pins import Pins, parse
from firmware.controls.sounder import TUNES, Sounder
from firmware.errors import ControlsError, OptionError
from tests.firmware.states import state

MODELS = {"3B+": "a020d3", "4B": "c03112", "5B": "d04170", "Zero2W": "902120"}


class Clock:
    def __init__(self) -> None:
        self.at_s = 100.0

    def __call__(self) -> float:
        return self.at_s


class Table:
    """The parts with their mock pins and a clock of our own."""

    def __init__(self, revision: str) -> None:
        self.factory = MockFactory(revision=revision, pin_class=MockPWMPin)
        self.clock = Clock()
        self.pins = Pins()
        self.controls = GpioControls(self.pins, self.factory, self.clock)

    def pin(self, number: int) -> Any:
        return self.factory.pin(number)

    def push(self, pin: int, seconds: float) -> list[Press]:
        """Press for some seconds, with a loop that looks 25 times a second."""
        presses: list[Press] = []
        self.pin(pin).drive_low()
        for _ in range(round(seconds * 25)):
            self.clock.at_s += 1 / 25
            presses += self.controls.poll(self.clock.at_s)
        self.pin(pin).drive_high()
        for _ in range(3):
            self.clock.at_s += 1 / 25
            presses += self.controls.poll(self.clock.at_s)
        return presses


@pytest.fixture(params=MODELS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    made = Table(MODELS[request.param])
    assert made.factory.board_info.model == request.param
    yield made
    made.controls.close()
    made.factory.reset()


def test_each_button_presses_for_its_seat(table: Table) -> None:
    for seat, pin in enumerate(table.pins.buttons):
        assert table.pin(pin).pull == "up"
        assert table.push(pin, 0.2) == [Press(seat, "press")]
        assert table.push(pin, HOLD_S + 0.2) == [Press(seat, "hold")]


def test_a_press_between_two_looks_of_the_loop_counts(table: Table) -> None:
    pin = table.pin(table.pins.button_1)
    pin.drive_low()
    table.clock.at_s += 0.03
    pin.drive_high()
    table.clock.at_s += 0.03
    assert table.controls.poll(table.clock.at_s) == [Press(0, "press")]


def test_the_off_button_counts_down_and_then_asks(table: Table) -> None:
    assert table.push(table.pins.off, 2.5) == []
    assert table.push(table.pins.off, 3.2) == [Press(0, "off")]


def test_the_countdown_ticks_and_blinks(table: Table) -> None:
    for _ in range(2):
        table.clock.at_s += 1 / 25
        table.controls.poll(table.clock.at_s)
    table.pin(table.pins.off).drive_low()
    sounded, status = [], set()
    for _ in range(70):
        table.clock.at_s += 1 / 25
        table.controls.poll(table.clock.at_s)
        table.controls.show(state(), True, table.clock.at_s)
        sounded.append(table.pin(table.pins.buzzer).state > 0)
        status.add(bool(table.pin(table.pins.status).state))
    ticks = sum(1 for before, now in itertools.pairwise([False, *sounded]) if now and not before)
    assert ticks == 3
    assert status == {True, False}


def test_the_buttons_of_the_asked_seats_are_lit_and_steady(table: Table) -> None:
    table.controls.show(state(asked=["red", "white"]), True, 0.0)
    assert [table.pin(pin).state for pin in table.pins.lights] == [1, 0, 1]
    table.pin(table.pins.light_1).clear_states()
    for step in range(50):
        table.controls.show(state(asked=["red", "white"]), True, step / 25)
    assert len(table.pin(table.pins.light_1).states) == 1, "no switching: it would band the camera's pictures"
    table.controls.show(None, True, 3.0)
    assert [table.pin(pin).state for pin in table.pins.lights] == [0, 0, 0]


def test_the_status_light_tells(table: Table) -> None:
    def course(now: Any, healthy: bool) -> list[int]:
        seen = []
        for step in range(8):
            table.controls.show(now, healthy, step / 2)
            seen.append(int(table.pin(table.pins.status).state))
        return seen

    assert course(state(), True) == [1] * 8
    assert course(state(dark=True), True) == [0] * 8
    assert course(None, True) == [1, 1, 0, 0] * 2
    assert course(state(), False) == [1, 1, 0, 0] * 2


def test_a_tune_is_played_and_ends(table: Table) -> None:
    table.controls.sound(["turn", "won"], 10.0)
    heard = []
    for step in range(30):
        table.controls.show(state(), True, 10.0 + step / 25)
        buzzer = table.pin(table.pins.buzzer)
        heard.append(round(buzzer.frequency) if buzzer.state else 0)
    assert [tone for n, tone in enumerate(heard) if n == 0 or tone != heard[n - 1]] == [523, 659, 784, 880, 0]


def test_everything_is_free_and_dark_after_closing(table: Table) -> None:
    table.controls.show(state(asked=["red"]), True, 0.0)
    table.controls.close()
    again = GpioControls(table.pins, table.factory, table.clock)
    assert [light.value for light in again.lights] == [0, 0, 0]
    again.close()


def test_a_pin_in_use_is_told_and_frees_the_others() -> None:
    from gpiozero import LED

    factory = MockFactory(pin_class=MockPWMPin)
    with LED(Pins().status, pin_factory=factory):
        with pytest.raises(ControlsError, match="GPIOPinInUse"):
            GpioControls(Pins(), factory)
        for pin in Pins().buttons:
            LED(pin, pin_factory=factory).close()
    factory.reset()


def test_without_pins_the_cure_is_named(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # importing lgpio writes a FIFO into the working directory
    with pytest.raises(ControlsError, match="group gpio"):
        controls.open_controls("gpio", Pins())


class TestPins:
    @pytest.mark.parametrize("pin", range(7, 12))
    def test_the_bus_of_the_lamps_is_refused(self, pin: int) -> None:
        with pytest.raises(OptionError, match=f"button_2 cannot be GPIO {pin}: 7 to 11 belong to the lamps' SPI bus"):
            parse([f"button_2={pin}"])

    @pytest.mark.parametrize("pin", [0, 1, 28, 45])
    def test_pins_that_the_header_has_not_are_refused(self, pin: int) -> None:
        with pytest.raises(OptionError, match="choose one of 2 to 6 or 12 to 27"):
            parse([f"status={pin}"])

    def test_one_pin_has_one_part(self) -> None:
        with pytest.raises(OptionError, match="buzzer and button_1 cannot both be GPIO 17"):
            parse(["buzzer=17"])

    @pytest.mark.parametrize("text", ["button_9=5", "button_1", "button_1=x", "=5"])
    def test_nonsense_names_the_parts(self, text: str) -> None:
        with pytest.raises(OptionError, match="names: button_1, button_2"):
            parse([text])

    def test_a_change_changes_one_pin(self) -> None:
        assert parse(["buzzer=13"]) == Pins(buzzer=13)


class TestChoice:
    def test_auto(self) -> None:
        assert controls.resolve("auto", True, True) == "none", "no pin is driven before its owner says so"
        assert controls.resolve("auto", True, False, told=True) == "gpio"
        assert controls.resolve("auto", False, True) == "keyboard"
        assert controls.resolve("auto", False, False) == "none"

    def test_unknown(self) -> None:
        with pytest.raises(OptionError, match="choose one of auto, gpio, keyboard, none"):
            controls.resolve("mouse", False, False)


class TestSounder:
    def test_unknown_sounds_are_silent(self) -> None:
        sounder = Sounder()
        sounder.play(["of-a-newer-host"], 0.0)
        assert sounder.frequency(0.0) == 0.0

    @pytest.mark.parametrize("name", TUNES)
    def test_tunes_are_short_and_within_the_buzzers_range(self, name: str) -> None:
        assert sum(length for _, length in TUNES[name]) <= 1.0
        assert all(frequency == 0 or 220 <= frequency <= 880 for frequency, _ in TUNES[name])

"""Lit seat buttons, buzzer, status light and shutdown button on the Pi's header, through gpiozero.

gpiozero's own debouncing is off (it swallows real presses): edges go from its thread into a queue, and ``gestures``
makes presses of them.  Lights are on or off, never dimmed by switching: that would band the camera's pictures.
"""

from __future__ import annotations

import queue
import time
import warnings
from collections.abc import Callable
from typing import Any, ClassVar

from companion.protocol import DeviceState
from firmware.controls.base import Controls, Press
from firmware.controls.gestures import Key, OffKey
from firmware.controls.pins import Pins
from firmware.controls.sounder import TICK, Sounder
from firmware.errors import ControlsError

BLINK_S = 1.0
Edge = tuple[int, bool, float]


class GpioControls(Controls):
    """``factory`` is a gpiozero pin factory; without one lgpio's is used, by name and without a way round."""

    name: ClassVar[str] = "gpio"

    def __init__(
        self, pins: Pins | None = None, factory: Any = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.pins, self.now = (pins or Pins()).checked(), now
        self.edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        self.factory = factory or lgpio_factory()
        self.sounder = Sounder()
        self._devices: list[Any] = []
        self._keys = {pin: Key() for pin in self.pins.buttons}
        self._off = OffKey()
        self._ticked: int | None = None
        self._sounding = 0.0
        try:
            self._open()
        except Exception as error:  # pin in use, no rights, unknown board
            self.close()
            raise ControlsError(f"the buttons cannot be opened: {type(error).__name__}: {error}") from error

    def _open(self) -> None:
        import gpiozero

        self.buttons = {pin: self._button(gpiozero, pin) for pin in (*self.pins.buttons, self.pins.off)}
        self.lights = [self._keep(gpiozero.LED(pin, pin_factory=self.factory)) for pin in self.pins.lights]
        self.status = self._keep(gpiozero.LED(self.pins.status, pin_factory=self.factory))
        self.buzzer = self._keep(gpiozero.TonalBuzzer(self.pins.buzzer, pin_factory=self.factory))

    def _button(self, gpiozero: Any, pin: int) -> Any:
        # not gpiozero.Button: it keeps a thread for holding, which takes 0.3 s to end
        device = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=self.factory)
        button = self._keep(device)
        button.when_activated = lambda: self.edges.put((pin, True, self.now()))
        button.when_deactivated = lambda: self.edges.put((pin, False, self.now()))
        return button

    def _keep(self, device: Any) -> Any:
        self._devices.append(device)
        return device

    def poll(self, at_s: float) -> list[Press]:
        """Presses since the last call: of the edges that came, and of how the contacts stand now."""
        presses: list[Press] = []
        while not self.edges.empty():
            presses += self._see(*self.edges.get())
        for pin, button in self.buttons.items():
            presses += self._see(pin, button.is_active, at_s)
        return presses

    def _see(self, pin: int, down: bool, at_s: float) -> list[Press]:
        if pin == self.pins.off:
            return [Press(0, "off")] if self._off.see(down, at_s) else []
        seat = self.pins.buttons.index(pin)
        return [Press(seat, gesture) for gesture in self._keys[pin].see(down, at_s)]

    def show(self, state: DeviceState | None, healthy: bool, at_s: float) -> None:
        """Light the asked seats' buttons; count a shutdown down; sound what is due."""
        asked = state.asked if state else []
        seats = state.seats if state else []
        for seat, light in enumerate(self.lights):
            _set(light, seat < len(seats) and seats[seat] in asked)
        self._count_down(at_s)
        _set(self.status, self._status(state, healthy, at_s))
        frequency = self.sounder.frequency(at_s)
        if frequency != self._sounding:
            self._sounding = frequency
            _tone(self.buzzer, frequency)

    def sound(self, names: list[str], at_s: float) -> None:
        """Begin an entry's tune."""
        self.sounder.play(names, at_s)

    def close(self) -> None:
        """Lights out, silence, all pins free.  Never raises."""
        for device in reversed(self._devices):
            try:
                device.close()
            except Exception:
                continue
        self._devices.clear()

    def _status(self, state: DeviceState | None, healthy: bool, at_s: float) -> bool:
        """Steady: all is well; slow blinking: no host or broken lamps; dark before a throw; quick: counting down."""
        if self._off.left(at_s) is not None:
            return at_s % 0.4 < 0.2
        if state is not None and state.dark:
            return False
        return (healthy and state is not None) or at_s % (2 * BLINK_S) < BLINK_S

    def _count_down(self, at_s: float) -> None:
        left = self._off.left(at_s)
        if left is not None and left != self._ticked:
            self.sounder.begin(TICK, at_s)
        self._ticked = left


def _set(light: Any, on: bool) -> None:
    if bool(light.value) != on:
        light.value = 1 if on else 0


def _tone(buzzer: Any, frequency: float) -> None:
    if frequency:
        from gpiozero.tones import Tone

        buzzer.play(Tone(frequency=frequency))
    else:
        buzzer.stop()


def lgpio_factory() -> Any:
    """gpiozero's factory on lgpio.  Raises ControlsError with the cure; a fallback's warning is an error."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            from gpiozero.pins.lgpio import LGPIOFactory

            return LGPIOFactory()
    except Exception as error:  # no library, no chip, no rights: lgpio raises its own kinds
        raise ControlsError(
            f"the pins cannot be opened ({type(error).__name__}: {error}); cure: a Raspberry Pi, the group gpio "
            "(sudo usermod -aG gpio $USER), on trixie: sudo apt install python3-lgpio; or --buttons none"
        ) from error

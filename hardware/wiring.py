"""The wiring, from one source: the firmware's pins.  The table and the drawing both come from ``connections``."""

from __future__ import annotations

from typing import Literal

import msgspec

from firmware.controls.pins import Pins
from hardware.header import GPIO_PINS, ground_near

DATA_GPIO = 10
"""MOSI of SPI 0: the strip's data."""

Kind = Literal["lamps", "button", "light", "buzzer"]


class Connection(msgspec.Struct, frozen=True):
    """One part on one pin; ``ground`` is the header pin of its other end; ``between`` what lies in the wire."""

    name: str
    part: str
    kind: Kind
    gpio: int
    pin: int
    ground: int
    between: str


PARTS: dict[str, tuple[str, Kind, str]] = {
    "button_1": ("button of seat 1", "button", "the button, open when at rest"),
    "button_2": ("button of seat 2", "button", "the button, open when at rest"),
    "button_3": ("button of seat 3", "button", "the button, open when at rest"),
    "light_1": ("light of button 1", "light", "330 ohm"),
    "light_2": ("light of button 2", "light", "330 ohm"),
    "light_3": ("light of button 3", "light", "330 ohm"),
    "buzzer": ("buzzer", "buzzer", "1 kilohm, then the sounder (a piezo, no coil)"),
    "status": ("status light", "light", "330 ohm"),
    "off": ("shutdown button", "button", "the button, open when at rest"),
}


def connections(pins: Pins | None = None) -> list[Connection]:
    """All parts, the lamps first, then in the order of the firmware's pins."""
    chosen = msgspec.structs.asdict((pins or Pins()).checked())
    lamps = Connection(
        "data", "lamps, data", "lamps", DATA_GPIO, GPIO_PINS[DATA_GPIO], 20, "74AHCT125 at 5 V, then 330 ohm"
    )
    return [lamps, *(_connection(name, gpio) for name, gpio in chosen.items())]


def _connection(name: str, gpio: int) -> Connection:
    part, kind, between = PARTS[name]
    pin = GPIO_PINS[gpio]
    return Connection(name, part, kind, gpio, pin, ground_near(pin), between)


NOTES = (
    "The lamps have their own fused 5 V supply; its minus joins the Pi's ground (pin 20) at one point.",
    "1000 uF across the lamps' supply at the strip; 100 nF across pins 14 and 7 of the 74AHCT125.",
    "74AHCT125: pin 14 to 5 V, pin 7 to ground, pin 1 (enable) to ground, pin 2 from GPIO 10, pin 3 to the strip.",
    "74AHCT125: its unused inputs (pins 5, 9, 12) and enables (pins 4, 10, 13) to ground.",
    "The buzzer is a piezo: many 'passive' ones are coils of 16 to 42 ohm, too much for a pin; 1 kilohm saves the pin.",
    "Buttons close to ground: the Pi pulls its pins up.",
    "GPIO 7, 8, 9 and 11 stay free while SPI is on.",
    "Cables across the board's folds: silicone strands, a loop of 30 mm at each fold.",
)


def table(pins: Pins | None = None) -> str:
    """The pin table as text."""
    lines = [f"{'part':<20} {'GPIO':>4} {'pin':>4} {'ground':>7}  in the wire"]
    for each in connections(pins):
        lines.append(f"{each.part:<20} {each.gpio:>4} {each.pin:>4} {each.ground:>7}  {each.between}")
    return "\n".join([*lines, "", *(f"- {note}" for note in NOTES)])

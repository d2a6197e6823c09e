"""Table, drawing and program agree on every pin."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml

import msgspec
import pytest
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory

from companion.cli import main
from firmware.controls.pins import HEADER_PINS, SPI_PINS, Pins
from hardware import header
from hardware.wiring import DATA_GPIO, NOTES, connections, table
from hardware.wiring_drawing import draw

REVISIONS = ("a020d3", "c03112", "d04170", "902120")


def test_the_table_is_the_firmwares_defaults() -> None:
    wired = {each.name: each.gpio for each in connections() if each.name != "data"}
    assert wired == msgspec.structs.asdict(Pins())


@pytest.mark.parametrize("revision", REVISIONS)
def test_header_pins_are_those_of_the_board(revision: str) -> None:
    """Asked of gpiozero's own tables of four models."""
    info = MockFactory(revision=revision).board_info
    pins = {pin.name: pin.number for pin in info.headers["J8"].pins.values()}
    for gpio, number in header.GPIO_PINS.items():
        if gpio in HEADER_PINS:
            assert pins[f"GPIO{gpio}"] == number
    numbers = {pin.number: pin.name for pin in info.headers["J8"].pins.values()}
    assert all(numbers[ground] == "GND" for ground in header.GROUNDS)
    assert sum(1 for name in numbers.values() if name == "GND") == len(header.GROUNDS)


def test_the_lamps_have_the_bus_for_themselves() -> None:
    assert DATA_GPIO in SPI_PINS
    assert not {each.gpio for each in connections() if each.kind != "lamps"} & SPI_PINS


def test_every_part_ends_at_a_ground_pin_near_by() -> None:
    for each in connections():
        assert each.ground in header.GROUNDS
        assert abs(each.ground - each.pin) <= 4


def test_the_table_shows_every_connection() -> None:
    shown = table()
    for each in connections():
        assert re.search(rf"^{re.escape(each.part)}\s+{each.gpio}\s+{each.pin}\s+{each.ground}\s", shown, re.MULTILINE)
    assert all(note in shown for note in NOTES)


def test_what_keeps_the_strip_alive_is_in_the_notes() -> None:
    told = " ".join(NOTES)
    assert all(word in told for word in ("own fused 5 V supply", "1000 uF", "74AHCT125", "ground"))
    assert "330 ohm" in connections()[0].between


def test_the_drawing_shows_the_same_pins() -> None:
    drawn = xml.fromstring(draw())
    words = [" ".join("".join(element.itertext()).split()) for element in drawn.iter() if element.tag.endswith("text")]
    for each in connections():
        assert f"GPIO {each.gpio}" in words
        assert str(each.pin) in words
        assert each.kind == "lamps" or each.part in words
    assert words.count("330 Ω") == 5


def test_another_pin_changes_table_and_drawing() -> None:
    shown = CliRunner().invoke(main, ["hardware", "wiring", "--pin", "buzzer=13"]).output
    assert re.search(r"^buzzer\s+13\s+33\s", shown, re.MULTILINE)
    assert b"GPIO 13" in draw(Pins(buzzer=13))

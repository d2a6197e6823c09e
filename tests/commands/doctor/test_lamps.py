"""The clock of the lamps' bus, and the pins."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.commands import overlays
from companion.commands.findings import bus_hertz
from firmware.controls.pins import Pins
from tests.commands.doctor.workshop import Workshop


def test_the_pins_are_the_firmwares() -> None:
    assert msgspec.structs.asdict(Pins()) == overlays.OURS


def test_the_bus_clock_that_comes_out_is_judged(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    shop.answers["vcgencmd measure_clock core"] = "frequency(1)=200000000"  # an idle Pi 4: 6.25 MHz, still good
    assert shop.bad() == []
    shop.answers["vcgencmd measure_clock core"] = "frequency(1)=13000000"
    assert [finding.text for finding in shop.bad()] == ["the bus runs at 3.25 MHz: a one lasts 1231 ns, a zero 615 ns"]


@pytest.mark.parametrize(
    ("core", "bus"), [(250e6, 6.25e6), (500e6, 6.25e6), (400e6, 400e6 / 64), (200e6, 6.25e6), (6.4e6, 3.2e6)]
)
def test_dividers_are_even(core: float, bus: float) -> None:
    assert bus_hertz(int(core)) == pytest.approx(bus)

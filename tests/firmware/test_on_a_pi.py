"""Strip and pins on a Pi with its parts: ``pytest -m pi``."""

from __future__ import annotations

import pytest

from companion.link.machine import on_a_pi
from firmware.controls import open_controls
from firmware.controls.pins import Pins
from firmware.scenes import black
from firmware.strips import open_strip
from firmware.strips.base import Wire

pytestmark = pytest.mark.pi


def test_the_strip_opens_shows_and_darkens() -> None:
    assert on_a_pi()
    strip = open_strip("neopixel-spi", 64, Wire())
    strip.show(((10, 10, 10), *black(63)))
    strip.close()


def test_the_pins_open_and_nobody_presses(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(str(tmp_path))
    controls = open_controls("gpio", Pins())
    controls.show(None, True, 0.0)
    assert controls.poll(0.0) == []
    controls.close()

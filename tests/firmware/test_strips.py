"""The strips' common promise, the simulated ones, and how a missing one is told."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import strips
from firmware.errors import OptionError, StripError
from firmware.scenes import black
from firmware.strips import neopixel_spi
from firmware.strips.base import BYTE_ORDERS, Wire
from firmware.strips.terminal import TerminalStrip
from firmware.strips.virtual import VirtualStrip
from tests.firmware.states import state

FRAME = ((255, 0, 0), (0, 255, 0), (1, 2, 3))


@pytest.mark.parametrize("name", ["virtual", "none"])
def test_a_strip_is_dark_when_it_opens_and_when_it_closes(name: str) -> None:
    strip = strips.open_strip(name, 3, Wire())
    assert [tuple(colour) for colour in strip.pixels] == [(0, 0, 0)] * 3
    strip.show(FRAME)
    strip.close()
    assert [tuple(colour) for colour in strip.pixels] == [(0, 0, 0)] * 3


@given(st.sampled_from(BYTE_ORDERS), st.tuples(*[st.integers(0, 255)] * 3))
def test_bytes_go_out_in_the_wires_order(order: str, colour: tuple[int, int, int]) -> None:
    strip = VirtualStrip(2, Wire(order=order))
    strip.show((colour, (0, 0, 0)))
    channels = dict(zip("RGB", colour, strict=True))
    assert strip.pixels.sent[-1] == bytes([channels[letter] for letter in order]) + bytes(3)


def test_the_virtual_strip_keeps_its_frames_and_its_file(tmp_path: Path) -> None:
    file = tmp_path / "lamps.json"
    strip = strips.open_strip(f"virtual:{file}", 3, Wire())
    assert json.loads(file.read_text()) == {"lamps": ["000000"] * 3, "ma": 3.0}
    strip.show(FRAME)
    assert json.loads(file.read_text()) == {"lamps": ["ff0000", "00ff00", "010203"], "ma": 43.5}
    assert [frame.hex() for frame in strip.pixels.sent] == ["00" * 9, "00ff00ff0000020103"]
    assert list(tmp_path.iterdir()) == [file]


def test_the_simulated_supply_trips_when_it_is_overloaded() -> None:
    strip = VirtualStrip(3, Wire(), supply_ma=100)
    with pytest.raises(StripError, match="tripped: 183 mA of 100 mA"):
        strip.show(((255, 255, 255),) * 3)
    assert strip.pixels.lights() == black(3)


def test_a_file_that_cannot_be_written_is_the_strips_trouble(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    strip = strips.open_strip(f"virtual:{folder}/lamps.json", 3, Wire())
    (folder / "lamps.json").unlink()
    folder.rmdir()
    with pytest.raises(StripError, match="cannot be written"):
        strip.show(FRAME)


def test_the_simulated_strips_need_no_hardware_library() -> None:
    code = (
        "import sys; from firmware.strips import open_strip; from firmware.strips.base import Wire;"
        "open_strip('virtual', 3, Wire()); import firmware.commands;"
        "print([m for m in ('board', 'gpiozero', 'lgpio', 'neopixel', 'flask', 'numpy', 'cv2') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "[]"


class TestTerminal:
    def drawn(self, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> str:
        monkeypatch.setenv("COLORTERM", "truecolor")
        stream = io.StringIO()
        strip = TerminalStrip(12, Wire(), stream=stream)
        strip.describe(state({"n1": ["target-magician"], "n2": ["winner"]}, **changes))
        lit = [(0, 0, 0)] * 12
        lit[1] = lit[2] = (255, 42, 0)
        strip.show(tuple(lit))
        strip.close()
        return stream.getvalue()

    def test_signs_and_colours_of_lit_lamps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = self.drawn(monkeypatch)
        assert "Simulated lamps, table ABCD" in text
        assert "\x1b[38;2;255;127;0m▲\x1b[0m n1" in text
        assert "\x1b[38;2;255;127;0m★\x1b[0m n2" in text
        assert "· n3" in text
        assert text.endswith("\x1b[?25h\n")

    def test_nodes_lie_as_on_the_board(self, monkeypatch: pytest.MonkeyPatch) -> None:
        text = self.drawn(monkeypatch, positions={"n1": (0, 0), "n2": (400, 0), "n3": (0, 400)})
        first = next(line for line in text.splitlines() if "n1" in line)
        assert "n2" in first and "n3" not in first

    def test_a_laptop_with_256_colours(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("COLORTERM", raising=False)
        strip = TerminalStrip(12, Wire(), stream=io.StringIO())
        strip.describe(state({"n1": ["chosen"]}))
        strip.show(((255, 255, 255),) * 12)
        assert "\x1b[38;5;231m◆" in strip._drawn


class TestChoice:
    def test_auto_is_real_on_a_pi_and_simulated_elsewhere(self, tmp_path: Path) -> None:
        model = tmp_path / "model"
        assert strips.resolve("auto", model) == "virtual"
        model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
        assert strips.resolve("auto", model) == "neopixel-spi"
        assert strips.resolve("virtual:strip.json", model) == "virtual:strip.json"

    def test_an_unknown_strip_names_the_known_ones(self) -> None:
        with pytest.raises(OptionError, match=r"no strip 'ws2811'; choose one of auto, neopixel, neopixel-spi"):
            strips.resolve("ws2811")

    @pytest.mark.parametrize(
        "wire", [Wire(order="RGBW"), Wire(frequency_hz=800_000), Wire(bit0=0xF0), Wire(bit1=256)], ids=repr
    )
    def test_a_wire_that_cannot_be_is_refused(self, wire: Wire) -> None:
        with pytest.raises(OptionError, match=r"must be"):
            wire.checked()


class TestSpi:
    def test_166_lamps_are_refused_with_the_cure(self) -> None:
        neopixel_spi.check_length(165, Wire(), 4096)
        with pytest.raises(StripError, match=r"at most 165 lamps\. Cure: --leds 165, or write spidev\.bufsiz=32768"):
            neopixel_spi.check_length(166, Wire(), 4096)
        neopixel_spi.check_length(1000, Wire(), 32768)

    def test_the_smaller_buffer_counts(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        kernel = tmp_path / "bufsiz"
        assert neopixel_spi.buffer_bytes(kernel) == 4096
        kernel.write_text("32768\n")
        assert neopixel_spi.buffer_bytes(kernel) == 4096
        monkeypatch.setenv("SPI_BUFSIZE", "32768")
        assert neopixel_spi.buffer_bytes(kernel) == 32768
        kernel.write_text("nonsense")
        assert neopixel_spi.buffer_bytes(kernel) == 4096

    def test_without_a_bus_the_cure_is_named(self) -> None:
        with pytest.raises(StripError, match=r"spidev0\.0 is missing; cure: dtparam=spi=on"):
            strips.open_strip("neopixel-spi", 3, Wire())

    def test_any_other_trouble_of_a_library_is_told_as_the_strips(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def broken() -> None:
            raise NotImplementedError("Board not supported")

        monkeypatch.setattr(neopixel_spi, "_bus", broken)
        with pytest.raises(StripError, match="NotImplementedError: Board not supported"):
            strips.open_strip("neopixel-spi", 3, Wire())

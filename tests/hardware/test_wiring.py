"""Table, drawing and program agree on every pin."""

from __future__ import annotations

import re
import xml.etree.ElementTree as xml
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory

from companion.cli import main
from firmware.controls.pins import HEADER_PINS, SPI_PINS, Pins
from hardware import header
from hardware.lamp_drawing import TIED
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


class Drawing:
    """What stands where in the drawing: boxes of its words, pieces of its lines."""

    def __init__(self, svg: bytes) -> None:
        self.words: list[tuple[str, tuple[float, float, float, float]]] = []
        self.lines: list[tuple[float, float, float, float]] = []
        for element in xml.fromstring(svg).iter():
            tag = element.tag.rpartition("}")[2]
            if tag == "text":
                self._word(element)
            elif tag == "path":
                points = re.findall(r"[ML] (-?[\d.]+),(-?[\d.]+)", element.attrib["d"])
                placed = [(float(x), float(y)) for x, y in points]
                self.lines += [(*one, *other) for one, other in pairwise(placed)]
            elif tag == "circle":
                x, y, radius = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
                self.lines += [(x - radius, y, x + radius, y), (x, y - radius, x, y + radius)]

    def _word(self, element: xml.Element) -> None:
        lines = [(each.text or "") for each in element]
        size = float(element.attrib["font-size"])
        width, height = 0.56 * size * max(map(len, lines)), size * len(lines)
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[element.attrib["text-anchor"]]
        # Each line stands a size below y; where in it the letters lie, the base line says.
        top = y + {"ideographic": 0.0, "central": size / 2, "hanging": size}[element.attrib["dominant-baseline"]]
        self.words.append((" ".join(lines), (left, top + 0.15 * size, left + width, top + height - 0.15 * size)))

    def covered(self) -> list[tuple[str, str]]:
        """Words that lie on a line or on another word; the signs of a symbol are its own."""
        found = []
        words = [(text, box) for text, box in self.words if text not in ("+", "-")]
        for number, (text, box) in enumerate(words):
            found += [(text, f"line {line}") for line in self.lines if crosses(line, box)]
            found += [(text, other) for other, box2 in words[number + 1 :] if overlap(box, box2)]
        return found


def crosses(line: tuple[float, float, float, float], box: tuple[float, float, float, float]) -> bool:
    """Whether a piece of a line passes through a box."""
    x1, y1, x2, y2 = line
    steps = [k / 400 for k in range(401)]
    points = [(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t) for t in steps]
    return any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points)


def overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("pins", [Pins(), Pins(buzzer=13, off=26)], ids=["delivered", "changed"])
def test_no_label_lies_over_a_symbol(pins: Pins, language: str) -> None:
    assert Drawing(draw(pins, language)).covered() == []


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_guide_shows_the_wiring_of_today(language: str) -> None:
    shown = Path(__file__).parents[2] / "docs" / "building" / f"wiring-{language}.svg"
    assert Drawing(shown.read_bytes()).words == Drawing(draw(language=language)).words


def test_the_german_drawing_says_all_in_german() -> None:
    english, german = ({text for text, _ in Drawing(draw(language=language)).words} for language in ("en", "de"))
    assert {"Taster Platz 1", "Sicherung, träge", "zur Masse des Pi, Pin 20, an einer Stelle"} <= german
    signs = r"GPIO \d+|\d+|1[AY]|DIN|GND|5 V|74AHCT125|Raspberry Pi|[\d ]+.?[ΩF]|[+-]"
    assert {each for each in english & german if not re.fullmatch(signs, each)} == set()


def test_a_label_over_a_symbol_would_be_found() -> None:
    svg = draw()
    word = rb'(<text x=")[^"]*(" y=")[^"]*("[^>]*>(?:(?!</text>).)*1000)'
    moved = re.sub(word, rb"\g<1>200\g<2>-807\g<3>", svg, flags=re.DOTALL)
    assert moved != svg
    assert Drawing(moved).covered()


def test_the_drawing_is_whole() -> None:
    """Supply, fuse, both capacitors, the shared ground, and each of the shifter's pins that the notes name."""
    words = [text for text, _ in Drawing(draw()).words]
    assert {"74AHCT125", "lamps", "fuse, slow", "1000 µF", "100 nF, at pins 14 and 7", "5 V, the lamps' own"} <= set(
        words
    )
    assert "to the Pi's ground, pin 20, at one point" in words
    assert TIED == ("1", "4", "5", "7", "9", "10", "12", "13")
    assert {"2", "3", "14", *TIED} <= set(words)

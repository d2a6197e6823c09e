"""The lamps' part of the wiring drawing: their own supply, its fuse, the capacitors, the level shifter, the strip.

A rail of 5 V runs above and a rail of ground below; between them, from left to right, the data's way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

RAIL, BUS = 4.2, -4.2
"""The two rails, above and below the data wire."""
CHIP, STRIP = 8.5, 20.0
"""Where the left sides of level shifter and strip are, right of the Pi's pin."""
SMALL, LARGE, FUSE, SUPPLY = 5.0, 26.0, 28.0, 34.0
"""Where capacitors, fuse and supply are."""
TIED = ("1", "4", "5", "7", "9", "10", "12", "13")
"""Pins of the 74AHCT125 at ground: its own ground, all enables, the inputs of the three gates that are not used."""

Point = tuple[float, float]
Say = Callable[[str], str]


def draw_lamps(drawing: Any, elements: Any, start: Point, pi_ground: int, say: Say) -> None:
    """From the Pi's data pin at ``start`` to the strip, and what feeds it; ``say`` puts words into the language."""
    chip = _chip(drawing, elements, start)
    strip = _strip(drawing, elements, start, say)
    drawing.add(elements.Line().at(start).to(chip.data))
    drawing.add(elements.Resistor().at(chip.lifted).to(strip.data).label("330 \u03a9"))
    top, bottom = start[1] + RAIL, start[1] + BUS
    for point, end in ((chip.plus, top), (strip.plus, top), (strip.minus, bottom)):
        _down(drawing, elements, (float(point[0]), float(point[1])), end)
    for name in TIED:
        point = getattr(chip, f"tied_{name}")
        _down(drawing, elements, (float(point[0]), float(point[1])), bottom)
    joined = say("to the Pi's ground, pin {pin}, at one point").format(pin=pi_ground)
    _rails(drawing, elements, start, joined, say)
    _capacitors(drawing, elements, start, say)


def _chip(drawing: Any, elements: Any, start: Point) -> Any:
    pins = [
        elements.IcPin(name="1A", pin="2", side="left", anchorname="data"),
        elements.IcPin(name="1Y", pin="3", side="right", anchorname="lifted"),
        elements.IcPin(pin="14", side="top", anchorname="plus"),
        *(elements.IcPin(pin=name, side="bottom", anchorname=f"tied_{name}") for name in TIED),
    ]
    made = elements.Ic(pins=pins, w=7.0, h=3.0).anchor("data").at((start[0] + CHIP, start[1]))
    return drawing.add(made.label("74AHCT125", "center"))


def _strip(drawing: Any, elements: Any, start: Point, say: Say) -> Any:
    pins = [
        elements.IcPin(name="DIN", side="left", anchorname="data"),
        elements.IcPin(name="5 V", side="top", anchorname="plus"),
        elements.IcPin(name="GND", side="bottom", anchorname="minus"),
    ]
    made = elements.Ic(pins=pins, w=4.0, h=3.0).anchor("data").at((start[0] + STRIP, start[1]))
    return drawing.add(made.label(say("lamps"), "right"))


def _down(drawing: Any, elements: Any, point: Point, end: float) -> None:
    """From a pin to a rail, with the dot that says that they are joined."""
    drawing.add(elements.Line().at(point).to((point[0], end)))
    drawing.add(elements.Dot().at((point[0], end)))


def _rails(drawing: Any, elements: Any, start: Point, joined: str, say: Say) -> None:
    """Supply and fuse at the right end; the Pi's ground joins the lower rail at its left end."""
    (left, middle), right = start, start[0] + SUPPLY
    top, bottom = middle + RAIL, middle + BUS
    drawing.add(elements.Line().at((left + SMALL, top)).to((left + FUSE, top)))
    drawing.add(elements.Fuse().at((left + FUSE, top)).to((right - 2.0, top)).label(say("fuse, slow"), "top"))
    drawing.add(elements.Line().at((right - 2.0, top)).to((right, top)))
    drawing.add(elements.SourceV().at((right, bottom)).to((right, top)))
    drawing.add(elements.Label().at((right - 0.9, middle - 0.1)).label(say("5 V, the lamps' own"), halign="right"))
    drawing.add(elements.Line().at((left + CHIP, bottom)).to((right, bottom)))
    drawing.add(elements.Ground().at((left + CHIP, bottom)))
    drawing.add(elements.Label().at((left + CHIP + 0.8, bottom - 0.7)).label(joined, "right", halign="left"))


def _capacitors(drawing: Any, elements: Any, start: Point, say: Say) -> None:
    """100 nF at the chip's supply, 1000 uF at the strip's."""
    top, bottom = start[1] + RAIL, start[1] + BUS
    small, large = start[0] + SMALL, start[0] + LARGE
    near = say("100 nF, at\npins 14 and 7")
    drawing.add(elements.Capacitor().at((small, top)).to((small, top - 2.0)).label(near, "top"))
    drawing.add(elements.Ground().at((small, top - 2.0)))
    drawing.add(elements.Dot().at((large, top)))
    drawing.add(elements.Capacitor(polar=True).at((large, top)).to((large, bottom)).label("1000 \u00b5F", "bottom"))
    drawing.add(elements.Dot().at((large, bottom)))

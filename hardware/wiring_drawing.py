"""The wiring as a drawing (SVG), through schemdraw, from the same connections as the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from firmware.controls.pins import Pins
from hardware.errors import ExtraMissing
from hardware.lamp_drawing import draw_lamps
from hardware.wiring import Connection, connections

PAPER = "#fffdf6"
"""A light ground: on a dark page black lines would not be seen."""
GERMAN = {
    "button of seat 1": "Taster Platz 1", "button of seat 2": "Taster Platz 2", "button of seat 3": "Taster Platz 3",
    "light of button 1": "Licht Taster 1", "light of button 2": "Licht Taster 2", "light of button 3": "Licht Taster 3",
    "buzzer": "Piezo", "status light": "Zustandslicht", "shutdown button": "Aus-Taster", "pin": "Pin",
    "lamps": "Lampen", "fuse, slow": "Sicherung, träge", "5 V, the lamps' own": "5 V nur für die Lampen",
    "100 nF, at\npins 14 and 7": "100 nF, an\nPin 14 und 7",
    "to the Pi's ground, pin {pin}, at one point": "zur Masse des Pi, Pin {pin}, an einer Stelle",
}  # fmt: skip
"""Words of the drawing."""
STEP = 2.4
"""Space between two pins, in schemdraw's units."""


def draw(pins: Pins | None = None, language: str = "en") -> bytes:
    """The drawing as SVG, its words in English or German.  Raises ExtraMissing."""
    schemdraw, elements = _library()
    schemdraw.use("svg")
    parts = connections(pins)
    drawing = schemdraw.Drawing(show=False)
    drawing.config(fontsize=11, unit=2.4, bgcolor=PAPER)
    say = GERMAN.__getitem__ if language == "de" else str
    board = elements.Ic(pins=[_pin(elements, part) for part in reversed(parts)], w=4.5, pinspacing=STEP)
    board = drawing.add(board.label("Raspberry Pi", "top"))
    for part in parts:
        start = getattr(board, f"at_{part.name}")
        if part.kind == "lamps":
            draw_lamps(drawing, elements, (float(start[0]), float(start[1])), part.ground, say)
            continue
        drawing.move_from(start, 0, 0)
        for element in _wire(elements, part, say):
            drawing.add(element)
    return bytes(drawing.get_imagedata("svg"))


def _pin(elements: Any, part: Connection) -> Any:
    return elements.IcPin(name=f"GPIO {part.gpio}", pin=str(part.pin), side="right", anchorname=f"at_{part.name}")


def _wire(elements: Any, part: Connection, say: Callable[[str], str]) -> list[Any]:
    """What lies between the pin and ground, from left to right."""
    name = say(part.part)
    ground = [elements.Line().right().length(1.2), elements.Ground().label(f"{say('pin')} {part.ground}", "right")]
    if part.kind == "button":
        return [elements.Button().right().label(name), *ground]
    if part.kind == "light":
        return [
            elements.Resistor().right().label("330 \u03a9"),
            elements.LED().right().label(name, "bottom"),
            *ground,
        ]
    return [elements.Resistor().right().label("1 k\u03a9"), elements.Crystal().right().label(name), *ground]


def _library() -> tuple[Any, Any]:
    try:
        import schemdraw
        from schemdraw import elements
    except ImportError as error:
        raise ExtraMissing("the drawing needs schemdraw; cure: pip install 'dreimagier[hardware]'") from error
    return schemdraw, elements

"""The wiring as a drawing (SVG), through schemdraw, from the same connections as the table."""

from __future__ import annotations

from typing import Any

from firmware.controls.pins import Pins
from hardware.errors import ExtraMissing
from hardware.lamp_drawing import draw_lamps
from hardware.wiring import Connection, connections

STEP = 2.4
"""Space between two pins, in schemdraw's units."""


def draw(pins: Pins | None = None) -> bytes:
    """The drawing as SVG.  Raises ExtraMissing."""
    schemdraw, elements = _library()
    schemdraw.use("svg")
    parts = connections(pins)
    drawing = schemdraw.Drawing(show=False)
    drawing.config(fontsize=11, unit=2.4)
    board = elements.Ic(pins=[_pin(elements, part) for part in reversed(parts)], w=4.5, pinspacing=STEP)
    board = drawing.add(board.label("Raspberry Pi", "top"))
    for part in parts:
        start = getattr(board, f"at_{part.name}")
        if part.kind == "lamps":
            draw_lamps(drawing, elements, (float(start[0]), float(start[1])), part.ground)
            continue
        drawing.move_from(start, 0, 0)
        for element in _wire(elements, part):
            drawing.add(element)
    return bytes(drawing.get_imagedata("svg"))


def _pin(elements: Any, part: Connection) -> Any:
    return elements.IcPin(name=f"GPIO {part.gpio}", pin=str(part.pin), side="right", anchorname=f"at_{part.name}")


def _wire(elements: Any, part: Connection) -> list[Any]:
    """What lies between the pin and ground, from left to right."""
    ground = [elements.Line().right().length(1.2), elements.Ground().label(f"pin {part.ground}", "right")]
    if part.kind == "button":
        return [elements.Button().right().label(part.part), *ground]
    if part.kind == "light":
        return [
            elements.Resistor().right().label("330 \u03a9"),
            elements.LED().right().label(part.part, "bottom"),
            *ground,
        ]
    return [elements.Resistor().right().label("1 k\u03a9"), elements.Crystal().right().label(part.part), *ground]


def _library() -> tuple[Any, Any]:
    try:
        import schemdraw
        from schemdraw import elements
    except ImportError as error:
        raise ExtraMissing("the drawing needs schemdraw; cure: pip install 'dreimagier[hardware]'") from error
    return schemdraw, elements

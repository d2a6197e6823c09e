"""What is printed for the box: the camera's foot and carrier, the brackets of the light bars."""

from __future__ import annotations

from hardware.box import measures as m
from hardware.box.measures import Measures
from hardware.solids.plates import ACROSS, ALONG, FLAT, Body, Hole, Plate, Window, rectangle

THICK_MM = 4.0
"""Printed walls that carry something."""
BOLT_MM = 4.3
"""Clear hole of an M4 bolt."""
WIDE_MM, DEEP_MM = 64.0, 24.0
"""Half the carrier's depth is between the lens's axis and the carrier's back."""
BOLTS_MM = 15.0
"""Bolts of the carrier beside its middle."""
SLIDE_MM = (12.0, 52.0)
"""From where to where over the floor the foot's slots let the bolts slide."""
BOLT_HIGH_MM = 25.0
UPRIGHT_MM, BASE_MM = 60.0, 45.0
BRACKET_MM, SHELF_MM = 30.0, 30.0
"""Length of a bracket along the bar, and of its shelf from the wall."""
DROP_MM = m.BRACKET_MM - THICK_MM
"""The bracket's plate on the wall is so high."""
RIBBON = rectangle(-10, -20, 10, -16)


def printed(made: Measures) -> list[Body]:
    """Foot, carrier, four brackets, at their places."""
    bracket = bar_bracket(made)
    places = [bracket.moved((0, side * made.bar_long * 0.36, 0)) for side in (-1, 1)]
    return [camera_foot(made), camera_carrier(made), *places, *(each.turned() for each in places)]


def camera_foot(made: Measures) -> Body:
    """Stands on the floor, screwed through its base or held by double-sided tape; the carrier slides on it."""
    half, back, floor = WIDE_MM / 2, DEEP_MM + THICK_MM, made.floor_z
    slots = tuple(Hole(side * BOLTS_MM, SLIDE_MM[0], BOLT_MM / 2, dv=SLIDE_MM[1] - SLIDE_MM[0]) for side in (-1, 1))
    upright = Plate(rectangle(-half, 0, half, UPRIGHT_MM), THICK_MM, (0, back, floor), ALONG, slots)
    screws = tuple(Hole(u, v, m.SCREW_MM / 2) for u in (-20, 20) for v in (14, 36))
    base = Plate(rectangle(-half, 0, half, BASE_MM), THICK_MM, (0, back + THICK_MM, floor), FLAT, screws)
    rib = Plate(((0, 0), (BASE_MM - 5, 0), (0, UPRIGHT_MM - 10)), THICK_MM, plane=ACROSS)
    at = (back + THICK_MM, floor + THICK_MM)
    ribs = [rib.moved((x, *at)) for x in (-half, half - THICK_MM)]
    return Body("camera foot", "1", "print", (upright, base, *ribs))


def camera_carrier(made: Measures) -> Body:
    """Holds the camera, lens upwards over the axis; for a USB camera a plate for its tripod thread."""
    half, top = WIDE_MM / 2, made.floor_z + m.SHELF_MM
    bolts = tuple(Hole(side * BOLTS_MM, BOLT_HIGH_MM - m.SHELF_MM, BOLT_MM / 2) for side in (-1, 1))
    if made.camera is m.USB:
        thread = Hole(0, 2, m.USB.hole_mm / 2, dv=30.0)
        back = Plate(rectangle(-half, 8 - m.SHELF_MM, half, 42), THICK_MM, (0, DEEP_MM, top), ALONG, (*bolts, thread))
        return Body("camera carrier", "2", "print", (back,))
    back = Plate(rectangle(-half, 8 - m.SHELF_MM, half, -THICK_MM), THICK_MM, (0, DEEP_MM, top), ALONG, bolts)
    outline = rectangle(-half, -DEEP_MM, half, DEEP_MM + THICK_MM)
    shelf = Plate(outline, THICK_MM, (0, 0, top - THICK_MM), FLAT, camera_holes(made.camera))
    return Body("camera carrier", "2", "print", (shelf, back))


def camera_holes(camera: m.Camera) -> tuple[Hole | Window, ...]:
    """The camera board's four, as slots: not every module has its lens at the same place between them."""
    wide, high = camera.apart
    low = -high / 2
    slots = [
        Hole(side * wide / 2, low + row * high - 3, camera.hole_mm / 2, dv=6.0) for side in (-1, 1) for row in (0, 1)
    ]
    return (*slots, Window(RIBBON)) if camera is m.PI else (*slots, Window(rectangle(-10, -10, 10, 10)))


def bar_bracket(made: Measures) -> Body:
    """At the right wall: a shelf for the bar, windows for two cable ties, slots for its height."""
    half, top = BRACKET_MM / 2, -(made.layout.bar_depth_mm + m.BAR_HIGH_MM)
    wall = made.inside_x / 2
    corners = [(left, low) for left in (-SHELF_MM + 2.5, -7.0) for low in (-half + 4, half - 10)]
    ties = tuple(Window(rectangle(left, low, left + 2, low + 6)) for left, low in corners)
    shelf = Plate(rectangle(-SHELF_MM, -half, 0, half), THICK_MM, (wall, 0, top - THICK_MM), FLAT, ties)
    slots = tuple(Hole(side * 9.0, -DROP_MM + 8, m.SCREW_MM / 2, dv=20.0) for side in (-1, 1))
    plate = Plate(rectangle(-half, -DROP_MM, half, 0), THICK_MM, (wall - THICK_MM, 0, top - THICK_MM), ACROSS, slots)
    low = (wall - THICK_MM, -THICK_MM / 2, top - THICK_MM)
    rib = Plate(((0, 0), (0, -DROP_MM + 5), (SHELF_MM - THICK_MM - 3, 0)), THICK_MM, low, ALONG)
    return Body("bar bracket", "3", "print", (shelf, plate, rib))


def bars(made: Measures) -> list[Body]:
    """The two light bars where their brackets hold them."""
    half = made.bar_long / 2
    top = -(made.layout.bar_depth_mm + m.BAR_HIGH_MM)
    plate = Plate(rectangle(-m.BAR_WIDE_MM / 2, -half, m.BAR_WIDE_MM / 2, half), m.BAR_HIGH_MM)
    return [
        Body("light bar", "N", "bought", (plate.moved((side * made.layout.bar_offset_mm, 0, top)),)) for side in (-1, 1)
    ]

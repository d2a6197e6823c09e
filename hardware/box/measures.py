"""Measures of the box, all from the layout that ``hardware optics`` computes and from the parts that are bought."""

from __future__ import annotations

import math

import msgspec

from hardware.bars import PANE_MM, REST_MM
from hardware.errors import PlanError
from hardware.optics import Layout

PLY_MM = 12.0
"""Plywood of walls and floor."""
STRIP_MM = 20.0
"""The ledge's strip of wood, square."""
PLAY_MM = 0.5
"""Air on each side of the pane."""
RIM_MM = 30.0
"""Height of the rim that keeps wands on the pane."""
HOOD_MM, HOOD_WALL_MM = 350.0, 5.0
"""Height of the hood over the pane, and its foam board."""
MARGIN_MM = 10.0
"""Beyond the opening's edge the hood fills the picture for so much more."""
SHELF_MM = 45.0
"""Top of the camera's carrier over the floor: the ribbon bends under it."""
BAR_WIDE_MM, BAR_HIGH_MM = 15.0, 10.0
"""A light bar with its diffuser."""
BRACKET_MM = 44.0
"""Height of a bar's bracket."""
LEAST_PANE_MM = 130.0
"""Behind the middle of a smaller box the camera's foot has no room."""
BAR_SHORTER_MM = 50.0
"""A bar is so much shorter than the pane: it fits between the walls with its cable."""
SCREW_MM, PILOT_MM = 4.0, 3.0
"""Clear hole of a wood screw of 3.5 mm, and the hole that keeps it from splitting the wood."""
VENT_MM = 20.0


class Camera(msgspec.Struct, frozen=True):
    """What holds a camera: how high its lens looks over the carrier, its board's holes, mm apart and wide."""

    title: str
    lens_mm: float
    apart: tuple[float, float]
    hole_mm: float


PI = Camera("Camera Module, 25 x 24 mm, screws M2", 12.0, (21.0, 12.5), 2.2)
HQ = Camera("HQ Camera, 38 x 38 mm, screws M2.5", 50.0, (30.0, 30.0), 2.7)
USB = Camera("USB camera with a tripod thread (1/4 inch)", 30.0, (0.0, 0.0), 6.6)
CAMERAS: dict[str, Camera] = {"module3": PI, "module3-wide": PI, "module2": PI, "hq": HQ, "usb": USB}
"""Name as in ``hardware optics`` -> what holds it."""


class Measures(msgspec.Struct, frozen=True):
    """The box in figures; z as in the frame of the eye, so depths are negative."""

    layout: Layout
    camera: Camera
    pane: float
    opening: float
    inside_x: float
    inside_y: float
    floor_z: float
    pane_mm: float = PANE_MM

    @property
    def outside_x(self) -> float:
        """Width over the walls."""
        return self.inside_x + 2 * PLY_MM

    @property
    def outside_y(self) -> float:
        """Length over the walls."""
        return self.inside_y + 2 * PLY_MM

    @property
    def bar_long(self) -> float:
        """Length of a light bar."""
        return self.pane - BAR_SHORTER_MM

    @property
    def wall_mm(self) -> float:
        """Height of a wall: from the floor to the board that carries the pane's surroundings."""
        return -self.pane_mm - self.floor_z

    def view_half(self, z: float) -> float:
        """How far from the axis the picture of the opening (and a margin) reaches at a height."""
        return (self.opening / 2 + MARGIN_MM) * (self.layout.height_mm + z) / self.layout.height_mm


def measures(layout: Layout, camera: str) -> Measures:
    """The box for a layout, in whole millimetres.  Raises PlanError."""
    held = CAMERAS[camera]
    inside_x = float(math.ceil(max(layout.width_mm, layout.pane_mm + 2 * STRIP_MM)))
    floor = -float(math.ceil(layout.height_mm + held.lens_mm + SHELF_MM))
    made = Measures(
        layout, held, layout.pane_mm, layout.pane_mm - 2 * REST_MM, inside_x, layout.pane_mm + 2 * (STRIP_MM - REST_MM),
        floor,
    )  # fmt: skip
    if -(layout.bar_depth_mm + BAR_HIGH_MM + BRACKET_MM) < floor:
        raise PlanError(f"under bars {layout.bar_depth_mm:g} mm below the pane no bracket fits: higher bars")
    if layout.bar_depth_mm < STRIP_MM + PANE_MM:
        raise PlanError(f"bars {layout.bar_depth_mm:g} mm below the pane are as high as its ledge: lower bars")
    if layout.pane_mm < LEAST_PANE_MM:
        raise PlanError(f"the camera's foot needs a pane of {LEAST_PANE_MM:g} mm or more, not {layout.pane_mm:g}")
    return made

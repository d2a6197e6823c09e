"""How high the camera sits under the pane, what it resolves there, and where the lights may be."""

from __future__ import annotations

import math

import msgspec

from hardware.bars import HARMLESS_MM, LIP_MM, REST_MM, bars_at, best_bars
from hardware.errors import PlanError

SIDE_FACE_DEG = 32.0
"""Beyond this angle off the axis a wand's side face comes into view."""
LEAST_PX_MM = 2.7
NOTCH_PX_MM = 2.0


class View(msgspec.Struct, frozen=True):
    """A camera's view: vertical angle in degrees and rows of the deciding frame."""

    title: str
    vertical_deg: float
    rows: int


VIEWS: dict[str, View] = {
    "module3": View("Camera Module 3", 41.0, 1296),
    "module3-wide": View("Camera Module 3 Wide", 67.0, 1296),
    "module2": View("Camera Module 2", 48.8, 1232),
}
HQ_SENSOR_MM, HQ_ROWS = 4.712, 1520


USB_ROWS = 1080
BAR_MM = 15.0
"""Width of a light bar, kept free outside its middle."""


def usb(fov_deg: float) -> View:
    """A webcam of 1920 x 1080 by the angle that its maker tells, which is the diagonal.  Raises PlanError."""
    if not 20 <= fov_deg <= 120:
        raise PlanError(f"a webcam sees 20 to 120 degrees from corner to corner, not {fov_deg:g}")
    share = 9 / math.hypot(16, 9)
    angle = 2 * math.degrees(math.atan(math.tan(math.radians(fov_deg / 2)) * share))
    return View(f"USB camera with {fov_deg:g} degrees", angle, USB_ROWS)


def hq(focal_mm: float) -> View:
    """The HQ camera with a lens of that focal length.  Raises PlanError."""
    if not 2.5 <= focal_mm <= 50:
        raise PlanError(f"a lens for the HQ camera has 2.5 to 50 mm, not {focal_mm:g}")
    angle = 2 * math.degrees(math.atan(HQ_SENSOR_MM / 2 / focal_mm))
    return View(f"HQ Camera with {focal_mm:g} mm", angle, HQ_ROWS)


class Layout(msgspec.Struct, frozen=True):
    """A box: millimetres, degrees and pixels for a millimetre; ``warnings`` name what is worse than it should be."""

    camera: str
    pane_mm: float
    height_mm: float
    mirror_height_mm: float
    px_per_mm: float
    corner_deg: float
    bar_depth_mm: float
    bar_offset_mm: float
    ledge_mm: float
    shadow_mm: float
    bevel_deg: int
    uneven: float
    width_mm: float
    warnings: tuple[str, ...]


def layout(
    view: View,
    pane_mm: float = 300.0,
    bar_depth_mm: float | None = None,
    margin_mm: float = 10.0,
    ledge_mm: float = LIP_MM,
    rim_mm: float = 0.0,
) -> Layout:
    """The smallest box in which ``view`` sees the whole pane and a rim of ``margin_mm``.

    The bars lie ``bar_depth_mm`` under the pane (default: as deep as the ledge's shadow asks); their mirror image lies
    at x = L x hc / (hc + h1), and ``bar_offset_mm`` is the L at which that is outside the opening.  ``ledge_mm`` is the
    wood under the pane at the opening's edge, ``rim_mm`` the strip inside the opening where no wand can lie.  Raises
    PlanError.
    """
    if not 100 <= pane_mm <= 600:
        raise PlanError(f"a pane has 100 to 600 mm, not {pane_mm:g}")
    half = pane_mm / 2
    slope = math.tan(math.radians(view.vertical_deg / 2))
    height = (half + margin_mm) / slope
    px_mm = view.rows / (pane_mm + 2 * margin_mm)
    mirror = pane_mm / (1 + slope)  # its high end touches the pane, its low end meets the ray to the other side
    corner = math.degrees(math.atan(half * math.sqrt(2) / height))

    def offset(depth: float) -> float:
        return (half + margin_mm) * (height + depth) / height

    opening, most = half - REST_MM, max(rim_mm, HARMLESS_MM)
    if bar_depth_mm is None:
        bars = best_bars(offset, opening, ledge_mm, most, height)
    else:
        bars = bars_at(bar_depth_mm, offset(bar_depth_mm), opening, ledge_mm)
    warnings = (*_warnings(px_mm, corner), *bars.warnings(opening, most))
    return Layout(
        view.title, pane_mm, height, mirror, px_mm, corner, bars.depth_mm, bars.offset_mm, ledge_mm,
        bars.shadow.reach_mm, bars.bevel_deg, bars.uneven, 2 * (bars.offset_mm + BAR_MM), warnings,
    )  # fmt: skip


def _warnings(px_mm: float, corner_deg: float) -> list[str]:
    found = []
    if px_mm < NOTCH_PX_MM:
        found.append(f"{px_mm:.1f} px/mm: notches are not seen, only the mark decides; the table asks more often")
    elif px_mm < LEAST_PX_MM:
        found.append(f"{px_mm:.1f} px/mm is less than {LEAST_PX_MM}: take a smaller pane or more rows")
    if corner_deg > SIDE_FACE_DEG:
        found.append(
            f"{corner_deg:.0f} degrees at the corners: side faces come into view beyond {SIDE_FACE_DEG:.0f}; "
            "more height (and a crop), or a smaller pane"
        )
    return found


def text(chosen: Layout) -> str:
    """The layout as plain text."""
    lines = [
        ("Camera", chosen.camera),
        ("pane", f"{chosen.pane_mm:g} x {chosen.pane_mm:g} mm"),
        ("camera under the pane", f"{chosen.height_mm:.0f} mm"),
        ("with a mirror at 45 degrees", f"at least {chosen.mirror_height_mm:.0f} mm deep; camera with flip=yes"),
        ("resolution", f"{chosen.px_per_mm:.1f} px/mm"),
        ("angle at the corners", f"{chosen.corner_deg:.0f} degrees"),
        ("light bars, under the pane", f"{chosen.bar_depth_mm:g} mm"),
        ("light bars, from the axis", f"{chosen.bar_offset_mm:.0f} mm or more"),
        ("box inside, across the bars", f"{chosen.width_mm:.0f} mm"),
        ("ledge at the opening's edge", f"{chosen.ledge_mm:g} mm, bevelled below at {chosen.bevel_deg} degrees"),
        ("its shadow reaches inwards", f"{chosen.shadow_mm:.1f} mm"),
        ("light at the rim to middle", f"{chosen.uneven:.1f}"),
    ]
    rows = [f"{name:<28} {value}" for name, value in lines]
    return "\n".join([*rows, *(f"! {warning}" for warning in chosen.warnings)])

"""The same bodies as solids of a CAD library (build123d, an extra): STEP and STL files.

It is large and no part of what a table needs; ``make cad`` installs it into an environment of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from hardware.errors import ExtraMissing
from hardware.solids.plates import Body, Hole, Plate, Window

STL_MM, STL_RAD = 0.05, 0.2
"""How far a triangle may be from a round face, and how far neighbours may turn."""


def library() -> Any:
    """build123d.  Raises ExtraMissing."""
    try:
        import build123d
    except ImportError as error:
        raise ExtraMissing("solids need build123d; cure: make cad, or pip install 'dreimagier[cad]'") from error
    return build123d


def solid(body: Body) -> Any:
    """One valid solid: its plates joined, its cuts taken away."""
    made = _plate(body.plates[0])
    for plate in body.plates[1:]:
        made = made + _plate(plate)
    for cut in body.cuts:
        made = made - _plate(cut)
    made.label = body.name
    return made


def _plate(plate: Plate) -> Any:
    b3d = library()
    face = b3d.make_face(b3d.Polyline(*plate.outline, close=True))
    for hole in plate.holes:
        face -= _hole(b3d, hole)
    where = b3d.Plane(origin=plate.at, x_dir=plate.plane[0], z_dir=plate.normal)
    return b3d.extrude(where * face, amount=plate.thickness, dir=plate.normal)


def _hole(b3d: Any, hole: Hole | Window) -> Any:
    if isinstance(hole, Window):
        return b3d.make_face(b3d.Polyline(*hole.corners, close=True))
    made = b3d.Pos(hole.u, hole.v) * b3d.Circle(hole.radius)
    if hole.du or hole.dv:
        length = math.hypot(hole.du, hole.dv)
        middle = b3d.Pos(hole.u + hole.du / 2, hole.v + hole.dv / 2)
        turned = b3d.Rot(0, 0, math.degrees(math.atan2(hole.dv, hole.du)))
        made = middle * turned * b3d.SlotCenterToCenter(length, 2 * hole.radius)
    return made


def write(placed: Sequence[Body], kinds: Sequence[Body], folder: Path) -> list[Path]:
    """A STEP file of each kind and of all that is placed together, an STL file of each kind that is printed."""
    b3d = library()
    folder.mkdir(parents=True, exist_ok=True)
    written = [path for body in kinds for path in _files(b3d, body, folder)]
    whole = folder / "box.step"
    b3d.export_step(b3d.Compound(children=[solid(body) for body in placed]), whole)
    return [*written, whole]


def _files(b3d: Any, body: Body, folder: Path) -> Iterator[Path]:
    made = solid(body.laid())
    step = folder / f"{body.key}-{body.name.replace(' ', '-')}.step"
    b3d.export_step(made, step)
    yield step
    if body.material == "print":
        stl = step.with_suffix(".stl")
        b3d.export_stl(made, stl, tolerance=STL_MM, angular_tolerance=STL_RAD)
        yield stl

"""The whole of it: one list of bodies from a camera, a pane, a board and a wand; and the list to saw and print by."""

from __future__ import annotations

import msgspec

from companion.games.dreimagier.board import Board
from hardware.box import wand as wands
from hardware.box.board_mounts import Mount, mounts
from hardware.box.measures import HOOD_MM, Measures, measures
from hardware.box.mounts import bars, printed
from hardware.box.wood import hood, wood
from hardware.optics import Layout
from hardware.solids.plates import Body
from vision.cameras.simulated.wand import Shape

BED_MM = 220.0
"""Side of an ordinary printer's bed."""
BOARD_MM = 3.0
"""Thickness of a game board of grey cardboard, as long as nobody has measured his own."""
MATERIALS = {
    "plywood": "plywood", "strip": "strip of wood", "acrylic": "clear acrylic", "board": "foam board, grey and matt",
    "print": "printed", "bought": "bought",
}  # fmt: skip


class Plan(msgspec.Struct, frozen=True):
    """Bodies of the box at their places, mounts for the board, wands."""

    measures: Measures
    box: tuple[Body, ...]
    mounts: tuple[Mount, ...]
    wands: tuple[Body, ...]
    shape: Shape
    board: Board

    def kinds(self) -> dict[str, tuple[Body, int]]:
        """Key -> a body and how many of it are made or bought."""
        found: dict[str, tuple[Body, int]] = {}
        for body in (*self.box, *self.wands):
            found[body.key] = (body, found.get(body.key, (body, 0))[1] + 1)
        return found | {mount.body.key: (mount.body, mount.number) for mount in self.mounts}


class Line(msgspec.Struct, frozen=True):
    """One line of the list; ``size`` from the longest to the shortest side."""

    key: str
    number: int
    name: str
    size: tuple[float, float, float]
    material: str


def plan(
    layout: Layout,
    camera: str,
    board: Board,
    board_mm: float = BOARD_MM,
    wand: Shape | None = None,
) -> Plan:
    """Everything for a layout and a board.  Raises PlanError."""
    made = measures(layout, camera)
    shape = wand or wands.shape()
    bodies = (*wood(made), *hood(made), *printed(made), *bars(made))
    return Plan(made, bodies, tuple(mounts(board, board_mm)), tuple(wands.wands(shape)), shape, board)


def lines(made: Plan) -> list[Line]:
    """The list: what is sawn first, then what is bought, then what is printed."""
    found = []
    for key, (body, number) in made.kinds().items():
        longest, middle, shortest = sorted(body.size(), reverse=True)
        found.append(Line(key, number, body.name, (longest, middle, shortest), MATERIALS[body.material]))
    return sorted(found, key=lambda line: (line.key.isdigit(), line.key.zfill(2)))


def text(made: Plan) -> str:
    """The list as plain text."""
    rows = [
        f"{line.key:>2}  {line.number:>3} x {line.name:<22} {' x '.join(f'{side:.0f}' for side in line.size):<16} mm  "
        f"{line.material}"
        for line in lines(made)
    ]
    m = made.measures
    notes = (
        f"F, G: {_bevel(m)}",
        f"M: the roof reaches {m.view_half(HOOD_MM) - m.outside_y / 2:.0f} mm over the front, so that no room is seen.",
        f"2: for a {m.camera.title}.  3: bars {m.layout.bar_depth_mm:g} mm under the pane.",
        "Mounts 4, 5: replica; 6: overlay; 7, 8: frame; 9, 10: any, without a hole; 11: drilled, last of all.",
    )
    return "\n".join([m.layout.camera, "", *rows, "", *notes, *(f"! {each}" for each in m.layout.warnings)])


def _bevel(m: Measures) -> str:
    return (
        f"bevelled from below at {m.layout.bevel_deg} degrees from the axis, to a lip of {m.layout.ledge_mm:g} mm "
        f"at the opening of {m.opening:g} mm"
    )

"""What is printed to bring lamps to a board: nothing of it needs a hole in it, but the last.

One for each way of ``hardware.parts.MOUNTS``: wells under a replica, clips for a clear overlay, rails and joints of a
frame, sleeves for a board that is drilled.  Clamp and putty foot hold what has no other hold.
"""

from __future__ import annotations

import math

import msgspec

from companion.games.dreimagier.board import Board
from hardware.errors import PlanError
from hardware.solids.plates import ACROSS, ALONG, FLAT, Body, Hole, Plate, Window, disc, rectangle
from hardware.template import FIELD_MM, PLACE_MM

BED_MM = 210.0
"""Longest printed piece: a bed of 220 mm with room for its edge."""
WALL_MM = 1.6
LAMP_MM = 10.4
"""A single lamp on its round board of 10 mm, or a strip of 10 mm, with play."""
SHEET_MM = 3.0
"""The clear overlay."""
CLIP_MM, REACH_MM = 40.0, 8.0
JAW_MM = 20.0
SCREW_MM = 4.3
"""Clear hole of an M4 bolt; its nut is outside."""


class Mount(msgspec.Struct, frozen=True):
    """A printed body, the way of ``MOUNTS`` that it serves (or "any"), and how often it is needed."""

    way: str
    body: Body
    number: int


def mounts(board: Board, board_mm: float) -> list[Mount]:
    """All bodies for a board ``board_mm`` thick.  Raises PlanError."""
    if not 1 <= board_mm <= 10:
        raise PlanError(f"a board is 1 to 10 mm thick, not {board_mm:g}")
    lamped = [node for node, numbers in board.lamps.items() if numbers]
    places = sum(node in board.places for node in lamped)
    each, count = rail_length(board)
    return [
        Mount("replica", well("well of a place", "4", PLACE_MM), places),
        Mount("replica", well("well of a field", "5", LAMP_MM / 2), len(lamped) - places),
        Mount("overlay", clip(board_mm), 12),
        Mount("frame", rail(each), count),
        Mount("frame", joint(), count),
        Mount("any", clamp(board_mm), 8),
        Mount("any", putty_foot(), 9),
        Mount("drilled", sleeve(board_mm), len(lamped)),
    ]


def well(name: str, key: str, radius: float) -> Body:
    """A ring that keeps a lamp's light to its own place; open above and below."""
    return Body(name, key, "print", (Plate(disc(radius + WALL_MM), 12.0, holes=(Hole(0, 0, radius),)),))


def clip(board_mm: float) -> Body:
    """Grips overlay and board at their edge, with room for the strip that shines into the overlay."""
    room, gap = 3.0, SHEET_MM + board_mm + 0.6
    jaw = Plate(rectangle(-room - 2, 0, REACH_MM, CLIP_MM), 2.0)
    web = Plate(rectangle(0, 0, CLIP_MM, gap), 2.0, (-room - 2, 0, 2), ACROSS)
    return Body("clip of an overlay", "6", "print", (jaw, web, jaw.moved((0, 0, 2 + gap))))


def rail_length(board: Board) -> tuple[float, int]:
    """How long a piece of the frame is and how many there are, so that each fits the bed."""
    sides = [size / math.ceil(size / BED_MM) for size in board.size_mm]
    return min(sides), 2 * sum(math.ceil(size / min(sides) - 1e-9) for size in board.size_mm)


def rail(length: float) -> Body:
    """Lies beside the board; the strip of lamps stands at its web and shines over the board."""
    ends = tuple(Hole(x, y, 1.7) for x in (5, 14) for y in (8, length - 8))
    base = Plate(rectangle(0, 0, 22, length), 3.0, holes=ends)
    web = Plate(rectangle(0, 0, length, LAMP_MM + 4), 2.4, (19.6, 0, 3), ACROSS)
    return Body("rail of a frame", "7", "print", (base, web))


def joint() -> Body:
    """Joins two rails with four M3 bolts."""
    holes = tuple(Hole(x, y, 1.7) for x in (5, 14) for y in (-8, 8))
    return Body("joint of rails", "8", "print", (Plate(rectangle(0, -16, 18, 16), 3.0, holes=holes),))


def clamp(board_mm: float) -> Body:
    """Holds a rail or a strip at the board's edge with an M4 bolt and a scrap of felt; its lower jaw is thin."""
    gap, half, thin = board_mm + 9, 12.5, 3.0
    low = Plate(rectangle(-half, 0, half, JAW_MM), thin)
    web = Plate(rectangle(-half, 0, half, thin + gap + 8), 5.0, (0, -5, 0), ALONG)
    high = Plate(low.outline, 8.0, (0, 0, thin + gap), FLAT, (Hole(0, 11, SCREW_MM / 2),))
    return Body("edge clamp", "9", "print", (low, web, high))


def putty_foot() -> Body:
    """A lamp that stands on the board on a little putty; its wire leaves through the gap in the floor."""
    floor = Plate(disc(12), 2.0, holes=(Window(rectangle(-1.5, -4, 1.5, 4)),))
    seat = Plate(disc(LAMP_MM / 2 + WALL_MM), 4.0, (0, 0, 2), FLAT, (Hole(0, 0, LAMP_MM / 2),))
    return Body("putty foot", "10", "print", (floor, seat))


def sleeve(board_mm: float) -> Body:
    """Lines a hole of the template: a flange above, a tube through the board."""
    bore = (Hole(0, 0, FIELD_MM - 0.95),)
    tube = Plate(disc(FIELD_MM - 0.1), board_mm, holes=bore)
    return Body("sleeve", "11", "print", (tube, Plate(disc(FIELD_MM + 2), 1.2, (0, 0, board_mm), FLAT, bore)))

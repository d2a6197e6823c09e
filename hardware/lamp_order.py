"""In which order one strip passes a board's lamps with the least wire: a short way through all nodes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from companion.games.dreimagier.board import Board
from hardware.errors import PlanError

Point = tuple[float, float]


class Order(msgspec.Struct, frozen=True):
    """Nodes in the strip's order, each with its lamps' numbers; wire in millimetres, as the board has it and at best.

    The way is the shortest that turning pieces of it round and moving nodes finds, not proven to be the least of all.
    """

    board: str
    lamps: dict[str, tuple[int, ...]]
    wire_mm: float
    board_wire_mm: float


def order(board: Board) -> Order:
    """The order for a board.  Raises PlanError when it has no positions or no lamps."""
    if not board.positions_mm or not board.lamps:
        raise PlanError(f"the board {board.name!r} has no {'lamps' if board.positions_mm else 'positions'}")
    now = sorted((node for node in board.lamps if board.lamps[node]), key=lambda node: board.lamps[node][0])
    places = {node: (float(board.positions_mm[node][0]), float(board.positions_mm[node][1])) for node in now}
    # The first stays the first: where the wire comes in is the builder's choice.  How the rest is numbered has no say.
    nodes = [now[0], *sorted(now[1:])]
    way = [nodes[index] for index in shortened([places[node] for node in nodes])]
    return Order(board.name, _numbered(way, board), _wire(places, way), _wire(places, now))


def _numbered(way: Sequence[str], board: Board) -> dict[str, tuple[int, ...]]:
    numbered, first = {}, 0
    for node in way:
        count = len(board.lamps[node])
        numbered[node] = tuple(range(first, first + count))
        first += count
    return numbered


def _wire(places: dict[str, Point], way: Sequence[str]) -> float:
    return sum(math.dist(places[one], places[other]) for one, other in pairwise(way))


def shortened(points: Sequence[Point]) -> list[int]:
    """Indices of points in the order of a short way that begins at the first."""
    way, length = _nearest(points), math.inf
    while (now := _length(points, way)) < length - 1e-6:
        length = now
        for start in range(1, len(way)):
            for end in range(start + 1, len(way) + 1):
                way = min((way, *_changed(way, start, end)), key=lambda each: _length(points, each))
    return way


def _changed(way: list[int], start: int, end: int) -> tuple[list[int], ...]:
    """A piece turned round in its place, or one of its ends moved to the other."""
    turned = way[:start] + way[start:end][::-1] + way[end:]
    later = [*way[:start], *way[start + 1 : end], way[start], *way[end:]]
    earlier = [*way[:start], way[end - 1], *way[start : end - 1], *way[end:]]
    return turned, later, earlier


def _nearest(points: Sequence[Point]) -> list[int]:
    """From the first, always to the nearest that is left."""
    way, left = [0], set(range(1, len(points)))
    while left:
        last = points[way[-1]]
        following = min(left, key=lambda index: (math.dist(last, points[index]), index))
        way.append(following)
        left.remove(following)
    return way


def _length(points: Sequence[Point], way: Sequence[int]) -> float:
    return sum(math.dist(points[one], points[other]) for one, other in pairwise(way))


def text(chosen: Order) -> str:
    """The order as a part of a board file."""
    lines = [f"{node} = {list(numbers)}" for node, numbers in chosen.lamps.items()]
    told = f"# board {chosen.board}: {chosen.wire_mm / 1000:.2f} m from lamp to lamp"
    return "\n".join([f"{told} (as the file has it: {chosen.board_wire_mm / 1000:.2f} m)", "[lamps]", *lines])

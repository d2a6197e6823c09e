"""In which order one strip passes a board's lamps with little wire, as a part of the board file."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.games import wiring
from companion.games.dreimagier.board import Board
from hardware.errors import PlanError


class Order(msgspec.Struct, frozen=True):
    """Nodes in the strip's order, each with its lamps' numbers; wire in millimetres, as the board has it and so."""

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
    # The first stays the first: where the wire comes in is the builder's choice.
    way = wiring.order(places, first=now[0])
    return Order(board.name, _numbered(way, board), wiring.length(way, places), wiring.length(now, places))


def _numbered(way: Sequence[str], board: Board) -> dict[str, tuple[int, ...]]:
    numbered, first = {}, 0
    for node in way:
        count = len(board.lamps[node])
        numbered[node] = tuple(range(first, first + count))
        first += count
    return numbered


def text(chosen: Order) -> str:
    """The order as a part of a board file."""
    lines = [f"{node} = {list(numbers)}" for node, numbers in chosen.lamps.items()]
    told = f"# board {chosen.board}: {chosen.wire_mm / 1000:.2f} m from lamp to lamp"
    return "\n".join([f"{told} (as the file has it: {chosen.board_wire_mm / 1000:.2f} m)", "[lamps]", *lines])

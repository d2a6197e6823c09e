"""The lamp template: where each lamp goes, at true scale, from the board file, on sheets that are taped together."""

from __future__ import annotations

import math
from itertools import pairwise

import msgspec

from companion.games.dreimagier.board import Board
from hardware.drawing import Circle, Line, Shape, Sheet, Word, moved
from hardware.errors import PlanError

MARGIN_MM = 10.0
OVERLAP_MM = 10.0
CROSS_MM = 4.0
CHECK_MM = 50.0
PLACE_MM, FIELD_MM = 9.0, 2.5
"""Half the width of a place's light, and of a hole for one lamp."""


class Paper(msgspec.Struct, frozen=True):
    """A size of paper, upright, in millimetres."""

    width: float
    height: float


PAPERS = {"a4": Paper(210, 297), "a3": Paper(297, 420), "letter": Paper(215.9, 279.4)}


def shapes(board: Board) -> list[Shape]:
    """The whole board in its own millimetres: edge, trails, lamps with numbers and names."""
    width, height = board.size_mm
    drawn: list[Shape] = [
        Line(0, 0, width, 0), Line(width, 0, width, height), Line(width, height, 0, height), Line(0, height, 0, 0),
    ]  # fmt: skip
    for trail in board.trails:
        for start, end in pairwise(trail):
            drawn.append(Line(*board.positions_mm[start], *board.positions_mm[end], 0.1))
    for node in board.nodes:
        drawn += _node(board, node)
    return drawn


def _node(board: Board, node: str) -> list[Shape]:
    """A cross and a circle where lamps are; a thin circle alone where none is."""
    x, y = board.positions_mm[node]
    numbers = board.lamps.get(node, ())
    if not numbers:
        return [Circle(x, y, 1.5, 0.1), Word(x + 3, y + 4, node, 2.2)]
    name = f"{', '.join(map(str, numbers))}  {node}"
    radius = PLACE_MM if node in board.places else FIELD_MM
    beside = 0.75 * radius + 1
    return [
        Line(x - CROSS_MM, y, x + CROSS_MM, y),
        Line(x, y - CROSS_MM, x, y + CROSS_MM),
        Circle(x, y, radius),
        Word(x + beside, y + beside + 2.2, name, 2.6),
    ]


def sheets(board: Board, paper: Paper) -> list[Sheet]:
    """The board cut into sheets, row by row.  Raises PlanError when a board has no positions."""
    if not board.positions_mm:
        raise PlanError(f"the board {board.name!r} has no positions in millimetres; survey it first")
    whole = shapes(board)
    inner = (paper.width - 2 * MARGIN_MM, paper.height - 2 * MARGIN_MM - 8)
    columns, rows = (
        max(1, math.ceil((size - OVERLAP_MM) / (room - OVERLAP_MM)))
        for size, room in zip(board.size_mm, inner, strict=True)
    )
    return [
        _sheet(board, whole, paper, inner, column, row, f"{chr(65 + row)}{column + 1} of {chr(64 + rows)}{columns}")
        for row in range(rows)
        for column in range(columns)
    ]


def _sheet(
    board: Board, whole: list[Shape], paper: Paper, inner: tuple[float, float], column: int, row: int, name: str
) -> Sheet:
    left, top = column * (inner[0] - OVERLAP_MM), row * (inner[1] - OVERLAP_MM)
    window = (left, top, left + inner[0], top + inner[1])
    inside = [part for shape in whole for part in _cut(shape, window)]
    placed = [moved(shape, MARGIN_MM - left, MARGIN_MM - top) for shape in inside]
    return Sheet(paper.width, paper.height, (*placed, *_frame(board, paper, inner, name)))


def _frame(board: Board, paper: Paper, inner: tuple[float, float], name: str) -> list[Shape]:
    """Corners to lay sheets over one another, the sheet's name, and 50 mm to measure."""
    right, bottom = MARGIN_MM + inner[0], MARGIN_MM + inner[1]
    corners: list[Shape] = []
    for x in (MARGIN_MM, right):
        for y in (MARGIN_MM, bottom):
            corners += [Line(x - 3, y, x + 3, y, 0.1), Line(x, y - 3, x, y + 3, 0.1)]
    foot = paper.height - MARGIN_MM + 2
    surveyed = "" if board.surveyed else " (a guess, not surveyed)"
    return [
        *corners,
        Line(MARGIN_MM, foot, MARGIN_MM + CHECK_MM, foot, 0.3),
        Line(MARGIN_MM, foot - 2, MARGIN_MM, foot + 2, 0.3),
        Line(MARGIN_MM + CHECK_MM, foot - 2, MARGIN_MM + CHECK_MM, foot + 2, 0.3),
        Word(MARGIN_MM + CHECK_MM + 3, foot + 1, f"50 mm.  Sheet {name}, board {board.name}{surveyed}.  North is up."),
    ]


def _cut(shape: Shape, window: tuple[float, float, float, float]) -> list[Shape]:
    """What of a shape lies in a window: lines are cut, circles and words stay whole when their middle is inside."""
    x1, y1, x2, y2 = window
    if not isinstance(shape, Line):
        return [shape] if x1 <= shape.x <= x2 and y1 <= shape.y <= y2 else []
    dx, dy = shape.x2 - shape.x1, shape.y2 - shape.y1
    start, end = 0.0, 1.0
    for step, room in ((-dx, shape.x1 - x1), (dx, x2 - shape.x1), (-dy, shape.y1 - y1), (dy, y2 - shape.y1)):
        if step == 0:
            if room < 0:
                return []
        elif step < 0:
            start = max(start, room / step)
        else:
            end = min(end, room / step)
    if start > end:
        return []
    at = (shape.x1 + dx * start, shape.y1 + dy * start, shape.x1 + dx * end, shape.y1 + dy * end)
    return [Line(*at, shape.width)]

"""Drawn as seen: what is hidden is not there, holes are looked through."""

from __future__ import annotations

import pytest

from hardware.drawing import Line
from hardware.solids.plates import ALONG, Body, Hole, Plate, Window, rectangle
from hardware.solids.view import EDGE_MM, HATCH_MM, View, drawn

CUBE = Body("cube", "1", "print", (Plate(rectangle(0, 0, 40, 40), 40.0),))
WALL = Body("wall", "2", "print", (Plate(rectangle(-100, -100, 100, 100), 5.0, (20, -60, 0), ALONG),))


def edges_of(*bodies: Body, view: View | None = None) -> list[Line]:
    return [line for line in drawn(bodies, view) if line.width == EDGE_MM]


def length(lines: list[Line]) -> float:
    return sum(((line.x1 - line.x2) ** 2 + (line.y1 - line.y2) ** 2) ** 0.5 for line in lines)


def test_a_cube_shows_nine_of_its_twelve_edges() -> None:
    assert len(edges_of(CUBE)) == 9


def test_the_axes_are_square_and_the_viewer_is_in_front() -> None:
    view = View()
    for number, one in enumerate(view.axes):
        for k, other in enumerate(view.axes):
            assert sum(a * b for a, b in zip(one, other, strict=True)) == pytest.approx(float(number == k))
    assert view.axes[2][1] < 0 < view.axes[2][2], "in front and above"
    assert view.axes[1][2] < 0, "down is down"


def test_what_stands_behind_a_wall_is_not_drawn() -> None:
    alone = edges_of(WALL)
    assert length(edges_of(WALL, CUBE)) == pytest.approx(length(alone), rel=0.01)
    assert length(edges_of(WALL, CUBE.moved((0, -200, 0)))) > length(alone) + 200


def test_through_a_window_it_is() -> None:
    window = Window(rectangle(-90, -90, 90, 90))
    frame = Body("frame", "2", "print", (Plate(WALL.plates[0].outline, 5.0, (20, -60, 0), ALONG, (window,)),))
    inside = length(edges_of(CUBE))
    assert length(edges_of(frame, CUBE)) == pytest.approx(length(edges_of(frame)) + inside, rel=0.03)


def test_faces_to_the_right_are_hatched() -> None:
    hatches = [line for line in drawn([CUBE]) if line.width == HATCH_MM]
    assert len(hatches) >= 5
    assert all(line.y1 == line.y2 for line in hatches)
    middle = View().seen((40, 0, 0))[0]
    assert all(min(line.x1, line.x2) >= middle - 1 for line in hatches)


def test_a_round_hole_has_no_ribs() -> None:
    holed = Body("x", "1", "print", (Plate(rectangle(0, 0, 60, 60), 30.0, holes=(Hole(30, 30, 20),)),))
    plain = Body("x", "1", "print", (Plate(rectangle(0, 0, 60, 60), 30.0),))
    rims = length(edges_of(holed)) - length(edges_of(plain))
    assert 85 < rims < 100, "one ellipse, its half axes 20 and 8 mm; the lower rim is out of sight"

"""What is sawn fits together, leaves the eye its field, and hides the room from it."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.bars import LIP_MM, shadow
from hardware.box import measures as m
from hardware.box.measures import measures
from hardware.box.wood import THIN_MM, bevelled, hood
from hardware.errors import PlanError
from hardware.optics import VIEWS, layout
from hardware.solids.fit import overlap
from hardware.solids.plates import Body, Hole, Plate, Vector, inside, minus, thinnest
from tests.hardware.box.boxes import CAMERAS, made

BOXES = st.tuples(st.sampled_from(CAMERAS), st.integers(200, 360))


@settings(max_examples=6, deadline=None)
@given(BOXES)
def test_no_two_pieces_of_a_box_are_in_one_place(chosen: tuple[str, int]) -> None:
    pieces = made(*chosen).box
    assert [(a.name, b.name) for a, b in combinations(pieces, 2) if overlap(a, b)] == []


def test_pieces_in_one_place_would_be_found() -> None:
    pieces = made().box
    wall = next(body for body in pieces if body.key == "B")
    assert [body.name for body in pieces if overlap(wall.moved((1, 0, 0)), body) and body.key != "B"]


@settings(max_examples=8, deadline=None)
@given(BOXES)
def test_no_hole_breaks_the_wood(chosen: tuple[str, int]) -> None:
    for body in made(*chosen).box:
        if body.material in ("plywood", "strip"):
            assert min(map(thinnest, body.plates)) >= THIN_MM - 1e-9, body.name


@settings(max_examples=8, deadline=None)
@given(BOXES)
def test_pane_and_rim_are_in_the_picture_and_nothing_is_in_its_way(chosen: tuple[str, int]) -> None:
    plan = made(*chosen)
    lens = (0.0, 0.0, -plan.measures.layout.height_mm)
    half = plan.measures.opening / 2
    solid = [body for body in plan.box if body.key not in ("H", "2", "K", "L", "M")]
    for end in _rays(half - 0.5):
        assert not any(_meets(lens, end, plate) for body in solid for plate in body.plates), end


@settings(max_examples=8, deadline=None)
@given(BOXES)
def test_through_the_opening_the_eye_sees_the_hood_and_no_room(chosen: tuple[str, int]) -> None:
    plan = made(*chosen)
    lens = (0.0, 0.0, -plan.measures.layout.height_mm)
    for near in _rays(plan.measures.opening / 2):
        far = tuple(lens[k] + 6 * (near[k] - lens[k]) for k in range(3))
        end = (far[0], far[1], far[2])
        assert any(_meets(lens, end, plate) for body in hood(plan.measures) for plate in body.plates), near


@settings(max_examples=8, deadline=None)
@given(BOXES)
def test_only_the_lip_of_a_bevelled_ledge_throws_a_shadow(chosen: tuple[str, int]) -> None:
    """From the bar's middle past the lip: the rest of the strip stays out of that light."""
    plan = made(*chosen)
    made_, of = plan.measures, plan.measures.layout
    profile = bevelled(made_)
    half = made_.opening / 2
    away, below = of.bar_offset_mm - half, of.bar_depth_mm - made_.pane_mm - LIP_MM
    for u, v in profile:
        if v > LIP_MM and u < m.STRIP_MM - THIN_MM - 1e-6:
            assert u >= (v - LIP_MM) * away / below, "outside the ray from the bar to the lip"
    assert shadow(of.bar_offset_mm, of.bar_depth_mm, half, LIP_MM).reach_mm == pytest.approx(of.shadow_mm)


def test_a_square_strip_has_no_bevel() -> None:
    thick = measures(layout(VIEWS["module3"], ledge_mm=20, rim_mm=15), "module3")
    assert bevelled(thick) == ((0, 0), (20, 0), (20, 20), (0, 20))


@settings(max_examples=8, deadline=None)
@given(BOXES)
def test_every_screw_goes_into_wood_that_is_thick_enough_round_it(chosen: tuple[str, int]) -> None:
    """Through the floor into walls' lower edges, through the side walls into the ends of front and back wall."""
    box = made(*chosen).box
    floor = next(body for body in box if body.key == "A").plates[0]
    walls = [body for body in box if body.key in "BCD"]
    for hole in _screws(floor):
        assert any(_deep(body.plates[0], floor.world((hole.u, hole.v), m.PLY_MM + 20)) for body in walls)
    for side in (body.plates[0] for body in walls if body.key == "B"):
        inwards = m.PLY_MM + 20 if side.at[0] < 0 else -20.0
        for hole in _screws(side):
            into = side.world((hole.u, hole.v), inwards)
            assert any(_deep(body.plates[0], into) for body in walls if body.key in "CD")


def test_the_pane_lies_flush_and_on_the_ledge_all_round() -> None:
    plan = made()
    pane = next(body for body in plan.box if body.key == "H")
    assert pane.bounds()[1][2] == 0.0
    for key in "FG":
        for body in (body for body in plan.box if body.key == key):
            low, high = body.bounds()
            assert high[2] == pytest.approx(pane.bounds()[0][2]), "touches the pane from below"
            reach = max(150 - abs(value) for value in (low[0], high[0], low[1], high[1]) if abs(value) < 150)
            assert reach == pytest.approx(5)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("pane", [m.LEAST_PANE_MM, 600])
def test_the_smallest_and_the_largest_box_can_be_built(camera: str, pane: float) -> None:
    pieces = [body for body in made(camera, pane).box if body.key in "ABCDFGHN123"]
    assert [(a.name, b.name) for a, b in combinations(pieces, 2) if overlap(a, b)] == []


@pytest.mark.parametrize(
    ("pane", "bars", "told"), [(120, None, "needs a pane of 130"), (300, 460, "no bracket"), (300, 20, "lower bars")]
)
def test_a_box_that_cannot_be_built_is_refused(pane: float, bars: float | None, told: str) -> None:
    with pytest.raises(PlanError, match=told):
        measures(layout(VIEWS["module3"], pane, bars), "module3")


def test_another_camera_or_pane_is_another_box() -> None:
    sizes = {camera: [body.size() for body in made(camera).box] for camera in CAMERAS}
    assert len({str(size) for size in sizes.values()}) == len(CAMERAS)
    assert made(pane=250).box[0].size()[0] < made(pane=300).box[0].size()[0]


def _rays(half: float) -> list[Vector]:
    """Places along the edge of a square in the pane's top face."""
    steps = [half * k / 6 for k in range(-6, 7)]
    return [(x * half, y, 0.0) for x in (-1, 1) for y in steps] + [(x, y * half, 0.0) for y in (-1, 1) for x in steps]


def _meets(start: Vector, end: Vector, plate: Plate) -> bool:
    """Whether a straight line goes through a plate; looked at every millimetre and a half."""
    way = minus(end, start)
    count = int(math.hypot(*way) / 1.5)
    for k in range(count + 1):
        share = k / count
        u, v, height = plate.local((start[0] + share * way[0], start[1] + share * way[1], start[2] + share * way[2]))
        if 0 <= height <= plate.thickness and inside(plate.outline, (u, v)):
            return not any(inside(hole.outline(), (u, v)) for hole in plate.holes)
    return False


def _screws(plate: Plate) -> list[Hole]:
    return [hole for hole in plate.holes if isinstance(hole, Hole) and hole.radius == m.SCREW_MM / 2]


def _deep(plate: Plate, place: Vector) -> bool:
    """Whether a screw's tip lies in a plate with wood on all sides of the thread."""
    u, v, height = plate.local(place)
    room = plate.thickness / 2
    return abs(height - room) < 1 and inside(plate.outline, (u, v), -THIN_MM)


def test_pieces_of_one_letter_are_alike() -> None:
    for one, other in combinations(made().box, 2):
        if one.key == other.key:
            assert (one.name, _sides(one)) == (other.name, _sides(other))


def _sides(body: Body) -> list[float]:
    return sorted(round(side, 6) for side in body.size())

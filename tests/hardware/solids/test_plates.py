"""Flat pieces: where they are, how thin they get."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.solids.plates import ACROSS, ALONG, FLAT, Body, Hole, Plate, Window, disc, rectangle, thinnest

NUMBERS = st.floats(-50, 50)


@given(st.sampled_from([FLAT, ACROSS, ALONG]), NUMBERS, NUMBERS, NUMBERS)
def test_a_place_in_the_world_and_in_the_plate_are_one(plane: object, u: float, v: float, high: float) -> None:
    plate = Plate(rectangle(0, 0, 1, 1), 1.0, (3, 4, 5), plane)  # type: ignore[arg-type]
    assert plate.local(plate.world((u, v), high)) == pytest.approx((u, v, high), abs=1e-9)
    assert Plate.turned(Plate.turned(plate)) == plate


def test_half_a_turn_about_the_panes_axis() -> None:
    body = Body("x", "1", "print", (Plate(rectangle(0, 0, 2, 1), 3.0, (10, 20, 30)),))
    assert body.turned().bounds() == ((-12, -21, 30), (-10, -20, 33))
    assert body.laid().bounds() == ((0, 0, 0), (2, 1, 3))
    assert body.size() == (2, 1, 3)


@pytest.mark.parametrize(
    ("holes", "least"),
    [
        ((), 10.0),
        ((Hole(10, 10, 3),), 7.0),
        ((Hole(4, 10, 3),), 1.0),
        ((Hole(2, 10, 3),), -1.0),
        ((Hole(10, 10, 3), Hole(18, 10, 3)), 2.0),
        ((Hole(10, 6, 2, dv=9),), 3.0),
        ((Window(rectangle(5, 5, 12, 12)), Hole(15, 8.5, 2)), 1.0),
    ],
)
def test_the_thinnest_place_is_found(holes: tuple[Hole | Window, ...], least: float) -> None:
    assert thinnest(Plate(rectangle(0, 0, 30, 20), 10.0, holes=holes)) == pytest.approx(least, abs=0.05)


def test_a_thin_plate_is_thin_and_a_narrow_one_narrow() -> None:
    assert thinnest(Plate(rectangle(0, 0, 30, 20), 2.0)) == 2.0
    assert thinnest(Plate(((0, 0), (30, 0), (0, 4)), 20.0)) == pytest.approx(120 / math.hypot(30, 4))


@given(st.floats(0.5, 20), NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_a_slots_edge_is_everywhere_as_far_from_its_middle(r: float, u: float, v: float, du: float, dv: float) -> None:
    for x, y in Hole(u, v, r, du, dv).outline():
        length = du * du + dv * dv
        share = min(max(((x - u) * du + (y - v) * dv) / length, 0), 1) if length else 0
        assert math.hypot(x - u - share * du, y - v - share * dv) == pytest.approx(r)


def test_outlines_run_counter_clockwise() -> None:
    for outline in (disc(3), rectangle(0, 0, 2, 1), Hole(0, 0, 1, du=5).outline()):
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(outline, (*outline[1:], outline[0]), strict=True))
        assert area > 0

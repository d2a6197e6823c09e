"""A wand that the eye can read: notches and marks as the rules of the simulated ones say."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.box.wand import MARK_MM, notch_gaps, places, section, shape, wands, wood_left
from hardware.errors import PlanError
from hardware.solids.plates import dot, inside
from vision.cameras.simulated.looks import shipped
from vision.cameras.simulated.wand import FACES, Shape

SIZES = st.tuples(st.floats(85, 125), st.floats(10, 17))


def test_unasked_it_is_the_simulated_cameras_wand() -> None:
    assert shape() == Shape()
    assert [body.size()[0] for body in wands(shape())] == [Shape().length] * 3


@given(SIZES)
def test_length_and_side_are_those_asked_for(size: tuple[float, float]) -> None:
    body = wands(shape(*size))[0]
    long, wide, high = body.size()
    blunt = shape(*size).rounding / math.cos(math.radians(30))
    assert (long, wide) == pytest.approx((size[0], size[1] - blunt)), "its long edges are blunt"
    assert high == pytest.approx(shape(*size).height)


@given(SIZES)
def test_the_wood_that_is_left_holds(size: tuple[float, float]) -> None:
    made = shape(*size)
    assert wood_left(made) > 2 * made.notch_depth, "the notch is a notch"
    assert min(notch_gaps(made)) >= 8, "two notches are two"
    assert made.inner / 2 > MARK_MM
    assert all(inside(section(made), (u * 0.999, v * 0.999)) for u, v in section(made))


def test_each_edge_has_the_notches_that_the_face_opposite_stands_for() -> None:
    made = shape()
    for body, wand in zip(wands(made), shipped().wands.values(), strict=True):
        for face in FACES:
            outward = (0.0, *wand.opposite_of(face))
            notches = [cut for cut in body.cuts if dot(cut.plane[0], outward) > 0.99]
            assert sorted(cut.at[0] for cut in notches) == list(places(made, wand.opposite[face]))


def test_a_notch_is_as_wide_and_deep_as_the_shape_says() -> None:
    """Where the V meets the blunt edge, and its ground."""
    made = shape()
    cut = next(cut for cut in wands(made)[0].cuts if cut.thickness == made.side)
    (ground, _), (top, left), (_, right) = cut.outline
    blunt = made.outer - made.rounding
    tip = math.hypot(*(cut.world((ground, 0), made.side / 2)[1:]))
    assert tip == pytest.approx(blunt - made.notch_depth)
    assert (right - left) * made.notch_depth / top == pytest.approx(made.notch_width)
    middle = cut.world((0, 0), made.side / 2)
    assert dot(middle, cut.normal) == pytest.approx(0), "it goes through the edge to both sides alike"


def test_marks_are_sunk_into_their_faces() -> None:
    made = shape()
    for cut in (cut for cut in wands(made)[0].cuts if cut.thickness == MARK_MM):
        assert dot((0.0, *cut.at[1:]), cut.normal) < 0, "inwards"
        assert math.hypot(*cut.at[1:]) == pytest.approx(made.inner)


@pytest.mark.parametrize(("length", "side"), [(60, 14), (105, 25), (200, None)])
def test_wands_that_the_eye_does_not_know_are_refused(length: float, side: float | None) -> None:
    with pytest.raises(PlanError, match="85 to 125 x 10 to 17"):
        shape(length, side)

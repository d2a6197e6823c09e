"""Whether plates stand in one another's way."""

from __future__ import annotations

import pytest

from hardware.solids.fit import clash
from hardware.solids.plates import ACROSS, ALONG, Hole, Plate, Window, rectangle

BLOCK = Plate(rectangle(0, 0, 10, 10), 10.0)


@pytest.mark.parametrize(
    ("by", "apart"),
    [((10, 0, 0), True), ((9.9, 0, 0), False), ((0, 0, 10), True), ((0, 0, -9), False), ((9, 9, 9), False)],
)
def test_blocks_that_touch_do_not_clash(by: tuple[float, float, float], apart: bool) -> None:
    assert clash(BLOCK, BLOCK.moved(by)) is not apart
    assert clash(BLOCK.moved(by), BLOCK) is not apart


def test_slanting_ones_are_apart_though_their_boxes_are_not() -> None:
    wedge = Plate(((0, 0), (10, 0), (0, 10)), 10.0)
    other = Plate(((10, 10), (0.5, 10), (10, 0.5)), 10.0)
    assert not clash(wedge, other)
    assert clash(wedge, other.moved((-1, -1, 0)))


def test_edges_that_cross_are_apart_only_by_the_axis_square_to_both() -> None:
    """Two long roofs, ridge over ridge turned by a right angle."""
    ridge = Plate(((-5, 0), (5, 0), (0, 5)), 40.0, (-20, 0, 0), ACROSS)
    valley = Plate(((-5, 5), (0, 0), (5, 5)), 40.0, (0, -20, 5.1), ALONG)
    assert not clash(ridge, valley)
    assert clash(ridge, valley.moved((0, 0, -0.3)))


def test_what_goes_through_a_hole_does_not_clash() -> None:
    ring = Plate(rectangle(-10, -10, 10, 10), 4.0, holes=(Hole(0, 0, 5), Window(rectangle(-9, -9, -6, -6))))
    peg = Plate(rectangle(-2, -2, 2, 2), 20.0, (0, 0, -5))
    assert not clash(ring, peg)
    assert clash(ring, peg.moved((4, 0, 0)))
    assert not clash(peg, ring)

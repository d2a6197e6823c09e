"""The top of a curve between its samples."""

from __future__ import annotations

import pytest

from vision.numeric.peaks import vertex


@pytest.mark.parametrize("top", [-0.5, -0.2, 0.0, 0.3, 0.5])
def test_the_top_of_a_parabola_is_found(top: float) -> None:
    assert vertex(*(5.0 - (x - top) ** 2 for x in (-1, 0, 1))) == pytest.approx(top)


@pytest.mark.parametrize("flat", [(1.0, 1.0, 1.0), (0.0, 1.0, 2.0), (2.0, 1.0, 2.0)])
def test_what_has_no_top_is_left_where_it_is(flat: tuple[float, float, float]) -> None:
    assert vertex(*flat) == 0.0

"""Gaps in a mark: something lies over it, or only light does."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evidence.gaps import Seen, gap_in
from vision.geometry.patches import Patch

DENSITY = 2.0
"""Cells a millimetre."""


def bars(level: float) -> Patch:
    """Three bars of 12 mm with 8 mm of wood between them."""
    mark = np.zeros((12, 120), np.float32)
    for start in (8, 48, 88):
        mark[2:10, start : start + 24] = level
    return mark


def seen(rest: Patch, white: Patch | None = None, brighter: float = 1.0) -> Seen:
    washed = np.zeros(rest.shape, np.uint8) if white is None else (white > 0).astype(np.uint8) * 255
    return Seen(rest, np.ones_like(rest), washed, brighter)


@pytest.mark.parametrize("level", [-80.0, 80.0])
def test_a_mark_that_shows_has_no_gap(level: float) -> None:
    assert gap_in(seen(bars(level)), bars(level), DENSITY) == 0.0
    assert gap_in(seen(0.6 * bars(level)), bars(level), DENSITY) == 0.0


@pytest.mark.parametrize("level", [-80.0, 80.0])
def test_a_covered_third_is_a_third(level: float) -> None:
    rest = bars(level)
    rest[:, 44:76] = 0
    assert gap_in(seen(rest), bars(level), DENSITY) == pytest.approx(1 / 3, abs=0.02)


def test_light_over_a_dark_mark_is_no_gap_whatever_means_brighter() -> None:
    for brighter in (1.0, -1.0):
        mark = bars(-80.0 * brighter)
        rest, white = mark.copy(), np.zeros_like(mark)
        rest[:, 44:76], white[:, 44:76] = 5.0 * brighter, 1.0
        assert gap_in(seen(rest, white, brighter), mark, DENSITY) == 0.0


def test_a_white_mark_that_is_gone_is_not_excused_by_white_elsewhere() -> None:
    mark = bars(80.0)
    rest, white = mark.copy(), np.zeros_like(mark)
    rest[:, 44:76] = 0.0
    white[:, 8:32] = 1.0
    assert gap_in(seen(rest, white), mark, DENSITY) == pytest.approx(1 / 3, abs=0.02)


def test_no_mark_has_no_gap() -> None:
    nothing = np.zeros((12, 120), np.float32)
    assert gap_in(seen(nothing), nothing, DENSITY) == 0.0


def test_what_is_out_of_view_is_not_missed() -> None:
    rest = bars(80.0)
    rest[:, 44:76] = 0
    weight = np.ones_like(rest)
    weight[:, 40:80] = 0
    assert gap_in(Seen(rest, weight, np.zeros(rest.shape, np.uint8), 1.0), bars(80.0), DENSITY) == 0.0

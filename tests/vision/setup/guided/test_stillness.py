"""A picture is at rest when nothing has moved for a while, and news when it shows something else than before."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cameras.base import Frame
from vision.picture import Picture
from vision.setup.guided.stillness import LEVELS, REST_S, SHARE, Stillness, differ, small

GREY = 100


def pane(spot: tuple[int, int, int] | None = None, grey: int = GREY) -> Picture:
    """An even pane, and a white square on it: its column, its row and its side."""
    picture = np.full((480, 640, 3), grey, np.uint8)
    if spot is not None:
        x, y, side = spot
        picture[y : y + side, x : x + side] = 255
    return picture


def noisy(seed: int) -> Picture:
    """The even pane through a sensor in a dim room."""
    grain = np.random.default_rng(seed).normal(0, 6, (480, 640, 3))
    return np.asarray(np.clip(GREY + grain, 0, 255), dtype=np.uint8)


def fed(still: Stillness, *shown: tuple[Picture, float]) -> list[bool]:
    return [still.feed(Frame(picture, stamp)) for picture, stamp in shown]


WAND = (300, 200, 60)


def test_a_picture_rests_when_it_has_been_the_same_for_long_enough() -> None:
    assert fed(Stillness(0.5), *((pane(), at) for at in (7.0, 7.25, 7.5, 9.0))) == [False, False, True, True]
    assert fed(Stillness(), (pane(), 1.0), (pane(), 1 + 0.9 * REST_S), (pane(), 1 + 1.1 * REST_S))[1:] == [False, True]


def test_a_hand_that_moves_is_waited_for_and_what_it_leaves_must_rest_anew() -> None:
    moving = [(pane((40 * step, 200, 60)), float(step)) for step in range(1, 6)]
    still = Stillness(0.5)
    assert fed(still, (pane(), 0.0), *moving) == [False] * 6
    assert fed(still, (moving[-1][0], 5.25), (moving[-1][0], 5.5)) == [False, True]
    assert fed(still, (pane(), 5.75), (pane(), 6.0), (pane(), 6.25)) == [False, False, True]


def test_noise_is_no_movement_and_no_news() -> None:
    still = Stillness(0.5)
    assert fed(still, *((noisy(seed), seed / 4) for seed in range(4))) == [False, False, True, True]
    still.judged()
    fed(still, (noisy(9), 2.0))
    assert not still.news


def test_what_moves_slowly_moves_all_the_same() -> None:
    """From one frame to the next light grows by less than counts, over three of them by more."""
    step = round(LEVELS / 2) + 1
    assert step < LEVELS < 2 * step
    growing = [(pane(grey=GREY + step * number), 0.3 * number) for number in range(10)]
    assert not any(fed(Stillness(0.5), *growing))


def test_a_picture_of_another_size_is_another_picture() -> None:
    wide = np.full((240, 640, 3), GREY, np.uint8)
    still = Stillness(0.5)
    assert fed(still, (pane(), 0.0), (pane(), 0.5)) == [False, True]
    still.judged()
    assert fed(still, (wide, 1.0)) == [False]
    assert still.news


def test_what_was_judged_is_no_news_until_something_else_shows_or_it_is_forgotten() -> None:
    still = Stillness()
    assert not still.news, "nothing has been shown"
    fed(still, (pane(), 0.0))
    assert still.news
    still.judged()
    assert not still.news
    fed(still, (pane(WAND), 1.0))
    assert still.news
    fed(still, (pane(), 2.0))
    assert not still.news, "the same as before is known"
    still.forget()
    assert still.news


def test_it_is_the_picture_that_was_judged_which_is_known() -> None:
    still = Stillness()
    fed(still, (pane(), 0.0), (pane(WAND), 1.0))
    still.judged()
    fed(still, (pane(), 2.0))
    assert still.news
    fed(still, (pane(WAND), 3.0))
    assert not still.news


@pytest.mark.parametrize(("size", "cells"), [((480, 640), (120, 160)), ((640, 480), (213, 160)), ((2, 640), (1, 160))])
def test_pictures_are_compared_equally_wide_whatever_their_size(size: tuple[int, int], cells: tuple[int, int]) -> None:
    assert small(np.full((*size, 3), GREY, np.uint8)) == pytest.approx(np.full(cells, GREY))


def test_noise_of_a_sensor_is_averaged_out() -> None:
    assert np.abs(small(noisy(1)) - GREY).max() < LEVELS / 2
    assert small(noisy(1)).std() < 1


@pytest.mark.parametrize(("off", "told"), [(0.9, False), (-0.9, False), (1.1, True), (-1.1, True)])
def test_a_cell_differs_by_more_than_some_grey_levels_brighter_or_darker(off: float, told: bool) -> None:
    one = np.full((120, 160), GREY, np.float32)
    other = one + np.float32(off * LEVELS)
    assert differ(one, other) is told and differ(other, one) is told


@pytest.mark.parametrize(("share", "told"), [(0.9, False), (1.1, True)])
def test_few_cells_that_differ_are_no_other_picture(share: float, told: bool) -> None:
    one = np.zeros((100, 160), np.float32)
    other = one.copy()
    other.reshape(-1)[: round(share * SHARE * one.size)] = 200
    assert differ(one, other) is told

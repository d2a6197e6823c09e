"""Whether anything stands still that may be wands, while something else moves."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.live.glances import APART_S, Glances
from vision.picture import Picture

BARE = np.full((100, 100, 3), 90, np.uint8)
CELLS = 100
FRAME_S = 0.05


def changed(a: Picture, b: Picture) -> NDArray[np.bool_]:
    """Cells that are others by more than noise."""
    return np.asarray(np.abs(a.astype(int) - b.astype(int)).max(axis=2) > 10)


def wand(x: float, y: int = 40, level: int = 220) -> Picture:
    """The pane with a thing of 40 x 8 cells on it."""
    picture = BARE.copy()
    picture[y : y + 8, round(x) : round(x) + 40] = level
    return picture


def told(frames: list[Picture], every_s: float = FRAME_S) -> list[bool]:
    """What is said to each frame."""
    glances, said = Glances(changed, BARE, CELLS), []
    for number, frame in enumerate(frames):
        glances.see(number * every_s, frame)
        said.append(glances.still(number * every_s, frame))
    return said


def test_what_lies_there_stands_still_after_a_moment() -> None:
    assert told([wand(30)] * 8) == [False] * 3 + [True] * 5


@pytest.mark.parametrize("every_s", [0.01, 1 / 30, 0.1, 0.5])
def test_at_any_rate_of_frames(every_s: float) -> None:
    said = told([wand(30)] * 60, every_s)
    first = said.index(True) * every_s
    assert all(said[said.index(True) :])
    assert APART_S - 1e-9 <= first <= max(2 * APART_S, every_s) + 1e-9


def test_what_rolls_does_not() -> None:
    assert not any(told([wand(30, y) for y in range(10, 90, 4)]))


def test_a_bare_pane_has_nothing_to_read() -> None:
    assert not any(told([BARE] * 8))


def test_a_head_that_moves_behind_what_lies_there_does_not_hide_it() -> None:
    frames = []
    for step in range(10):
        frame = wand(30)
        frame[60:, 8 * step : 8 * step + 20] = 20
        frames.append(frame)
    assert told(frames)[-1]


def test_what_is_too_small_is_no_wand() -> None:
    small = BARE.copy()
    small[40:49, 40:51] = 220
    assert not any(told([small] * 8))


def test_what_comes_to_rest_is_seen_a_moment_later() -> None:
    said = told([wand(30, y) for y in range(10, 90, 8)] + [wand(30, 80)] * 8)
    assert not any(said[:12]) and said[-1]

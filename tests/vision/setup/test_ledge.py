"""Of the two borders of the wood the inner one is the pane's; a shadow or a beam is none."""

from __future__ import annotations

import numpy as np
import pytest

from vision.setup.ledge import ALONE, REACH, STEP, inner_border

HEIGHT, HALF = 300.0, 145.0
STARTS = np.array([-HALF, HALF, -HALF, HALF]) - REACH
PLACES = np.arange(-REACH, REACH + 0.01, STEP)


def profiles(foot: tuple[float, float], wood: float, strength: float = 0.3) -> list[np.ndarray]:
    """What the four sides of a square of 290 cells show when the wood around it is so thick."""
    shown = []
    for side, sign in enumerate((-1, 1, -1, 1)):
        there = foot[side // 2] + (sign * HALF - foot[side // 2]) * HEIGHT / (HEIGHT - wood)
        at = PLACES + sign * HALF
        inner, outer = (np.clip(1 - np.abs(at - p) / 1.5, 0, 1) for p in (sign * HALF, there))
        shown.append(0.01 + strength * np.maximum(inner, outer))
    return shown


@pytest.mark.parametrize("foot", [(0.0, 0.0), (16.0, -12.0)])
@pytest.mark.parametrize("wood", [12.0, 20.0, 40.0])
def test_the_inner_border_is_found_whatever_the_wood_and_the_cameras_place(
    foot: tuple[float, float], wood: float
) -> None:
    rim = inner_border(profiles(foot, wood), STARTS, foot, HEIGHT, 6.0)
    assert rim.sides == pytest.approx((-HALF, HALF, -HALF, HALF), abs=1.0)
    assert rim.wood == pytest.approx(wood, abs=1.0)


def test_one_border_alone_counts_as_it_is() -> None:
    rim = inner_border(profiles((0.0, 0.0), 0.0), STARTS, (0.0, 0.0), HEIGHT, 6.0)
    assert rim.sides == pytest.approx((-HALF, HALF, -HALF, HALF), abs=0.5)
    assert rim.wood == 0.0
    assert rim.score == pytest.approx(4 * 0.31 * 2 * ALONE, abs=0.05)


def test_a_faint_shadow_inside_is_no_border() -> None:
    shown = profiles((0.0, 0.0), 20.0)
    for side, sign in enumerate((-1, 1, -1, 1)):
        shown[side] = np.maximum(shown[side], 0.06 * (np.abs(PLACES + sign * 10.4) < 1))
    rim = inner_border(shown, STARTS, (0.0, 0.0), HEIGHT, 6.0)
    assert rim.sides == pytest.approx((-HALF, HALF, -HALF, HALF), abs=1.0)


def test_a_lower_border_outside_the_picture_is_not_missed() -> None:
    shown = profiles((0.0, 0.0), 20.0)
    for side, sign in ((2, -1), (3, 1)):
        shown[side] = np.where(sign * PLACES > 5.0, np.nan, shown[side])
    rim = inner_border(shown, STARTS, (0.0, 0.0), HEIGHT, 6.0)
    assert rim.sides == pytest.approx((-HALF, HALF, -HALF, HALF), abs=1.0)

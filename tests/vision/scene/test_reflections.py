"""Mirror images of lamps on the empty pane: found alone and in chains, told from what belongs to the room."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.scene.reflections import reflections

Picture = NDArray[np.uint8]


def pane(level: int = 120) -> Picture:
    rng = np.random.default_rng(7)
    return np.asarray(np.clip(rng.normal(level, 2, (260, 260, 3)), 0, 255), dtype=np.uint8)


def ring(picture: Picture, lamps: int, level: int, radius: int = 30) -> list[tuple[int, int]]:
    """Square lamps around the middle, blurred a little so that neighbours run together."""
    angles = 2 * np.pi * np.arange(lamps) / lamps
    places = [(round(130 + radius * np.cos(a)), round(130 + radius * np.sin(a))) for a in angles]
    for x, y in places:
        cv2.rectangle(picture, (x - 1, y - 1), (x + 1, y + 1), (level,) * 3, -1)
    picture[:] = cv2.GaussianBlur(picture, (3, 3), 0.8)
    return places


@pytest.mark.parametrize("lamps", [12, 24, 30])
@pytest.mark.parametrize("level", [190, 255])
def test_a_ring_of_lamps_is_seen_though_they_run_together(lamps: int, level: int) -> None:
    picture = pane()
    places = ring(picture, lamps, level)
    mask = reflections(picture)
    assert all(mask[y, x] for x, y in places)
    assert mask.mean() < 0.035, "only the lamps"
    assert not mask[115:146, 115:146].any(), "not what they surround"


def test_a_lamp_of_the_room_is_covered_by_wands_and_is_no_reflection() -> None:
    picture = pane()
    cv2.circle(picture, (80, 80), 30, (255, 255, 255), -1)
    assert reflections(picture)[60:100, 60:100].sum() == 0


def test_a_light_line_of_the_ceiling_is_no_chain() -> None:
    picture = pane()
    cv2.line(picture, (10, 40), (250, 90), (180, 180, 180), 6)
    assert reflections(picture).mean() < 0.005

"""Things of another hue over a face."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evidence.strange import PALE_MM2, strange_areas
from vision.geometry.patches import Patch

RED, BLACK, GREY, BLUE = (40, 45, 190), (35, 35, 36), (128, 128, 128), (190, 130, 80)


def face(colour: tuple[int, int, int]) -> Patch:
    """14 x 96 mm of one colour with a grey mark in the middle, on cells of 1 mm."""
    cells = np.full((14, 96, 3), colour, np.float32)
    cells[4:10, 40:56] = (90, 90, 95)
    return cells


def area(seen: Patch, taught: Patch, paler: bool = False) -> float:
    return strange_areas(seen, taught, taught[:1, :1], np.ones(seen.shape[:2], np.float32))[paler]


@pytest.mark.parametrize("colour", [RED, BLACK, GREY])
def test_light_shadow_casts_and_a_mark_off_its_place_are_not_strange(colour: tuple[int, int, int]) -> None:
    taught = face(colour)
    shaded = taught * np.linspace(0.5, 1.5, 96, dtype=np.float32)[:, None]
    warm = taught * np.array([0.8, 1.0, 1.2], np.float32)
    for seen in (taught, shaded, warm, np.roll(taught, 2, axis=1)):
        assert area(seen, taught, paler=True) == 0.0


def test_a_token_of_another_hue_has_its_size() -> None:
    seen = face(BLACK)
    seen[2:12, 70:86] = RED
    assert area(seen, face(BLACK)) == pytest.approx(160, abs=20)


@pytest.mark.parametrize(("light", "strange"), [(0.65, True), (1.0, False)])
def test_what_is_paler_is_strange_where_it_takes_light_away(light: float, strange: bool) -> None:
    seen = face(BLUE)
    seen[2:12, 60:76] = 170 * light
    assert (area(seen, face(BLUE)) > 100) == strange


def test_a_shadow_keeps_the_hue_of_a_dark_face_and_white_light_takes_none_away() -> None:
    seen = face(RED)
    seen[:, 40:] *= 0.25
    assert area(seen, face(RED)) == 0.0
    bright = 2 * face(BLUE)
    assert area(np.minimum(bright, 255), bright) == 0.0


def test_mirrored_light_is_paler_and_strange_only_where_that_counts() -> None:
    seen = face(RED)
    seen[2:12, 60:90] = 0.1 * seen[2:12, 60:90] + 180
    assert area(seen, face(RED)) == 0.0
    assert area(seen, face(RED), paler=True) >= PALE_MM2


def test_plain_wood_is_not_strange_where_a_lamp_was_mirrored_in_the_teaching() -> None:
    taught = face(RED)
    taught[:, :30] = 0.3 * taught[:, :30] + 150
    assert area(face(RED), taught) > 100
    assert strange_areas(face(RED), taught, face(RED)[:1, :1], np.ones((14, 96), np.float32)) == (0.0, 0.0)


def test_what_light_hides_is_not_judged() -> None:
    seen = face(BLACK)
    seen[2:12, 70:86] = RED
    clear = np.ones((14, 96), np.float32)
    clear[:, 68:88] = 0
    assert strange_areas(seen, face(BLACK), face(BLACK)[:1, :1], clear)[0] == 0.0
    assert strange_areas(seen, face(BLACK), face(BLACK)[:1, :1], 0 * clear)[0] == 0.0


def test_the_hue_of_what_is_dark_is_uncertain_by_noise_that_was_brightened() -> None:
    taught, clear = face(BLACK), np.ones((14, 96), np.float32)
    seen = taught.copy()
    seen[2:12, 60:80] += np.array([-20.0, 0.0, 30.0], np.float32)
    assert strange_areas(seen, taught, taught[:1, :1], clear)[0] > 100
    assert strange_areas(seen, taught, taught[:1, :1], clear, grain=4.0)[0] == 0.0
    seen[2:12, 60:80] = RED
    assert strange_areas(seen, taught, taught[:1, :1], clear, grain=4.0)[0] > 100


def test_wood_beside_a_veil_over_most_of_a_face_is_no_dull_thing() -> None:
    """The taught face was under a little of a lamp's light where this one is under none."""
    wood = face((98, 94, 30))
    taught, seen = wood.copy(), wood.copy()
    taught[:, :24] = wood[:, :24] + 15
    seen[:, 30:] = 0.4 * wood[:, 30:] + 120
    assert strange_areas(seen, 1.35 * taught, 1.35 * wood[:1, 50:51], np.ones((14, 96), np.float32))[0] == 0.0

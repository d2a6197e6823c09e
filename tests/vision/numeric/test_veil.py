"""Light that a glossy face mirrors: what is beside it tells the wood, a shadow or a mark does not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.numeric.veil import GAMMA, unveiled, veiled_share

Picture = NDArray[np.uint8]

VIOLET, NAVY, WHITE = (85, 43, 68), (100, 48, 36), (180, 192, 196)


def face(colour: tuple[int, int, int]) -> Picture:
    return np.full((33, 240, 3), colour, np.uint8)


def veiled(picture: Picture, part: slice, light: float) -> Picture:
    """As much light (share of white) added, from nothing at its start to all of it at its end."""
    seen = picture.copy()
    grown = np.linspace(0.3, 1, part.stop - part.start)[None, :, None] * light
    seen[:, part] = np.round(255 * ((picture[:, part] / 255.0) ** GAMMA + grown) ** (1 / GAMMA)).astype(np.uint8)
    return seen


@pytest.mark.parametrize("colour", [VIOLET, NAVY])
def test_a_veil_over_most_of_a_coloured_face_leaves_its_wood_known(colour: tuple[int, int, int]) -> None:
    seen = veiled(face(colour), slice(60, 240), 0.15)
    assert np.abs(np.median(seen, axis=(0, 1)) - colour).max() > 20
    assert np.abs(unveiled(seen) - colour).max() <= 2


@pytest.mark.parametrize("colour", [VIOLET, NAVY, WHITE])
def test_a_shadow_over_an_end_is_no_plainer_part(colour: tuple[int, int, int]) -> None:
    seen = face(colour)
    seen[:, :70] = seen[:, :70] // 2
    assert np.abs(unveiled(seen) - colour).max() <= 1


def test_a_dark_mark_is_no_plainer_part() -> None:
    seen = face((38, 79, 72))
    seen[4:30, 80:120] = (56, 34, 34)
    assert np.abs(unveiled(seen) - (38, 79, 72)).max() <= 1


def test_cells_that_are_not_known_tell_nothing() -> None:
    seen = veiled(face(VIOLET), slice(60, 240), 0.15)
    known = np.ones(seen.shape[:2], np.uint8)
    known[:, :60] = 0
    assert np.abs(unveiled(seen, known) - VIOLET).max() > 15


@pytest.mark.parametrize(("light", "share"), [(0.0, 0.0), (0.02, 0.0), (0.4, 0.75)])
def test_the_share_of_a_face_under_a_heavy_veil_is_counted(light: float, share: float) -> None:
    seen = veiled(face(VIOLET), slice(60, 240), light) if light else face(VIOLET)
    assert veiled_share(seen, np.ones(seen.shape[:2], np.uint8), np.array(VIOLET, np.float64)) == pytest.approx(
        share, abs=0.1
    )


def test_brighter_light_on_the_wood_itself_is_no_veil_nor_is_what_is_not_known() -> None:
    wood = np.array(VIOLET, np.float64)
    bright = np.clip(face(VIOLET) * 2.0, 0, 255).astype(np.uint8)
    assert veiled_share(bright, np.ones(bright.shape[:2], np.uint8), wood) == 0
    seen = veiled(face(VIOLET), slice(60, 240), 0.4)
    assert veiled_share(seen, np.zeros(seen.shape[:2], np.uint8), wood) == 0

"""Glare: what light has washed out tells nothing, nor does what it glows upon."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.picture import Picture
from vision.read import Reader
from vision.scene.glare import FARTHEST_MM, GLOWS, HALO_MM, glow, unwashed

DENSITY, WOOD = 4.0, 60.0


def face(radius: float, tail: float) -> NDArray[np.float32]:
    """A dark face of 100 x 24 mm, a white disc in its middle that fades over ``tail`` mm."""
    rows, columns = np.mgrid[-48:49, -200:201] / DENSITY
    away = np.hypot(rows, columns) - radius
    light = np.clip(1 - away / max(tail, 1e-6), 0, 1)
    return np.repeat((WOOD + (255 - WOOD) * light)[..., None], 3, axis=2).astype(np.float32)


def reach(radius: float, tail: float) -> float:
    patch = face(radius, tail)
    return glow(patch, (patch.min(axis=2) >= 250).astype(np.uint8), DENSITY)


def test_glow_reaches_as_far_as_it_shows() -> None:
    assert reach(3.0, 0.0) == HALO_MM
    assert reach(9.0, 2.0) == pytest.approx(2.0, abs=0.5)
    assert reach(9.0, 3.0) == pytest.approx(3.0, abs=0.5)
    assert reach(9.0, 6.0) == FARTHEST_MM


@pytest.mark.parametrize("tail", [0.0, 1.0, 2.0, 3.0])
def test_what_glows_is_not_in_view(tail: float) -> None:
    patch = face(8.0, tail)
    clear = unwashed(patch, DENSITY)
    assert patch[clear].max() <= WOOD + 3 * GLOWS
    assert clear.mean() > 0.6


def washed(picture: Picture, places: Any, size: tuple[float, float], angle: float) -> Picture:
    """Light mirrored upon a place: an ellipse of half axes ``size`` (px), white inside, that fades outwards."""
    light: Any = np.zeros(picture.shape[:2], np.float32)
    centre = tuple(int(c) for c in places.round())
    cv2.ellipse(light, centre, (round(size[0]), round(size[1])), angle, 0, 360, 1.0, -1, cv2.LINE_AA)
    light = cv2.GaussianBlur(light, (0, 0), 0.7 * size[1] / 4) * 400
    return np.asarray(np.clip(picture + light[..., None], 0, 255), dtype=np.uint8)


@pytest.mark.parametrize("colour", ["red", "black", "white"])
@pytest.mark.parametrize("along", [-14.0, 0.0, 14.0])
def test_a_washed_out_part_makes_no_wand_brighter_and_no_value_wrong(
    reader: Reader, labels: dict[str, Any], colour: str, along: float
) -> None:
    picture = read_picture(SET / "throws" / "001.jpg")
    before = next(f for f in reader.read(picture).found if f.colour == colour)
    pose, scale = before.outline.centred, reader.pane.scale
    centre = reader.pane.to_px(pose.places(np.array([[along, 0.0]])))[0]
    look = reader.read(washed(picture, centre, (9 * scale, 8 * scale), 0.0))
    after = next(f for f in look.found if f.colour == colour)
    assert float(after.exhibit.gain[0]) == pytest.approx(float(before.exhibit.gain[0]), rel=0.12)
    truth = {c: w["top_value"] for c, w in labels["throws"]["001.jpg"]["wands"].items()}
    assert all(not w.sure or w.top == truth[c] for c, w in look.reading.wands.items())

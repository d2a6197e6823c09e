"""What surrounds the end of a wand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.evidence.grip import Beside, beside, spread
from vision.files import read_picture
from vision.locate.outline import Outline
from vision.picture import Picture
from vision.read import Reader

THROW = SET / "throws" / "001.jpg"
SKIN = (110, 140, 190)


def around(reader: Reader, paint: tuple[int, int, int] | None, factor: float = 1.0, end: int = 1) -> Beside:
    """What is beside an end of the red wand when a fist of such a colour, or a shadow, lies behind its end 1."""
    picture, outline, others = shown(reader, paint, factor)
    return beside(reader.empty.beside(picture), reader.pane, outline, others)[end]


def shown(
    reader: Reader, paint: tuple[int, int, int] | None, factor: float = 1.0
) -> tuple[Picture, Outline, list[Outline]]:
    """A picture of that, the red wand and the others."""
    plain = read_picture(THROW)
    look = reader.read(plain)
    outline = next(f.outline for f in look.found if f.colour == "red")
    others = [f.outline for f in look.found if f.colour != "red"]
    picture = behind(reader, plain, outline.centred.places(np.array([[outline.length / 2 - 8, 0.0]])), paint, factor)
    corners = reader.pane.to_px(outline.centred.corners(outline.length, outline.side)).round().astype(np.int32)
    wand = cv2.fillConvexPoly(np.zeros(plain.shape[:2], np.uint8), corners, 1)
    picture[wand > 0] = plain[wand > 0]
    return picture, outline, others


def behind(
    reader: Reader, plain: Picture, middle: np.ndarray, paint: tuple[int, int, int] | None, factor: float
) -> Picture:
    centre = tuple(int(c) for c in reader.pane.to_px(middle)[0].round())
    disc = cv2.circle(np.zeros(plain.shape[:2], np.uint8), centre, round(28 * reader.pane.scale), 1, -1)
    changed = plain * factor if paint is None else np.broadcast_to(np.array(paint, float), plain.shape)
    return np.where(disc[..., None] > 0, changed, plain).astype(np.uint8)


def test_a_fist_around_an_end_is_of_another_hue_on_both_sides_and_ahead(reader: Reader) -> None:
    seen = around(reader, SKIN)
    assert seen.different.min() > 0.5 and seen.tinted.min() > 0.5 and min(seen.ahead) > 0.5
    assert seen.brightness == pytest.approx(SKIN[2], abs=12)


def test_the_other_end_is_free(reader: Reader) -> None:
    seen = around(reader, SKIN, end=0)
    assert max(*seen.different, *seen.tinted, *seen.ahead) < 0.2


def test_a_shadow_has_no_other_hue(reader: Reader) -> None:
    seen = around(reader, None, factor=0.5)
    assert seen.different.min() > 0.3 and seen.tinted.max() < 0.1


def test_an_empty_surrounding_is_the_pane(reader: Reader) -> None:
    seen = around(reader, None)
    assert max(*seen.different, *seen.tinted, *seen.ahead) < 0.1


def test_a_fist_is_near_an_end_and_hardly_far_from_it(reader: Reader) -> None:
    picture, outline, _ = shown(reader, SKIN)
    other, own = spread(reader.empty.beside(picture), outline)
    assert own[0] > 0.9 and own[1] < 0.4
    assert max(other[0], other[1]) < 0.3
    near, far = own[2:4]
    assert abs(near) > 3 * abs(far)


def test_a_shadow_darkens_alike_all_that_is_near(reader: Reader) -> None:
    picture, outline, _ = shown(reader, None, factor=0.5)
    _, own = spread(reader.empty.beside(picture), outline)
    assert own[2] == pytest.approx(np.log(0.5), abs=0.1)
    assert own[4] < 0.15


def test_where_nothing_is_nothing_spreads(reader: Reader) -> None:
    picture, outline, _ = shown(reader, None)
    told = spread(reader.empty.beside(picture), outline)
    assert told[:, 0].max() < 0.1 and np.abs(told[:, 2:4]).max() < 0.1

"""Things across a side: a coin under it, light and shade upon it, and a notch."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.evidence.crossing import STEP_MM
from vision.files import read_picture
from vision.picture import Picture
from vision.read import Reader

THROW = SET / "throws" / "001.jpg"


def painted(reader: Reader, colour: str, radius: float, out: float, paint: tuple[int, int, int]) -> Picture:
    """A disc of ``radius`` mm, its middle ``out`` mm off the left side of a wand, 22 mm from the wand's middle."""
    picture = read_picture(THROW)
    outline = next(f.outline for f in reader.read(picture).found if f.colour == colour)
    middle = outline.centred.places(np.array([[22.0, -outline.side / 2 - out]]))
    centre = reader.pane.to_px(middle)[0]
    size = radius * reader.pane.scale
    cv2.circle(picture, tuple(int(c) for c in centre.round()), round(size), paint, -1, cv2.LINE_AA)
    return picture


def longest(reader: Reader, picture: Picture, colour: str) -> float:
    found = next(f for f in reader.read(picture).found if f.colour == colour)
    return found.facts.crossed


@pytest.mark.parametrize("paint", [(40, 150, 190), (150, 150, 150)])
@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_a_coin_under_a_side_crosses_it(reader: Reader, colour: str, paint: tuple[int, int, int]) -> None:
    assert longest(reader, painted(reader, colour, 11.0, 8.0, paint), colour) >= 3 * STEP_MM


@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_a_coin_beside_a_wand_does_not(reader: Reader, colour: str) -> None:
    assert longest(reader, painted(reader, colour, 11.0, 14.0, (40, 150, 190)), colour) == 0.0


def test_nothing_crosses_the_wands_of_a_throw(reader: Reader) -> None:
    assert [f.facts.crossed for f in reader.read(read_picture(THROW)).found] == [0.0, 0.0, 0.0]


def test_a_shadow_over_half_a_wand_and_the_pane_crosses_nothing(reader: Reader) -> None:
    picture = read_picture(THROW)
    shade = np.ones(picture.shape[:2], np.float32)
    shade[:, : picture.shape[1] // 2] = 0.6
    shaded = (picture * cv2.GaussianBlur(shade, (0, 0), 12)[..., None]).astype(np.uint8)
    read = reader.read(shaded)
    assert read.reading.status == "ok" and max(f.facts.crossed for f in read.found) < 3 * STEP_MM

"""Wands lie where they lay, whatever the light; those that were moved do not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from tests.vision.live import spells
from vision.files import read_picture
from vision.live.lying import Lying
from vision.picture import Picture
from vision.read import Reader


@pytest.fixture(scope="module")
def picture() -> Picture:
    """Three wands in plain light."""
    return read_picture(SET / "throws" / "018.jpg")


@pytest.fixture(scope="module")
def lying(reader: Reader, picture: Picture) -> Lying:
    """The wands as they lie there."""
    poses = {f.colour: f.outline.centred for f in reader.read(picture).found}
    return Lying(reader.known, reader.known.grid.rectify(picture), poses, (reader.length, reader.side))


def unmoved(reader: Reader, lying: Lying, picture: Picture) -> frozenset[str]:
    """The wands that lie as they lay in a picture."""
    return lying.unmoved(reader.known.grid.rectify(picture))


@pytest.mark.parametrize("factors", [(0.4, 0.4, 0.4), (1.3, 1.3, 1.3), (0.7, 0.9, 1.1)])
def test_other_light_moves_no_wand(
    reader: Reader, lying: Lying, picture: Picture, factors: tuple[float, float, float]
) -> None:
    lit = spells.cast(*factors)(picture, 0.0, np.random.default_rng(1))
    assert unmoved(reader, lying, lit) == {"red", "black", "white"}


def test_moved_wands_do_not_lie_as_they_lay(reader: Reader, lying: Lying, picture: Picture) -> None:
    across = np.array([[1, 0, 22], [0, 1, 22]], dtype=np.float32)
    moved = np.asarray(cv2.warpAffine(picture, across, picture.shape[1::-1]), np.uint8)
    assert unmoved(reader, lying, moved) == frozenset()


def test_nothing_lies_in_the_dark_or_on_the_empty_pane(reader: Reader, lying: Lying, picture: Picture) -> None:
    assert unmoved(reader, lying, np.zeros_like(picture)) == frozenset()
    assert unmoved(reader, lying, read_picture(SET / "empty.jpg")) == frozenset()


def test_in_too_much_light_nobody_can_tell(reader: Reader, lying: Lying, picture: Picture) -> None:
    white = np.full_like(picture, 255)
    assert lying.washed(reader.known.grid.rectify(white)) == {"red", "black", "white"}
    assert lying.washed(reader.known.grid.rectify(picture)) == frozenset()
    lamp = picture.copy()
    x, y = (int(v) for v in np.mean(reader.read(picture).reading.wands["red"].corners_px, axis=0))
    cv2.circle(lamp, (x, y), 130, (255, 255, 255), -1)
    assert lying.washed(reader.known.grid.rectify(lamp)) == {"red"}

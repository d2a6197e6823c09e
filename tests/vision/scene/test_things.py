"""Arms, bodies and things on the pane are told apart by where and how widely they cross the border of the opening."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.picture import Picture
from vision.read import Look, Reader
from vision.scene.things import at_wand

SKIN = (96, 124, 186)


def over(reader: Reader, picture: Picture, corners: list[tuple[float, float]]) -> Picture:
    """The picture with something behind its wands: a polygon (mm on the pane) of skin that hides no wand."""
    shape = np.round(reader.pane.to_px(np.array(corners))).astype(np.int32)
    covered = cv2.fillPoly(picture.copy(), [shape], SKIN)
    found = reader.read(picture).found
    for f in found:
        wand = np.zeros(picture.shape[:2], np.uint8)
        place = reader.pane.to_px(f.outline.centred.corners(f.outline.length, f.outline.side))
        cv2.fillConvexPoly(wand, np.round(place).astype(np.int32), 1)
        covered[wand > 0] = picture[wand > 0]
    return covered


def held(reader: Reader, look: Look) -> bool:
    """Whether a hand is there."""
    poses = [f.outline.centred for f in look.found]
    return at_wand(look.things, poses, reader.length, reader.side, reader.empty)


def from_below(reader: Reader, width: float, reach: float) -> list[tuple[float, float]]:
    """Something that reaches in from the lower border, at its middle."""
    x = float(reader.pane.opening[:, 0].mean())
    low = float(reader.pane.opening[:, 1].max())
    return [
        (x - width / 2, low + 8),
        (x - width / 2, low - reach),
        (x + width / 2, low - reach),
        (x + width / 2, low + 8),
    ]


@pytest.mark.parametrize(
    ("width", "reach", "hand"), [(60, 130, True), (60, 60, True), (170, 110, False), (60, 25, False), (8, 130, False)]
)
def test_an_arm_is_narrow_and_reaches_in(reader: Reader, width: float, reach: float, hand: bool) -> None:
    empty = read_picture(SET / "empty.jpg")
    look = reader.read(over(reader, empty, from_below(reader, width, reach)))
    assert held(reader, look) is hand


def test_an_arm_behind_wands_is_seen(reader: Reader) -> None:
    lying = read_picture(SET / "throws/004.jpg")
    assert not held(reader, reader.read(lying))
    looked = read_picture(SET / "throws/015.jpg")
    assert not held(reader, reader.read(looked))
    assert held(reader, reader.read(over(reader, looked, from_below(reader, 55, 120))))


def test_what_crosses_no_border_is_no_hand_and_the_pane_is_not_empty(reader: Reader) -> None:
    empty = read_picture(SET / "empty.jpg")
    x, y = reader.pane.opening.mean(axis=0) + np.array([-70.0, 40.0])
    look = reader.read(over(reader, empty, [(x, y), (x + 40, y), (x + 40, y + 40), (x, y + 40)]))
    assert look.reading.status == "invalid"
    assert [round(t.width) for t in look.things] == [0]
    assert not held(reader, look)


def test_a_body_that_leans_over_is_far_above(reader: Reader) -> None:
    empty = read_picture(SET / "empty.jpg")
    look = reader.read(over(reader, empty, from_below(reader, 170, 110)))
    assert [t.behind for t in look.things] == [True]


def test_a_hand_over_an_empty_pane_is_not_empty(reader: Reader) -> None:
    empty = read_picture(SET / "empty.jpg")
    assert reader.read(over(reader, empty, from_below(reader, 60, 130))).reading.status == "invalid"

"""The picture that explains a reading: the pane with its wands, their faces below, and nothing of the room."""

from __future__ import annotations

from dataclasses import replace

import cv2
import msgspec
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.geometry.pane import mask_of
from vision.picture import Picture
from vision.read import Look, Reader
from vision.tools.explain import AMBER, GREEN, RED, STRIP_PX, explained
from vision.verdict.found import Found

HEAD_PX, GAP_PX = 24, 6
"""A line of text above each strip, and what is free below each row."""


@pytest.fixture(scope="module")
def throw() -> Picture:
    """Three wands in the open."""
    return read_picture(SET / "throws" / "001.jpg")


@pytest.fixture(scope="module")
def look(reader: Reader, throw: Picture) -> Look:
    """What was read of them."""
    return reader.read(throw)


def drawn(picture: Picture, colour: tuple[int, int, int]) -> int:
    return int((picture == np.array(colour)).all(axis=2).sum())


def pane_of(reader: Reader, made: Picture) -> Picture:
    """The upper part, as large as a picture."""
    width, height = reader.pane.size
    return made[:height, :width]


def test_the_pane_comes_first_and_below_it_a_strip_for_each_wand(reader: Reader, throw: Picture, look: Look) -> None:
    made = explained(reader, throw, look)
    heights = [HEAD_PX + STRIP_PX * f.exhibit.patch.shape[0] for f in look.found]
    widths = [STRIP_PX * f.exhibit.patch.shape[1] for f in look.found]
    assert len(look.found) == 3 and made.dtype == np.uint8
    assert made.shape == (throw.shape[0] + sum(heights) + 4 * GAP_PX, max(throw.shape[1], *widths), 3)
    row = throw.shape[0] + GAP_PX
    for found, height, width in zip(look.found, heights, widths, strict=True):
        strip, patch = made[row + HEAD_PX : row + height, :width], found.exhibit.patch
        small = cv2.resize(strip, patch.shape[1::-1], interpolation=cv2.INTER_AREA)
        assert np.median(np.abs(small - patch)) < 3
        row += height + GAP_PX


def test_the_room_around_the_pane_is_not_shown(reader: Reader, throw: Picture, look: Look) -> None:
    bare = replace(look, found=())
    one, other = (explained(reader, p, bare) for p in (throw, np.where(mask_of(reader.pane)[..., None], throw, 255)))
    assert np.array_equal(one, other)
    assert one.shape[0] == throw.shape[0] + GAP_PX


def test_the_picture_that_was_read_stays_as_it_is(reader: Reader, throw: Picture, look: Look) -> None:
    before = throw.copy()
    explained(reader, throw, look)
    assert np.array_equal(throw, before)


@pytest.mark.parametrize(("sure", "fault", "colour"), [(True, False, GREEN), (False, False, AMBER), (True, True, RED)])
def test_a_wand_is_drawn_in_the_colour_of_what_may_be_said_of_it(
    reader: Reader, throw: Picture, look: Look, sure: bool, fault: bool, colour: tuple[int, int, int]
) -> None:
    found = changed(look.found[0], sure, fault)
    made = pane_of(reader, explained(reader, throw, replace(look, found=(found,))))
    none = pane_of(reader, explained(reader, throw, replace(look, found=())))
    new = {c: drawn(made, c) - drawn(none, c) for c in (GREEN, AMBER, RED)}
    around = 2 * sum(np.ptp(np.array(found.reading.corners_px), axis=0))
    assert new[colour] > 0.3 * around
    assert all(n <= 0 for c, n in new.items() if c != colour)


def changed(found: Found, sure: bool, fault: bool) -> Found:
    reading = msgspec.structs.replace(found.reading, sure=sure)
    return replace(found, reading=reading, fault="leaning" if fault else None)

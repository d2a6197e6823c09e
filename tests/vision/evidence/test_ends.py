"""Ends that do not show: hidden ones are missed, pale ones before a pale lamp or ceiling are not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.evidence.ends import lacking
from vision.files import read_picture
from vision.locate.outline import Outline
from vision.picture import Picture
from vision.read import Reader


def endless(outline: Outline) -> Outline:
    """The outline with an end that does not show."""
    ends = outline.held_ends.copy()
    ends[1] = 0.1
    return replace(outline, held_ends=ends)


def painted(reader: Reader, picture: Picture, outline: Outline, colour: tuple[float, ...], inwards: float) -> Picture:
    """The picture with a patch of one colour from so far inwards of the second end to 15 mm beyond it."""
    reach = (15.0 + inwards) / 2
    part = outline.centred.moved(outline.length / 2 + 15.0 - reach, 0.0).corners(2 * reach, 30.0)
    covered = picture.copy()
    cv2.fillConvexPoly(covered, np.round(reader.pane.to_px(part)).astype(np.int32), colour)
    return covered


@pytest.mark.parametrize(
    ("colour", "beyond", "inwards", "misses"),
    [
        ("white", None, 0.0, True),
        ("white", "wood", 0.0, False),
        ("white", (40, 60, 140), 12.0, True),
        ("black", "wood", 0.0, True),
    ],
)
def test_an_end_is_missed_unless_it_is_as_pale_as_what_is_beyond_it(
    reader: Reader, colour: str, beyond: tuple[float, ...] | str | None, inwards: float, misses: bool
) -> None:
    picture = read_picture(SET / "throws" / "001.jpg")
    found = next(f for f in reader.read(picture).found if f.colour == colour)
    wood = reader.models[colour].base * found.exhibit.gain
    outline = found.outline
    if beyond is not None:
        paint = tuple(float(c) for c in wood) if isinstance(beyond, str) else beyond
        picture = painted(reader, picture, outline, paint, inwards)
    view = reader.empty.beside(picture)
    assert not lacking(view, outline, wood)
    assert lacking(view, endless(outline), wood) is misses

"""A lifted end as it shows in an outline."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.evidence.tilt import FLAT, HEIGHTS_MM, HELD_MM, held_longer, tilt_of
from vision.files import read_picture
from vision.locate.outline import Outline
from vision.locate.relief import SPANS_MM
from vision.read import Reader


@pytest.fixture(scope="module")
def plain(reader: Reader) -> Outline:
    """Sides exactly where they were taught, ends that show at no other place."""
    outline = reader.read(read_picture(SET / "throws" / "001.jpg")).found[0].outline
    spans = np.exp(-((SPANS_MM / 0.6) ** 2))
    return replace(outline, borders=np.zeros_like(outline.borders), spans=spans)


def lifted(reader: Reader, plain: Outline, end: int, height: float) -> Outline:
    """The same wand with an end so high: that end narrower, and all of it as long as it looks then."""
    number = int(np.flatnonzero(height == HEIGHTS_MM)[0])
    share = height / (abs(float(reader.pane.eye[2])) + height)
    way = (np.arange(plain.borders.shape[1]) + 0.5) / plain.borders.shape[1]
    borders = np.tile(-plain.side * share / 2 * (way if end else 1 - way), (2, 1))
    held = HEIGHTS_MM[HEIGHTS_MM >= HELD_MM]
    longer = float(held_longer(reader.pane, plain)[end][int(np.flatnonzero(held == HEIGHTS_MM[number])[0])])
    spans = np.exp(-(((SPANS_MM - longer * plain.length) / 0.6) ** 2))
    return replace(plain, borders=borders, spans=spans)


def test_flat_explains_a_plain_outline_best(reader: Reader, plain: Outline) -> None:
    tilt = tilt_of(reader.pane, plain)
    assert tilt.gain == 0.0 and tilt.height == 0.0
    assert tilt.flat.min() > FLAT


@pytest.mark.parametrize("end", [0, 1])
@pytest.mark.parametrize("height", [18.0, 27.0])
def test_a_lift_explains_the_outline_of_a_lifted_wand(reader: Reader, plain: Outline, end: int, height: float) -> None:
    tilt = tilt_of(reader.pane, lifted(reader, plain, end, height))
    assert tilt.end == end and tilt.height == pytest.approx(height, abs=6.0)
    assert tilt.gain > 1.0 and tilt.flat[end] < 0.0


def test_sides_that_are_not_seen_tell_nothing(reader: Reader, plain: Outline) -> None:
    unseen = replace(plain, borders=np.full_like(plain.borders, np.nan), spans=np.ones_like(plain.spans))
    assert tilt_of(reader.pane, unseen).gain == 0.0

"""What the table of a wand's marks says of them: a mark that hardly stands out of its wood is never called covered."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evidence.mark_table import MarkTable, learn_marks
from vision.geometry.patches import Patch

DENSITY = 3.0
WOOD = (50.0, 47.0, 170.0)


def face(level: float, place: slice, seed: int) -> Patch:
    """Wood with the noise of a webcam, and a stroke across it that is brighter by so many grey levels."""
    picture = np.random.default_rng(seed).normal(0, 12, (24, 270, 3)) + WOOD
    picture[6:18, place] += level
    return picture.astype(np.float32)


def table(level: float) -> MarkTable:
    """Of two marks and a blank face."""
    faces = [face(level, slice(60, 90), 1), face(level, slice(130, 160), 2), face(0.0, slice(0, 0), 3)]
    return learn_marks([(f, np.ones(f.shape[:2], np.bool_)) for f in faces], DENSITY)


@pytest.mark.parametrize(("level", "stands_out"), [(60.0, True), (30.0, True), (3.0, False)])
def test_only_a_mark_that_stands_out_of_its_wood_can_be_seen_to_be_covered(level: float, stands_out: bool) -> None:
    seen = table(level)
    assert [seen.stands_out(guess) for guess in range(4)] == [stands_out] * 4


def test_a_blank_face_has_nothing_that_could_be_covered() -> None:
    assert not any(table(60.0).stands_out(guess) for guess in (4, 5))

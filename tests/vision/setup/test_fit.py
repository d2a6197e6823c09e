"""Finding the wands of a teaching: one size for all pictures, each wand where it lies, however faint."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.geometry.pane import Pane, Points
from vision.setup.shots import load_shots
from vision.setup.teach import Lesson, lesson_of
from vision.taught.wandset import empty_grid


@pytest.fixture(scope="module")
def lesson(pane: Pane) -> Lesson:
    """What was found in the nine pictures."""
    return lesson_of(pane, load_shots(SET / "teach"))


def true_middle(pane: Pane, label: dict[str, Any]) -> Points:
    """Middle of a wand (mm on the pane) from its labelled corners."""
    return np.asarray(pane.to_mm(np.array(label["corners_px"])).mean(axis=0))


def test_each_wand_is_found_within_half_a_millimetre(lesson: Lesson, labels: dict[str, Any]) -> None:
    for shot, fit in zip(lesson.shots, lesson.fits, strict=True):
        middle = true_middle(lesson.pane, labels["teach"][shot.name])
        assert np.linalg.norm(fit.pose.middle - middle) < 0.6, shot.name


def test_both_sides_are_measured_by_themselves(lesson: Lesson) -> None:
    assert all(fit.trusted for fit in lesson.fits)


def test_the_bare_pane_keeps_no_wand(lesson: Lesson) -> None:
    grid = empty_grid(lesson.pane)
    true = grid.rectify(read_picture(SET / "empty.jpg"))
    inside = grid.opening_mask(lesson.pane, 5.0) > 0
    off = np.abs(lesson.empty.astype(int) - true).max(axis=2)[inside]
    # Noise of one picture; a wand left over would differ by 50 levels and more on 1 in 60 cells.
    assert np.percentile(off, 99) < 15

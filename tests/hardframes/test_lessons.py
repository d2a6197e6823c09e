"""What the eye's networks are shown: faces, edges and ends of a written set with their truth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.hardframes.faces import NONE
from tests.hardframes.figures import Job
from tests.hardframes.held import Held
from tests.hardframes.lessons import Lessons, lessons_of
from tests.hardframes.notched import BORDER, NOTCH
from tests.vision.conftest import SET
from vision.evidence.edges import ACROSS, NETWORK, beside_wood
from vision.evidence.resemblance import HIGH, WIDE, odds_of
from vision.evidence.vicinity import CELLS


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    """Those of the set that the tests of the eye read."""
    found = lessons_of(Job(folder=SET))
    assert found is not None
    return found


def test_each_face_has_its_value_and_its_wands_layers(lessons: Lessons) -> None:
    faces = lessons.faces
    count = len(faces.truth)
    assert faces.seen.shape == (count, HIGH, WIDE, 3) and faces.clear.shape == (count, HIGH, WIDE)
    assert faces.layers.shape == (3, 6, 4, HIGH, WIDE)
    assert set(faces.truth[faces.truth != NONE]) == {0, 1, 2}
    assert 2 < (faces.truth == NONE).sum() < count


def test_the_shipped_network_knows_most_faces(lessons: Lessons) -> None:
    faces, right = lessons.faces, 0
    for seen, clear, wand, truth in zip(faces.seen, faces.clear, faces.wand, faces.truth, strict=True):
        odds = odds_of(seen, clear, faces.woods[wand], faces.layers[wand], faces.tops[wand])
        right += int(np.argmax([*odds, 0.0]) == truth)
    assert right >= 0.9 * len(faces.truth)


def test_both_edges_of_a_wand_carry_two_of_no_one_and_two_notches(lessons: Lessons) -> None:
    there = lessons.notches.there
    assert lessons.notches.strips.shape[:3] == (len(there), 2, ACROSS)
    assert len(there) > 9
    for wand in there:
        notches = [int((np.diff(np.concatenate([[0], edge == NOTCH])) == 1).sum()) for edge in wand]
        assert sorted(notches) in ([0, 1], [0, 2], [1, 2])
        assert (wand == BORDER).any()


def test_the_shipped_network_sees_nearly_all_notches(lessons: Lessons) -> None:
    hits = bare = 0
    middle = np.abs(np.arange(-36, 36.5)) <= 27
    for strips, there in zip(lessons.notches.strips, lessons.notches.there, strict=True):
        odds = NETWORK.answer(beside_wood(strips.transpose(0, 3, 1, 2).astype(np.float32))).reshape(2, -1)
        for edge in (0, 1):
            own = there[edge, ::2] == NOTCH
            hits += int(own.any() and odds[edge, own].max() > 0)
            bare += int((odds[edge, _far(there[edge, ::2]) & middle] > 2).any())
    edges = int((lessons.notches.there == NOTCH).any(axis=2).sum())
    assert hits >= 0.95 * edges, (hits, edges)
    assert bare <= 0.05 * 2 * len(lessons.notches.there)


def _far(there: np.ndarray) -> np.ndarray:
    """Places 2 mm and more from a notch and its border: a wand's middle may be off along it."""
    return np.convolve(there != 0, np.ones(5), "same") == 0


def test_each_end_of_a_flat_wand_is_told_of_and_of_a_lifted_one_the_upper(lessons: Lessons) -> None:
    held = lessons.held
    assert len(held.told) == len(held.held) > 2 * 3 * 6
    assert 0 < held.held.sum() <= 4
    assert np.isfinite(held.told).all()
    assert held.colours.shape == (len(held.held), CELLS, CELLS, 6)
    assert held.covered.shape == (len(held.held), CELLS, CELLS, 2)
    assert (held.white > 100).all()


def test_they_are_kept_as_files(lessons: Lessons, tmp_path: Path) -> None:
    for lesson in lessons:
        lesson.save(tmp_path / "set.npz")
        back = type(lesson).load(tmp_path / "set.npz")
        assert all(np.array_equal(value, getattr(back, name)) for name, value in vars(lesson).items())


def test_what_another_version_kept_is_named(lessons: Lessons, tmp_path: Path) -> None:
    np.savez(tmp_path / "old.npz", told=lessons.held.told, held=lessons.held.held)
    with pytest.raises(ValueError, match=r"old\.npz: kept by another version; delete it"):
        Held.load(tmp_path / "old.npz")

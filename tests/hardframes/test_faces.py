"""What the network is shown: the faces of a written set with their values, and places that are none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.hardframes.faces import NONE, Faces, faces_of
from tests.hardframes.figures import Job
from tests.vision.conftest import SET
from vision.evidence.resemblance import HIGH, WIDE, odds_of


@pytest.fixture(scope="module")
def faces() -> Faces:
    """Those of the set that the tests of the eye read."""
    found = faces_of(Job(folder=SET))
    assert found is not None
    return found


def test_each_face_has_its_value_and_its_wands_layers(faces: Faces) -> None:
    count = len(faces.truth)
    assert faces.seen.shape == (count, HIGH, WIDE, 3) and faces.clear.shape == (count, HIGH, WIDE)
    assert faces.layers.shape == (3, 6, 4, HIGH, WIDE)
    assert set(faces.truth[faces.truth != NONE]) == {0, 1, 2}
    assert 2 < (faces.truth == NONE).sum() < count


def test_the_shipped_network_knows_most_of_them(faces: Faces) -> None:
    right = 0
    for seen, clear, wand, truth in zip(faces.seen, faces.clear, faces.wand, faces.truth, strict=True):
        odds = odds_of(seen, clear, faces.woods[wand], faces.layers[wand], faces.tops[wand])
        right += int(np.argmax([*odds, 0.0]) == truth)
    assert right >= 0.9 * len(faces.truth)


def test_they_are_kept_as_one_file(faces: Faces, tmp_path: Path) -> None:
    faces.save(tmp_path / "set.npz")
    back = Faces.load(tmp_path / "set.npz")
    assert all(np.array_equal(value, getattr(back, name)) for name, value in vars(faces).items())

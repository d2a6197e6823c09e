"""Wands of nearly one colour are told of, unless marks and notches or whole faces tell them apart."""

from __future__ import annotations

from copy import copy

import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.evidence.model import WandModel
from vision.evidence.resemblance import SAME
from vision.geometry.pane import Pane
from vision.read import Reader
from vision.setup.likeness import Likeness
from vision.setup.shots import load_shots
from vision.setup.teach import Lesson, lesson_of
from vision.verdict.exchange import KEPT

PAIRS = [("black", "red"), ("black", "white"), ("red", "white")]
Wood = tuple[float, float, float]


@pytest.fixture(scope="module")
def lesson(pane: Pane) -> Lesson:
    """The nine honest pictures."""
    return lesson_of(pane, load_shots(SET / "teach"))


@pytest.fixture
def honest(lesson: Lesson, reader: Reader) -> Likeness:
    """Black, red, white."""
    return Likeness(lesson, reader.models)


def painted(model: WandModel, *woods: Wood) -> WandModel:
    """The same wand of other wood."""
    other = copy(model)
    other.woods = [np.array(w) for w in woods]
    other.base = np.median(other.woods, axis=0)
    return other


def two(honest: Likeness, one: list[Wood], other: list[Wood]) -> Likeness:
    model = honest.models["red"]
    return Likeness(honest.lesson, {"red": painted(model, *one), "black": painted(model, *other)})


def test_black_red_and_white_are_not_near_one_another_and_nothing_is_told(honest: Likeness) -> None:
    assert not any(honest.near(*pair) for pair in PAIRS)
    assert honest.told() == []


# Of r times the light, 12 levels of dark beside it, a wood is off by 0.6 x (ln r - 0.2): by 0.09, 0.15 and 0.30 here.
@pytest.mark.parametrize(
    ("other", "rough", "near"), [(130.0, 88.0, True), (145.0, 88.0, False), (188.0, 88.0, False), (188.0, 188.0, True)]
)
def test_wands_are_near_in_one_colour_and_farther_off_where_their_own_faces_differ_as_much(
    honest: Likeness, other: float, rough: float, near: bool
) -> None:
    plain: Wood = (88.0, 88.0, 88.0)
    pair = two(honest, [plain, plain, (rough, rough, rough)], [(other, other, other)] * 3)
    assert pair.near("red", "black") is near
    assert pair.near("black", "red") is near


def test_a_wand_under_two_names_is_near_itself_and_its_faces_are_no_likelier_one_than_the_other(
    honest: Likeness,
) -> None:
    red = honest.models["red"]
    twins = Likeness(honest.lesson, {"red": red, "black": red})
    assert twins.near("red", "black")
    assert twins.likely("red", "black") == pytest.approx(0.0, abs=1e-4)


def test_whole_faces_tell_the_taught_wands_apart_the_same_way_whichever_comes_first(honest: Likeness) -> None:
    for one, other in PAIRS:
        assert honest.likely(one, other) > 2 * SAME
        assert honest.likely(one, other) == pytest.approx(honest.likely(other, one))


def test_marks_and_notches_of_three_pictures_speak_against_another_wands(honest: Likeness) -> None:
    assert honest.apart("black", "red") > KEPT


@pytest.mark.parametrize(
    ("near", "apart", "likely", "told"),
    [
        (True, KEPT - 0.1, 2 * SAME - 0.1, True),
        (False, KEPT - 0.1, 2 * SAME - 0.1, False),
        (True, KEPT + 0.1, 2 * SAME - 0.1, False),
        (True, KEPT - 0.1, 2 * SAME + 0.1, False),
    ],
)
def test_one_thing_that_tells_two_wands_apart_is_enough(
    honest: Likeness, monkeypatch: pytest.MonkeyPatch, near: bool, apart: float, likely: float, told: bool
) -> None:
    found = {"near": near, "apart": apart, "likely": likely}
    for name, value in found.items():
        # Red and white are told apart whatever is asked.
        monkeypatch.setattr(Likeness, name, lambda _, a, b, v=value: v if (a, b) == ("black", "red") else False)
    lines = honest.told()
    assert len(lines) == told
    assert all(line.startswith("the black and the red wand look too alike in colour") for line in lines)

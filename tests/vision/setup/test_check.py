"""One picture is checked at once: good, or one line of cure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.conftest import SET
from tests.vision.setup.mistakes import blurred, dimmed, half_size, scaled_light, warped
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.setup.check import advice, check_shot
from vision.setup.shots import Shot, load_shots
from vision.setup.teach import lesson_of


@pytest.fixture(scope="module")
def shots() -> list[Shot]:
    """The honest pictures."""
    return load_shots(SET / "teach")


@pytest.fixture(scope="module")
def empty() -> Picture:
    """The bare pane."""
    return read_picture(SET / "empty.jpg")


def made(shot: Shot, picture: Picture) -> Shot:
    """The same name on another picture."""
    return Shot(shot.name, shot.colour, shot.top, shot.face, picture)


@pytest.mark.parametrize("number", range(9))
def test_an_honest_picture_is_good_alone(pane: Pane, shots: list[Shot], empty: Picture, number: int) -> None:
    told = check_shot(pane, shots[number], empty, [])
    assert told.ok and told.line == ""


def test_an_honest_picture_is_good_after_others(pane: Pane, shots: list[Shot], empty: Picture) -> None:
    assert check_shot(pane, shots[4], empty, shots[:4]).ok


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (blurred, "blurred"),
        (dimmed, "too dark"),
        (scaled_light(4.0), "washed out"),
        (half_size, "another size"),
        (warped(180, 1, 0, 0), "not the same view"),
        (lambda p: np.ascontiguousarray(p[:, ::-1]), "not the same view"),
    ],
)
def test_a_bad_picture_gets_one_line(pane: Pane, shots: list[Shot], empty: Picture, edit: object, said: str) -> None:
    assert callable(edit)
    told = check_shot(pane, made(shots[3], edit(shots[3].picture)), empty, shots[:3])
    assert not told.ok
    assert said in told.line and told.line.startswith(shots[3].name) and "\n" not in told.line


def test_the_bare_pane_is_no_wand(pane: Pane, shots: list[Shot], empty: Picture) -> None:
    told = check_shot(pane, made(shots[0], empty.copy()), empty, [])
    assert not told.ok and "no wand" in told.line


def test_a_picture_that_was_kept_already_is_named(pane: Pane, shots: list[Shot], empty: Picture) -> None:
    told = check_shot(pane, made(shots[1], shots[0].picture), empty, shots[:1])
    assert not told.ok and f"the same picture as {shots[0].name}" in told.line


@pytest.mark.parametrize(
    ("narrower", "wider", "agree", "said"),
    [(2.4, 0.0, 0.9, "does not lie flat"), (2.4, 0.0, 0.35, ""), (0.8, 0.8, 0.9, "")],
)
def test_an_end_that_is_narrow_between_plain_sides_is_lifted_and_a_crooked_side_is_not(
    pane: Pane, shots: list[Shot], empty: Picture, narrower: float, wider: float, agree: float, said: str
) -> None:
    lesson = lesson_of(pane, [shots[3]], empty)
    outline = lesson.fits[0].outline
    off = np.array([[0.0, 0.0], [wider, -narrower]])
    askew = replace(outline, sides=outline.sides + off, trust=np.array([0.9, agree]))
    told = advice(replace(lesson, fits=[replace(lesson.fits[0], outline=askew)]))[0]
    assert said in told.line and told.ok is (said == "")

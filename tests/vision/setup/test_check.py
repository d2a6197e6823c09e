"""One picture is checked at once: good, or one line of cure."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import SET
from tests.vision.setup.mistakes import blurred, dimmed, half_size, scaled_light, warped
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.setup.check import check_shot
from vision.setup.shots import Shot, load_shots


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

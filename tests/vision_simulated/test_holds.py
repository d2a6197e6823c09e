"""The simulated hand holds the printed board so that each hold counts, whatever its chance and however time went."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.setup.guided.film import Film
from tests.vision_simulated.test_camera import build
from vision.cameras.simulated.boards import HOLDS
from vision.cameras.simulated.camera import SimulatedCamera
from vision.picture import Picture
from vision.setup.guided.boards import WANTED, Calibrating
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import at_once


def camera(seed: int) -> SimulatedCamera:
    """A small one, open, with its own time."""
    found = build(f"seed={seed},accidents=0,width=960")
    found.open()
    return found


def held(camera: SimulatedCamera) -> Picture:
    """The next hold of the board."""
    camera.lay("board")
    return camera.capture(1.0).picture


@pytest.mark.parametrize("seed", [3, 41, 111, 207])
def test_every_hold_counts(seed: int, tmp_path: Path) -> None:
    """Tilted at the place where it lay flat: nearly the same corners, but another view."""
    eye, film = camera(seed), Film(Calibrating(Shelf(tmp_path), at_once))
    for number in range(WANTED):
        film.show(held(eye))
        assert film.step.told().done == number + 1 or film.step.learnt is not None, film.said
    assert film.step.told().phase == "done", film.said


def test_frames_that_pass_change_no_hold_and_no_toss() -> None:
    one, other = camera(5), camera(5)
    for _ in range(9):
        other.capture(1.0)
    for _ in HOLDS[:2]:
        assert np.abs(held(one).astype(int) - held(other)).mean() < 2
    truths = []
    for each in (one, other):
        each.toss(["red", "black"], [])
        while each.moving():
            each.capture(1.0)
        truths.append(each.truth())
    assert truths[0] == truths[1]

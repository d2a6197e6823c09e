"""Where along itself a wand lies, told by its colour: known places, moved on purpose, are found again."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.locate.lengthwise import Strip, strip_of
from vision.picture import Picture
from vision.read import Reader
from vision.scene.illumination import LitPane
from vision.scene.view import EmptyPane
from vision.verdict.faults import BARE_MM
from vision.verdict.found import Found

THROWS = SET / "throws"


def looked(reader: Reader, found: Found, sampler: Sampler, pose: Pose) -> Strip:
    flat = reader.empty.grid.rectify(sampler.picture)
    bare = LitPane(reader.empty.picture, reader.empty.inside).relit(flat)
    wood = reader.models[found.colour].base * found.exhibit.gain
    return strip_of(sampler, pose, (found.outline.length, found.outline.side), wood, bare, reader.empty)


@pytest.mark.parametrize("name", ["001.jpg", "004.jpg"])
def test_a_pose_moved_along_is_moved_back(reader: Reader, name: str) -> None:
    picture = read_picture(THROWS / name)
    sampler, found = Sampler(reader.pane, picture, 1.6), reader.read(picture).found
    assert len(found) == 3
    for wand in found:
        look = partial(looked, reader, wand, sampler)
        true = wand.outline.centred
        assert look(true).shift() == 0.0
        assert look(true).bare() < 2.0
        for far in (-30.0, -12.0, 12.0, 30.0):
            strip = look(true.moved(far, 0.0))
            assert strip.shift() == pytest.approx(-far, abs=2.5), (wand.colour, far)
            # The white wand is nearly as pale as the ceiling: it tells less.
            assert abs(far) < 20 or wand.colour == "white" or strip.bare() > BARE_MM


def strip(told: NDArray[np.float64]) -> Strip:
    return Strip(np.arange(len(told), dtype=np.float64) - len(told) // 2, told, 50.0)


def test_glare_and_marks_speak_for_nothing() -> None:
    told = np.zeros(241)
    assert strip(told).shift() == 0.0
    assert strip(told).bare() == 0.0
    told[70:171] = 1.0
    told[100:120] = 0.0
    assert strip(told).shift() == 0.0
    assert strip(told).bare() == 0.0


def test_a_mark_as_bright_as_the_pane_is_within_wood_and_so_no_bare_end() -> None:
    told = -np.ones(241)
    told[70:171] = 1.0
    told[85:100] = -1.0
    assert strip(told).shift() == 0.0
    assert strip(told).bare() < 1.0


def test_little_gained_moves_nothing() -> None:
    told = -np.ones(241)
    told[72:173] = 1.0
    assert strip(told).shift() == 0.0
    told = -np.ones(241)
    told[80:181] = 1.0
    assert strip(told).shift() == 10.0


LENGTH, SIDE, GREY = 104.0, 13.0, 40
"""A wand and a pane of one grey."""


def painted(picture: Picture, pane: Pane, tones: NDArray[np.float64]) -> Picture:
    """The picture with a wand in the middle of the pane that has these tones (grey levels) along itself."""
    wand, step = picture.copy(), LENGTH / len(tones)
    for number, tone in enumerate(tones):
        part = Pose((number + 0.5) * step - LENGTH / 2, 0.0, 0.0).corners(step, SIDE)
        cv2.fillConvexPoly(wand, np.round(pane.to_px(part)).astype(np.int32), (float(tone),) * 3)
    return wand


def bare_of(pane: Pane, lamps: list[float], wood: float, tones: NDArray[np.float64]) -> float:
    """How much of such a wand seems to be bare pane where lamps are mirrored in the pane at these places along it."""
    room = np.full((pane.size[1], pane.size[0], 3), GREY, np.uint8)
    empty, seen = room.copy(), painted(room, pane, tones)
    for picture in (empty, seen):
        for u in lamps:
            cv2.fillConvexPoly(picture, np.round(pane.to_px(Pose(u, 0, 0).corners(8, 9))).astype(np.int32), (240,) * 3)
    known = EmptyPane(pane, EmptyPane(pane, np.zeros((9, 9, 3), np.uint8)).grid.rectify(empty))
    sampler = Sampler(pane, seen, 1.6)
    strip = strip_of(sampler, Pose(0, 0, 0), (LENGTH, SIDE), np.full(3, wood), known.picture, known)
    return strip.bare()


def test_a_black_wand_of_which_light_makes_one_end_as_bright_as_the_pane_has_no_bare_end(pane: Pane) -> None:
    assert bare_of(pane, [], 66, np.geomspace(41, 95, 60)) < 1.0


def test_an_end_that_is_the_bare_pane_is_bare(pane: Pane) -> None:
    assert bare_of(pane, [], 20, np.where(np.arange(60) < 45, 20.0, GREY)) > BARE_MM


def test_images_of_lamps_over_an_end_are_no_bare_pane(pane: Pane) -> None:
    lamps = [38.0, 49.0]
    assert bare_of(pane, lamps, 120, np.full(60, 120.0)) < 1.0

"""Where along itself a wand lies, told by its colour: known places, moved on purpose, are found again."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.geometry.patches import Sampler
from vision.geometry.pose import Pose
from vision.locate.lengthwise import Strip, strip_of
from vision.read import Reader
from vision.scene.illumination import relit
from vision.verdict.faults import BARE_MM
from vision.verdict.found import Found

THROWS = SET / "throws"


def looked(reader: Reader, found: Found, sampler: Sampler, pose: Pose) -> Strip:
    flat = reader.empty.grid.rectify(sampler.picture)
    bare = relit(reader.empty.picture, flat, reader.empty.inside), reader.empty.grid
    wood = reader.models[found.colour].base * found.exhibit.gain
    return strip_of(sampler, pose, (found.outline.length, found.outline.side), wood, bare)


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

"""Where wands lie: how much of a place of the second look is bare pane."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import SET
from tests.vision.locate.test_lengthwise import GREY, LENGTH, SIDE, painted
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.geometry.pose import Pose, same_place
from vision.locate.assignment import Wood
from vision.locate.locator import Locator
from vision.locate.outline import Fit
from vision.read import Reader
from vision.scene.view import EmptyPane
from vision.verdict.faults import BARE_MM


@pytest.mark.parametrize(("far", "sides", "bare"), [(0.0, 0.6, False), (-30.0, 0.6, True), (-30.0, 1.0, False)])
def test_a_place_that_reaches_beyond_its_wand_is_partly_bare_pane_but_for_a_plain_outline(
    reader: Reader, far: float, sides: float, bare: bool
) -> None:
    picture = read_picture(SET / "throws" / "001.jpg")
    view = reader.empty.beside(picture)
    for found in reader.read(picture).found:
        place = Fit(found.outline.centred.moved(far, 0.0), sides, 0.44)
        lying = reader.locator.once_more(view, found.colour, place, 1.0)
        assert lying.pose == place.pose
        # The white wand is nearly as pale as the ceiling: it tells less.
        assert (lying.bare > BARE_MM) is (bare and found.colour != "white"), (found.colour, lying.bare)


def test_a_black_wand_that_is_darker_than_the_hood_at_one_end_and_brighter_at_the_other_is_found(pane: Pane) -> None:
    room = np.full((pane.size[1], pane.size[0], 3), GREY, np.uint8)
    grid = EmptyPane(pane, np.zeros((9, 9, 3), np.uint8)).grid
    empty = EmptyPane(pane, grid.rectify(room))
    locator = Locator(pane, empty, {"black": Wood(LENGTH, SIDE, np.full(3, 36.0))}, (LENGTH, SIDE))
    view = empty.beside(painted(room, pane, np.linspace(GREY - 14, GREY + 14, 60)))
    fits = locator.again(view, [], [], 1.0)
    assert any(same_place(fit.pose, Pose(0, 0, 0), 1.0, 1.0) for fit in fits)

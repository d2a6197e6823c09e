"""Where wands lie: how much of a place of the second look is bare pane."""

from __future__ import annotations

import pytest

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.locate.outline import Fit
from vision.read import Reader
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
        assert (lying.bare > BARE_MM) is bare, (found.colour, lying.bare)

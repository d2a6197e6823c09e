"""What is drawn over the picture of a throw: nothing lies over the middle of a wand, where its notches are."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest

from companion.games import Json
from companion.web.games.dreimagier.wands import COLOURS
from companion.web.pages.picture import picture

PLACES = {"red": (380, 300), "black": (760, 420), "white": (560, 640)}


def seen(angle: float) -> Json:
    """Three wands that lie at an angle."""
    wands = {}
    for number, (colour, middle) in enumerate(PLACES.items()):
        box = cv2.boxPoints((middle, (300, 60), angle + 55 * number))
        wands[colour] = {"top": number, "sure": colour != "black", "options": [1, 2], "corners_px": box.tolist()}
    return {"here": True, "picture": "0", "wands": wands}


@pytest.mark.parametrize("angle", [0.0, 22.0, 45.0, 90.0, 131.0])
def test_nothing_covers_the_notches(angle: float) -> None:
    found = picture(seen(angle), COLOURS)
    assert found is not None and len(found["wands"]) == 3
    left, top, wide, tall = found["box"]
    for wand in found["wands"]:
        x, y = wand["label"]
        outline = np.array(wand["corners"], np.float32)
        assert cv2.pointPolygonTest(outline, (float(x), float(y)), True) < -0.03 * wide
        assert left < x < left + wide and top < y < top + tall
        middle = PLACES[wand["colour"]]
        for one, other in pairwise(wand["edge_ends"].replace("M", "L").split("L")[1:]):
            ends = np.array([[*map(float, one.split())], [*map(float, other.split())]])
            if np.linalg.norm(ends[0] - ends[1]) < 100:
                assert min(np.linalg.norm(ends - middle, axis=1)) > 45

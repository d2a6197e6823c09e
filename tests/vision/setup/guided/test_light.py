"""The light of a picture is judged in words, and mirrored lamps are marked."""

from __future__ import annotations

import cv2
import numpy as np

from tests.vision.setup.guided.film import picture
from vision.geometry.pane import Pane, mask_of
from vision.setup.guided.light import judged

REAL = (0.76, 0.09)
"""Where a lamp is mirrored in every picture of the set."""


def codes(shown: np.ndarray) -> list[str]:
    """What is said of a picture."""
    return [said.code for said in judged(shown)[0]]


def test_good_light_is_said_to_be_good() -> None:
    assert codes(np.minimum(picture("throws/018.jpg"), 240)) == ["light-good"]


def test_the_lamp_of_the_set_is_found() -> None:
    said, boxes = judged(picture("empty.jpg"))
    assert [each.code for each in said] == ["mirrored"]
    assert any(abs(x - REAL[0]) < 0.02 and abs(y - REAL[1]) < 0.02 for x, y, _, _ in boxes)


def test_dark_and_washed_out_pictures_are_told_with_figures() -> None:
    shown = picture("empty.jpg")
    said = judged(np.asarray(shown // 6, dtype=np.uint8))[0]
    assert said[0].code == "dark" and 0 < float(said[0].values["level"]) < 60
    said = judged(np.full_like(shown, 255))[0]
    assert [each.code for each in said] == ["washed"] and said[0].values["percent"] == 100


def test_a_mirrored_lamp_is_marked_where_it_is(pane: Pane) -> None:
    shown = np.minimum(picture("empty.jpg"), 240)
    cv2.circle(shown, (600, 400), 25, (255, 255, 255), -1)
    cv2.circle(shown, (20, 20), 15, (255, 255, 255), -1)
    said, boxes = judged(shown, mask_of(pane))
    assert [each.code for each in said] == ["mirrored"]
    assert len(boxes) == 1, "outside the pane it is no matter"
    x, y, wide, high = boxes[0]
    assert abs(x * shown.shape[1] - 575) < 3 and abs(wide * shown.shape[1] - 51) < 4
    assert abs(y * shown.shape[0] - 375) < 3 and abs(high * shown.shape[0] - 51) < 4

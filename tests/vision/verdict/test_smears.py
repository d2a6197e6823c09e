"""Smears on the glass: what is blurred or washed away is no evidence: a doubt, never a sure value."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from tests.hardframes.boxes import BoxSet
from tests.hardframes.changes import Scene, smear
from tests.hardframes.decay import outcome
from tests.hardframes.figures import Job, read_setup, setup_of
from tests.vision.conftest import SET
from vision.files import read_picture
from vision.read import Reader

THROWS = ("001.jpg", "020.jpg")


@pytest.mark.parametrize("name", THROWS)
@pytest.mark.parametrize(("blur", "veil"), [(7, 0.0), (9, 0.15)])
def test_a_smear_over_a_wand_never_makes_a_sure_wrong_value(
    reader: Reader, labels: dict[str, Any], name: str, blur: float, veil: float
) -> None:
    wands = labels["throws"][name]["wands"]
    tops = {colour: int(wand["top_value"]) for colour, wand in wands.items()}
    corners = np.array([wand["corners_px"] for wand in wands.values()])
    picture = read_picture(SET / "throws" / name)
    wrong = []
    for chance in range(8):
        scene = Scene(reader.pane.scale, corners, np.random.default_rng([chance, round(blur), round(veil * 100)]))
        read = reader.read(smear(blur, veil)(picture, scene)).reading
        if outcome(read, tops) == "wrong":
            wrong.append((chance, read))
    assert wrong == []


@pytest.mark.parametrize(("number", "throw"), [(7, 7), (3, 0)], ids=["three stars", "one arrow"])
def test_a_mark_that_is_blurred_and_washed_is_no_blank_face(number: int, throw: int) -> None:
    cv2.setNumThreads(1)
    with setup_of(Job(3, number, 20, series=BoxSet)) as (setup, made):
        assert made is not None
        reader, refused = read_setup(setup)
        thrown = made.throw(throw)
    truth, picture = thrown.label, thrown.picture()
    assert refused == [] and truth["category"] == "foreign_smear"
    tops = {colour: int(wand["top_value"]) for colour, wand in truth["wands"].items()}
    assert outcome(reader.read(picture).reading, tops) != "wrong"

"""Wands whose colours would fit as well the other way round."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.read import Reader
from vision.verdict.exchange import told_apart
from vision.verdict.found import Found


def coloured(found: Found, colour: np.ndarray) -> Found:
    patch = np.broadcast_to(colour, found.exhibit.patch.shape).astype(np.float32)
    return replace(found, exhibit=replace(found.exhibit, patch=patch))


def test_wands_of_their_own_colours_are_told_apart(reader: Reader) -> None:
    found = list(reader.read(read_picture(SET / "throws" / "001.jpg")).found)
    assert told_apart(found, reader.models, 1.0) == found


def test_wands_of_each_others_colours_or_between_both_are_in_doubt_and_no_other(reader: Reader) -> None:
    found = {f.colour: f for f in reader.read(read_picture(SET / "throws" / "001.jpg")).found}
    red, black = reader.models["red"].base, reader.models["black"].base
    for one, other in ((black, red), ((red + black) / 2, (red + black) / 2)):
        wands = [coloured(found["red"], one), coloured(found["black"], other), found["white"]]
        read = told_apart(wands, reader.models, 1.0)
        assert [f.reading.sure for f in read] == [False, False, True]
        assert [f.reading.top in f.reading.options and len(f.reading.options) == 2 for f in read[:2]] == [True, True]

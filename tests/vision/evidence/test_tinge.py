"""The hue of both ends of a face beside the taught one."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.evidence.exhibit import Exhibit
from vision.evidence.tinge import STRETCHES, tinges
from vision.files import read_picture
from vision.read import Reader

COIN = (30.0, 90.0, 150.0)
"""Brass, as b, g, r."""


@pytest.fixture(scope="module", params=["red", "black", "white"])
def plain(request: pytest.FixtureRequest, reader: Reader) -> Exhibit:
    """A wand that lies in the open."""
    found = reader.read(read_picture(SET / "throws" / "001.jpg")).found
    return next(f.exhibit for f in found if f.colour == request.param)


def of(reader: Reader, exhibit: Exhibit, patch: np.ndarray) -> np.ndarray:
    return tinges(reader.models[exhibit.colour], patch, exhibit.best, exhibit.gain)


def test_a_plain_face_has_the_hue_that_was_taught(reader: Reader, plain: Exhibit) -> None:
    told = of(reader, plain, plain.patch)
    assert told.shape == (2, STRETCHES)
    assert told.max() < 0.16


@pytest.mark.parametrize(("end", "stretch"), [(0, 4), (1, 4), (0, 1), (1, 2)])
def test_a_coin_shows_in_the_stretch_over_which_it_lies(reader: Reader, plain: Exhibit, end: int, stretch: int) -> None:
    model = reader.models[plain.colour]
    middle = model.wand.length / 2 - 25 + 5 * stretch + 2
    us = model.us * (1 if end else -1)
    patch = plain.patch.copy()
    patch[:, np.abs(us - middle) < 2.5] = COIN
    told = of(reader, plain, patch)
    assert int(told[end].argmax()) == stretch
    assert told[end, stretch] > 0.25
    assert told[1 - end].max() < 0.16


def test_less_light_on_all_of_a_face_changes_nothing(reader: Reader, plain: Exhibit) -> None:
    whole = of(reader, plain, plain.patch)
    dim = of(reader, plain, 0.6 * plain.patch - 3.2)
    assert dim == pytest.approx(whole, abs=0.03)

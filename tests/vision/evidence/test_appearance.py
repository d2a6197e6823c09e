"""How unlike a face looks to a taught one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evidence.appearance import NOTHING, unlikeness
from vision.read import Reader


@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_a_taught_face_is_like_itself_in_any_light_and_unlike_every_other(colour: str, reader: Reader) -> None:
    model = reader.models[colour]
    for guess, (picture, clear) in enumerate(zip(model.pictures, model.clears, strict=True)):
        own = [unlikeness(model, guess, picture * light, clear) for light in (1.0, 0.8, 1.2)]
        others = [unlikeness(model, other, picture, clear) for other in range(len(model.pictures)) if other != guess]
        assert own[0] == 0.0
        assert max(own) < 0.03 < min(others)


def test_a_face_of_another_wand_is_more_unlike_than_its_own_noise(reader: Reader) -> None:
    red, white = reader.models["red"], reader.models["white"]
    noise = np.random.default_rng(2).normal(0, 6, red.pictures[0].shape).astype(np.float32)
    own = unlikeness(red, 0, red.pictures[0] + noise, red.clears[0])
    assert 0 < 2 * own < unlikeness(red, 0, white.pictures[0][: len(noise), : noise.shape[1]], red.clears[0])


def test_where_light_hides_all_a_face_is_as_unlike_as_can_be(reader: Reader) -> None:
    model = reader.models["red"]
    assert unlikeness(model, 0, model.pictures[0], np.zeros_like(model.clears[0])) == NOTHING

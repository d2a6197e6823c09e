"""How unlike a face looks to a taught one."""

from __future__ import annotations

import numpy as np
import pytest

from vision.evidence.appearance import NOTHING, cells_of, recognised, unlikeness
from vision.evidence.strange import coarse
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


@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_a_face_is_recognised_by_its_look_and_not_where_the_bare_pane_passes_for_it(
    colour: str, reader: Reader
) -> None:
    model = reader.models[colour]
    cells = cells_of(model)
    pane = np.full((*cells.shape[:2], 3), (90, 20, 160), np.float32)
    for top, picture, clear in zip(model.tops, model.pictures, model.clears, strict=True):
        assert recognised(model, 0.8 * picture, clear, pane) == top
        assert recognised(model, picture, clear, coarse(model.middle(picture), model.density)) is None


def test_a_face_between_two_or_unlike_all_is_not_recognised(reader: Reader) -> None:
    model = reader.models["red"]
    pane = np.full((*cells_of(model).shape[:2], 3), (90, 20, 160), np.float32)
    between = np.asarray((model.pictures[0] + model.pictures[2]) / 2, dtype=np.float32)
    assert recognised(model, between, model.clears[0], pane) is None
    noise = np.random.default_rng(4).normal(0, 60, between.shape)
    loud = np.clip(model.pictures[0] + noise, 0, 255).astype(np.float32)
    assert recognised(model, loud, model.clears[0], pane) is None
    hidden = np.zeros_like(model.clears[0])
    assert recognised(model, model.pictures[0], hidden, pane) is None


def test_the_cells_cover_the_face_between_the_notches_reach(reader: Reader) -> None:
    model = reader.models["red"]
    cells = cells_of(model)
    assert cells.shape[:2] == coarse(model.middle(model.pictures[0]), model.density).shape[:2]
    assert np.allclose(cells.mean(axis=(0, 1)), 0, atol=0.6)
    assert np.abs(cells[..., 0]).max() <= model.wand.length / 2
    assert np.abs(cells[..., 1]).max() <= model.wand.side / 2


@pytest.mark.parametrize(("part", "known"), [(0.3, True), (0.75, False)])
def test_a_lamp_mirrored_in_part_of_a_face_does_not_hide_what_it_is(part: float, known: bool, reader: Reader) -> None:
    model = reader.models["red"]
    pane = np.full((*cells_of(model).shape[:2], 3), (90, 20, 160), np.float32)
    for top, picture, clear in zip(model.tops, model.pictures, model.clears, strict=True):
        veiled = picture.copy()
        veiled[:, : round(part * picture.shape[1])] = 0.5 * veiled[:, : round(part * picture.shape[1])] + 110
        assert recognised(model, veiled, clear, pane) == (top if known else None)

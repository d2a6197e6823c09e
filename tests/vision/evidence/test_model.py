"""What is known of a taught wand: six guesses, its wood, its notches, and its marks in any light."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.evidence.crossing import stretches
from vision.evidence.model import WandModel
from vision.geometry.patches import Patch
from vision.read import Reader

COLOURS = ["red", "black", "white"]
NAMES = {"power": "kraft", "magic": "magie", "fate": "schicksal"}
"""The faces as the truth of the pictures calls them."""


@pytest.fixture(params=COLOURS)
def model(request: pytest.FixtureRequest, reader: Reader) -> WandModel:
    colour: str = request.param
    return reader.models[colour]


def test_each_face_is_guessed_both_ways_round(model: WandModel) -> None:
    assert sorted(model.tops) == [0, 0, 1, 1, 2, 2]
    assert [g.forward for g in model.guesses] == [True, False] * 3
    for number in (0, 2, 4):
        one, two = model.guesses[number : number + 2]
        assert (one.face, one.top) == (two.face, two.top)
        assert np.array_equal(model.pictures[number], model.pictures[number + 1][::-1, ::-1])
        assert np.array_equal(model.clears[number], model.clears[number + 1][::-1, ::-1])


def test_the_notches_are_where_the_truth_has_them(model: WandModel, labels: dict[str, Any]) -> None:
    truth = {t["bottom_face"]: t for t in labels["teach"].values() if t["colour"] == model.wand.colour}
    for guess, bites in zip(model.guesses, model.bites, strict=True):
        face = truth[NAMES[guess.face]]
        assert guess.top == face["top_value"]
        counts = [face["edge_left"], face["edge_right"]]
        seen = [len(bites.left), len(bites.right)]
        # A picture may have been straightened from either end of the wand.
        assert seen in (counts, counts[::-1])
        for edge in (bites.left, bites.right):
            assert np.ptp(edge or (0.0,)) == pytest.approx(16.0 if len(edge) == 2 else 0.0, abs=1.0)
    assert all(two == one.turned() for one, two in zip(model.bites[::2], model.bites[1::2], strict=True))


def test_a_notch_may_be_only_near_where_an_edge_has_one(model: WandModel) -> None:
    us = stretches(model.wand.length)
    for bites, cuts in zip(model.bites, model.cuts, strict=True):
        for edge, cut in zip((bites.left, bites.right), cuts, strict=True):
            assert all(cut[np.abs(us - b).argmin()] for b in edge)
            assert np.count_nonzero(cut) == pytest.approx(4 * len(edge), abs=len(edge))


def test_a_wand_has_the_colour_of_its_wood_and_a_middle_without_its_edges(reader: Reader) -> None:
    red, black, white = (reader.models[c] for c in COLOURS)
    assert red.base[2] > 2 * red.base[:2].max()
    assert black.base.max() < 70 < 150 < white.base.min()
    for model in (red, black, white):
        assert np.ptp(model.woods, axis=0).max() < 30
        rows, columns = model.middle(model.clears[0]).shape
        assert rows / model.density == pytest.approx(model.wand.side - 2 * 2.9, abs=0.5)
        assert columns / model.density == pytest.approx(model.wand.length - 2 * 2.5, abs=0.5)


def test_what_a_lamp_hid_while_it_was_taught_changes_neither_wood_nor_notches(model: WandModel) -> None:
    faces = []
    for face in model.wand.faces:
        hidden = np.zeros_like(face.clear)
        hidden[:, : hidden.shape[1] // 4] = True
        white = np.where(hidden[..., None], np.float32(255), face.picture)
        faces.append(replace(face, picture=white, clear=face.clear & ~hidden))
    veiled = WandModel(replace(model.wand, faces=tuple(faces)), model.density)
    assert veiled.base == pytest.approx(model.base, abs=6.0)
    assert [(len(b.left), len(b.right)) for b in veiled.bites] == [(len(b.left), len(b.right)) for b in model.bites]
    assert veiled.strips[0][:, :, :8] == pytest.approx(np.broadcast_to(veiled.woods[0], (2, 2, 8, 3)), abs=0.01)


def test_marks_become_fainter_where_light_brings_bright_wood_to_the_cameras_ceiling(reader: Reader) -> None:
    model = reader.models["white"]
    for gain in (0.0, 0.3, 1.0):
        assert model.marks_in(gain) is model.marks
    bright = model.marks_in(1.5)
    assert bright is model.marks_in(1.51)
    assert bright.energy == pytest.approx(model.marks.energy / 1.5**2, rel=0.06)
    # Wood of about 200 grey levels is cut to 168, marks of 65 stay: (103 / 135) ** 2.
    assert max(bright.energies) / model.marks.energy == pytest.approx(0.58, abs=0.1)
    assert reader.models["black"].marks_in(1.1) is reader.models["black"].marks


def test_a_camera_farther_off_sees_softer_faces_of_the_same_wood(model: WandModel) -> None:
    same, soft = (WandModel(model.wand, model.density, blur) for blur in (0.3, 2.0))
    steps = [float(np.abs(np.diff(m.pictures[0], axis=0)).max()) for m in (same, soft)]
    assert np.array_equal(same.wand.faces[0].picture, model.wand.faces[0].picture)
    assert steps[1] < 0.6 * steps[0]
    assert soft.base == pytest.approx(same.base, abs=3.0)


def middle_of(model: WandModel, part: float) -> NDArray[np.bool_]:
    """So much of a face's length between the reach of its notches."""
    across = np.abs(model.vs)[:, None] <= model.wand.side / 2 - 2.9
    return np.asarray(across & (np.abs(model.us) <= part * model.wand.length / 2))


def with_first_face(model: WandModel, picture: Patch) -> WandModel:
    first, *others = model.wand.faces
    return WandModel(replace(model.wand, faces=(replace(first, picture=picture), *others)), model.density)


@pytest.mark.parametrize("part", [0.55, 0.65])
def test_a_large_mark_that_fills_most_of_the_middle_of_a_face_is_not_its_wood(model: WandModel, part: float) -> None:
    picture = model.wand.faces[0].picture.copy()
    picture[middle_of(model, part)] = (190, 200, 205) if model.wand.colour == "black" else (40, 45, 50)
    marked = with_first_face(model, picture)
    assert marked.middle(middle_of(model, part)).mean() > 0.55
    assert marked.woods[0] == pytest.approx(model.woods[0], abs=10.0)
    assert marked.base == pytest.approx(model.base, abs=5.0)


def test_wood_that_is_only_a_little_unlike_that_of_the_other_faces_is_believed(reader: Reader) -> None:
    model, tint = reader.models["red"], np.array([1.1, 1.0, 1 / 1.1], np.float32)
    picture = model.wand.faces[0].picture
    tinted = with_first_face(model, np.where(middle_of(model, 0.7)[..., None], tint * picture, picture))
    assert tinted.woods[0] == pytest.approx(tint * model.woods[0], abs=3.0)


def test_wood_unlike_that_of_the_other_faces_is_believed_where_the_whole_face_is_more_so(reader: Reader) -> None:
    model, tint = reader.models["red"], np.array([1.3, 1.0, 1 / 1.3], np.float32)
    picture = model.wand.faces[0].picture
    tinted = np.where(middle_of(model, 0.7)[..., None], tint * picture, np.float32(0.25) * picture)
    assert with_first_face(model, tinted).woods[0] == pytest.approx(tint * model.woods[0], abs=3.0)

"""Marks against each other, where a lamp's mirror image hid a part of a face while it was taught."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import SET
from vision.evidence.mark_table import FAINT
from vision.evidence.marks import mark_witness
from vision.evidence.model import WandModel
from vision.files import read_picture
from vision.geometry.patches import Patch
from vision.numeric.colour import CEILING
from vision.read import Reader
from vision.taught.wandset import Wand
from vision.verdict.found import Found
from vision.verdict.weighing import BLIND, SURE

THROWS = SET / "throws"
LEGAL = ("001.jpg", "004.jpg", "010.jpg", "018.jpg")


def hidden(wand: Wand, face: str, where: NDArray[np.bool_]) -> Wand:
    """The wand as taught with a part of a face out of sight: white there, and known to be light."""
    faces = []
    for f in wand.faces:
        if f.face == face:
            white = np.where(where[..., None], np.float32(255), f.picture)
            f = replace(f, picture=white, clear=f.clear & ~where)
        faces.append(f)
    return replace(wand, faces=tuple(faces))


def mark_of(wand: Wand) -> NDArray[np.bool_]:
    """Where the magic face has its mark, with some room around it."""
    picture = wand.face("magic").picture
    off = np.abs(picture - np.median(picture, axis=(0, 1))).max(axis=2)
    edge = max(4, picture.shape[0] // 6)
    off[:edge], off[-edge:], off[:, :edge], off[:, -edge:] = 0, 0, 0, 0
    return np.asarray(cv2.dilate((off > 40).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0)


def seen(reader: Reader, labels: dict[str, Any]) -> list[tuple[Found, str]]:
    found = [
        (f, labels["throws"][n]["wands"][f.colour]) for n in LEGAL for f in reader.read(read_picture(THROWS / n)).found
    ]
    return [(f, {"kraft": "power", "magie": "magic", "schicksal": "fate"}[truth["bottom_face"]]) for f, truth in found]


@pytest.mark.parametrize("face", ["fate", "power"])
def test_a_star_is_magic_though_its_place_was_hidden_on_another_face(
    face: str, reader: Reader, labels: dict[str, Any]
) -> None:
    stars = [f for f, truth in seen(reader, labels) if truth == "magic"]
    assert len(stars) >= 2
    for star in stars:
        wand = reader.models[star.colour].wand
        model = WandModel(hidden(wand, face, mark_of(wand)), reader.wands.density)
        clear = np.ones(star.exhibit.patch.shape[:2], bool)
        witness = mark_witness(model, star.exhibit.patch, star.exhibit.gain, clear)
        assert model.guesses[witness.best].face == "magic"
        assert witness.margin(model.tops) >= 0.34


def test_a_blank_face_stays_blank_though_a_part_of_it_was_hidden(reader: Reader, labels: dict[str, Any]) -> None:
    blanks = [f for f, truth in seen(reader, labels) if truth == "fate"]
    assert blanks
    for blank in blanks:
        wand = reader.models[blank.colour].wand
        model = WandModel(hidden(wand, "fate", mark_of(wand)), reader.wands.density)
        witness = mark_witness(
            model, blank.exhibit.patch, blank.exhibit.gain, np.ones(blank.exhibit.patch.shape[:2], bool)
        )
        assert model.guesses[witness.best].face == "fate"
        assert witness.margin(model.tops) >= 0.25


def test_a_mark_that_strong_light_brings_to_the_cameras_ceiling_is_still_that_mark(reader: Reader) -> None:
    for model in reader.models.values():
        gain = np.full(3, 1.15 * CEILING / model.base.max())
        for number, guess in enumerate(model.guesses):
            lit = np.minimum(model.pictures[number] * gain.astype(np.float32), 255)
            found = mark_witness(model, lit, gain, np.ones(lit.shape[:2], dtype=bool))
            table = model.marks_in(float(gain[0]))
            faint = table.energies[number] <= FAINT * table.energy
            assert guess.face == model.guesses[found.best].face or faint or not model.marked[number]
            # What has become too faint to be seen speaks for nothing, least of all for a blank face.
            assert guess.face == model.guesses[found.best].face or found.margin(model.tops) < BLIND


def test_a_faint_mark_is_told_under_the_noise_of_a_cheap_camera(reader: Reader) -> None:
    rng, level, left = np.random.default_rng(7), 12.0, 0.25

    def noisy(picture: Patch) -> Patch:
        wood = np.median(picture, axis=(0, 1))
        seen = wood + left * (picture - wood) + rng.normal(0, level, picture.shape)
        return np.asarray(np.clip(seen, 0, 255), dtype=np.float32)

    for wand in [reader.models[colour].wand for colour in ("black", "white")]:
        taught = tuple(replace(face, picture=noisy(face.picture)) for face in wand.faces)
        model = WandModel(replace(wand, faces=taught), reader.wands.density)
        for face in wand.faces:
            whole = np.ones(face.picture.shape[:2], dtype=bool)
            found = mark_witness(model, noisy(face.picture), np.ones(3), whole)
            assert model.guesses[found.best].face == face.face
            assert found.margin(model.tops) >= SURE

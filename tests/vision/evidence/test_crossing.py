"""Things across a side: a coin under it, light and shade upon it, and a notch."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.evidence.crossing import Crossing
from vision.evidence.model import WandModel
from vision.files import read_picture
from vision.picture import Picture
from vision.read import Reader
from vision.verdict.weighing import CROSSED

THROW = SET / "throws" / "001.jpg"


def painted(
    reader: Reader, colour: str, radius: float, out: float, paint: tuple[float, ...], along: float = 22.0
) -> Picture:
    """A disc of ``radius`` mm, its middle ``out`` mm off a wand's left side, ``along`` mm from the wand's middle."""
    picture = read_picture(THROW)
    outline = next(f.outline for f in reader.read(picture).found if f.colour == colour)
    middle = outline.centred.places(np.array([[along, -outline.side / 2 - out]]))
    centre = reader.pane.to_px(middle)[0]
    size = radius * reader.pane.scale
    cv2.circle(picture, tuple(int(c) for c in centre.round()), round(size), paint, -1, cv2.LINE_AA)
    return picture


def weight(reader: Reader, picture: Picture, colour: str) -> float:
    found = next(f for f in reader.read(picture).found if f.colour == colour)
    return found.facts.crossed


@pytest.mark.parametrize("along", [22.0, 8.0, 0.0, -13.0])
@pytest.mark.parametrize("paint", [(40, 150, 190), (150, 150, 150)])
@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_a_coin_under_a_side_crosses_it_at_notches_too(
    reader: Reader, colour: str, paint: tuple[int, int, int], along: float
) -> None:
    assert weight(reader, painted(reader, colour, 11.0, 8.0, paint, along), colour) >= CROSSED


@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_a_coin_of_the_wands_own_colour_crosses_its_side(reader: Reader, colour: str) -> None:
    like = tuple(float(c) for c in 1.05 * reader.models[colour].base + 12.0)
    assert weight(reader, painted(reader, colour, 11.0, 7.0, like), colour) >= CROSSED


def test_a_coin_that_looks_like_the_empty_pane_crosses_a_black_wand(reader: Reader) -> None:
    picture = read_picture(THROW)
    outline = next(f.outline for f in reader.read(picture).found if f.colour == "black")
    beside = outline.centred.places(np.array([[22.0, -outline.side / 2 - 8.0]]))
    pane = tuple(float(c) for c in reader.empty.beside(picture).at(beside)[1][0])
    assert weight(reader, painted(reader, "black", 11.0, 8.0, pane), "black") >= CROSSED


@pytest.mark.parametrize("colour", ["red", "black", "white"])
def test_a_coin_beside_a_wand_does_not(reader: Reader, colour: str) -> None:
    assert weight(reader, painted(reader, colour, 11.0, 14.0, (40, 150, 190)), colour) == 0.0


def test_a_thing_above_a_wand_that_hides_none_of_it_does_not(reader: Reader) -> None:
    wands = np.zeros(read_picture(THROW).shape[:2], np.uint8)
    for f in reader.read(read_picture(THROW)).found:
        corners = reader.pane.to_px(f.outline.centred.corners(f.outline.length, f.outline.side))
        cv2.fillConvexPoly(wands, corners.round().astype(np.int32), 1)
    for colour in ("red", "black", "white"):
        head = painted(reader, colour, 14.0, 6.0, (90, 120, 150))
        above = np.where(wands[..., None] > 0, read_picture(THROW), head).astype(np.uint8)
        assert weight(reader, above, colour) < CROSSED


def test_nothing_crosses_the_wands_of_a_throw(reader: Reader) -> None:
    assert [f.facts.crossed for f in reader.read(read_picture(THROW)).found] == [0.0, 0.0, 0.0]


def test_a_shadow_over_half_a_wand_and_the_pane_crosses_nothing(reader: Reader) -> None:
    picture = read_picture(THROW)
    shade = np.ones(picture.shape[:2], np.float32)
    shade[:, : picture.shape[1] // 2] = 0.6
    shaded = (picture * cv2.GaussianBlur(shade, (0, 0), 12)[..., None]).astype(np.uint8)
    read = reader.read(shaded)
    assert read.reading.status == "ok" and max(f.facts.crossed for f in read.found) < CROSSED


@pytest.mark.parametrize(
    ("told", "crosses"), [([3.5, 3.5, 2.0], True), ([-1.0, 3.5, -1.0], False), ([3.5, -1.0, 2.5], True)]
)
def test_one_stretch_at_the_border_of_glare_is_no_thing(told: list[float], crosses: bool) -> None:
    row = np.array([-4.0, *told, -4.0])
    crossing = Crossing(np.stack([np.full(5, -4.0), row]), np.zeros((2, 5, 2)))
    beside = np.zeros((2, 5), dtype=np.bool_)
    assert (crossing.weight(beside) >= CROSSED) is crosses
    assert crossing.weight(~beside) == 0.0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_noise_of_a_dim_picture_crosses_nothing(reader: Reader, seed: int) -> None:
    picture = read_picture(THROW)
    noise = np.random.default_rng(seed).normal(0.0, 4.0, picture.shape)
    dim = np.clip(0.3 * picture + cv2.blur(noise, (2, 2)), 0, 255).astype(np.uint8)
    assert max(f.facts.crossed for f in reader.read(dim).found) < CROSSED


@pytest.mark.parametrize("hidden", [True, False])
def test_light_that_a_side_was_taught_with_makes_no_thing_of_a_head_beside_it(
    reader: Reader, hidden: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lamp was mirrored there, or a veil lay over it that hides nothing; now it is plain wood before a dark head."""
    picture = painted(reader, "red", 30.0, 30.6, (50, 60, 150), along=-20.0)
    assert weight(reader, picture, "red") < CROSSED
    model = reader.models["red"]
    faces = []
    for face in model.wand.faces:
        part = np.zeros(face.clear.shape, dtype=np.bool_)
        for first, last in ((0.22, 0.38), (0.62, 0.78)):
            part[:, round(first * part.shape[1]) : round(last * part.shape[1])] = True
        lit = np.where(part[..., None], np.minimum(0.3 * face.picture + 180, 255), face.picture).astype(np.float32)
        faces.append(replace(face, picture=lit, clear=face.clear & ~part if hidden else face.clear))
    monkeypatch.setitem(reader.models, "red", WandModel(replace(model.wand, faces=tuple(faces)), model.density))
    assert weight(reader, picture, "red") < CROSSED

"""Things that lie over a wand: whatever their colour and size, the throw is put to the players."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.conftest import SET
from vision.evidence.occlusion import HIDDEN_MM2, unexplained
from vision.files import read_picture
from vision.read import Reader

THROW = SET / "throws" / "001.jpg"


def covered(
    reader: Reader, colour: str, start: float, end: float, paint: tuple[int, int, int]
) -> tuple[str, str | None]:
    """Status and kind when a patch lies over a wand between these shares of its length."""
    picture = read_picture(THROW)
    wand = next(f for f in reader.read(picture).found if f.colour == colour).outline
    u, v = (np.array([start, end]) - 0.5) * wand.length, 0.8 * wand.side
    corners = wand.centred.places(np.array([[u[0], -v], [u[1], -v], [u[1], v], [u[0], v]]))
    cv2.fillPoly(picture, [np.rint(reader.pane.to_px(corners)).astype(np.int32)], paint)
    reading = reader.read(np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), dtype=np.uint8)).reading
    return reading.status, reading.kind


@pytest.mark.parametrize("colour", ["black", "red", "white"])
@pytest.mark.parametrize("paint", [(140, 165, 215), (60, 120, 60)], ids=["skin", "felt"])
def test_a_thing_over_an_end_is_seen(reader: Reader, colour: str, paint: tuple[int, int, int]) -> None:
    assert covered(reader, colour, 0.05, 0.25, paint)[0] != "ok"


@pytest.mark.parametrize(("colour", "grey"), [("black", 160), ("red", 120), ("white", 100)])
def test_a_coin_is_seen_unless_it_is_as_bright_as_the_wood(reader: Reader, colour: str, grey: int) -> None:
    assert covered(reader, colour, 0.05, 0.25, (grey, grey + 2, grey + 5))[0] != "ok"


@pytest.mark.parametrize("colour", ["black", "red", "white"])
def test_a_hand_over_half_of_a_wand_is_no_grain(reader: Reader, colour: str) -> None:
    assert covered(reader, colour, 0.35, 0.9, (140, 165, 215))[0] == "invalid"


def test_nothing_over_it_is_a_throw(reader: Reader) -> None:
    assert reader.read(read_picture(THROW)).reading.status == "ok"


def far(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """The border of the opening is nowhere near."""
    return np.full(len(places), 100.0)


@pytest.mark.parametrize(
    ("over_an_end", "covered"),
    [((238, 238, 222), False), ((236, 220, 232), False), ((120, 160, 215), True), ((170, 172, 175), True)],
    ids=["warm", "pink", "skin", "coin"],
)
def test_wood_too_bright_to_have_a_colour_is_covered_by_what_is_plainly_darker(
    reader: Reader, over_an_end: tuple[int, int, int], covered: bool
) -> None:
    model = reader.models["white"]
    guess = next(i for i, marked in enumerate(model.marked) if not marked)
    patch = np.full_like(model.pictures[guess], 250)
    patch[:, model.us > 0.3 * model.wand.length] = over_an_end
    gain = np.full(3, 270 / float(model.base.min()))
    clear = np.ones(patch.shape[:2], bool)
    hidden = unexplained(model, patch, gain, clear, guess, far)
    assert (hidden > HIDDEN_MM2) is covered


@pytest.mark.parametrize("pull", [0.1, 0.15])
def test_light_over_a_wand_whose_strongest_channel_is_at_its_limit_covers_nothing(reader: Reader, pull: float) -> None:
    model = reader.models["red"]
    guess = next(i for i, marked in enumerate(model.marked) if not marked)
    gain = np.full(3, 250 / float(model.base.max()))
    patch = model.pictures[guess] * gain.astype(np.float32)
    patch[:, np.abs(model.us) < 0.2 * model.wand.length] *= 1 - pull
    patch[:, np.abs(model.us) < 0.2 * model.wand.length] += 255 * pull
    clear = np.ones(patch.shape[:2], bool)
    assert unexplained(model, np.minimum(patch, 255), gain, clear, guess, far) < HIDDEN_MM2

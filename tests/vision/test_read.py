"""Reading throws: right, never wrongly sure, and illegal states not given as ok."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.protocol import Reading
from tests.vision.conftest import SET
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.read import Reader
from vision.taught.wandset import WandSet

LEGAL = ["001.jpg", "004.jpg", "015.jpg", "018.jpg", "020.jpg"]
ILLEGAL = ["003.jpg", "010.jpg", "012.jpg", "013.jpg", "023.jpg"]


def right(reading: Reading, truth: dict[str, Any]) -> bool:
    """Every wand has its true value."""
    return all(c in reading.wands and reading.wands[c].top == w["top_value"] for c, w in truth["wands"].items())


@pytest.mark.parametrize("name", LEGAL)
def test_legal_throws_are_read(name: str, reader: Reader, labels: dict[str, Any]) -> None:
    reading = reader.read(read_picture(SET / "throws" / name)).reading
    assert reading.status == "ok"
    assert reading.kind is None
    assert right(reading, labels["throws"][name])
    assert all(w.options == [w.top] and w.sure for w in reading.wands.values())


@pytest.mark.parametrize("name", ILLEGAL)
def test_illegal_throws_are_not_given_as_ok(name: str, reader: Reader) -> None:
    assert reader.read(read_picture(SET / "throws" / name)).reading.status != "ok"


@pytest.mark.parametrize(("name", "kind"), [("003.jpg", "stacked"), ("010.jpg", "missing"), ("013.jpg", "partly-off")])
def test_the_kind_of_an_illegal_throw_is_named(name: str, kind: str, reader: Reader) -> None:
    assert reader.read(read_picture(SET / "throws" / name)).reading.kind == kind


def test_corners_lie_on_the_wand_clockwise(reader: Reader, labels: dict[str, Any]) -> None:
    reading = reader.read(read_picture(SET / "throws" / "004.jpg")).reading
    for colour, wand in reading.wands.items():
        corners = np.array(wand.corners_px)
        true = np.array(labels["throws"]["004.jpg"]["wands"][colour]["corners_px"])
        assert corners.mean(axis=0) == pytest.approx(true.mean(axis=0), abs=3)
        assert cv2.contourArea(corners.astype(np.float32), oriented=True) > 0


def test_an_empty_pane_is_empty(reader: Reader) -> None:
    reading = reader.read(read_picture(SET / "empty.jpg")).reading
    assert reading == Reading("empty", None, {})


def test_a_pawn_beside_the_wands_is_never_read_wrongly(reader: Reader, labels: dict[str, Any]) -> None:
    reading = reader.read(read_picture(SET / "throws" / "022.jpg")).reading
    assert reading.status != "ok" or right(reading, labels["throws"]["022.jpg"])


def test_only_some_wands_may_be_expected(reader: Reader, labels: dict[str, Any]) -> None:
    picture = read_picture(SET / "throws" / "010.jpg")
    reading = reader.read(picture, ["red", "white"]).reading
    assert reading.status == "ok"
    assert right(reading, labels["throws"]["010.jpg"])


def test_a_wand_that_nobody_threw_is_too_many(reader: Reader) -> None:
    reading = reader.read(read_picture(SET / "throws" / "004.jpg"), ["red", "black"]).reading
    assert (reading.status, reading.kind) == ("invalid", "too-many")


def test_half_the_size_reads_the_same(pane: Pane, wands: WandSet, labels: dict[str, Any]) -> None:
    small = cv2.resize(read_picture(SET / "throws" / "004.jpg"), (640, 480), interpolation=cv2.INTER_AREA)
    reading = Reader(pane.scaled(640, 480), wands).read(np.asarray(small, np.uint8)).reading
    assert reading.status in ("ok", "unsure")
    for colour, wand in labels["throws"]["004.jpg"]["wands"].items():
        assert wand["top_value"] in reading.wands[colour].options


@pytest.mark.parametrize("seed", range(6))
def test_noise_and_blobs_never_give_a_sure_wrong_value(seed: int, reader: Reader, labels: dict[str, Any]) -> None:
    rng = np.random.default_rng(seed)
    picture = read_picture(SET / "throws" / "018.jpg").astype(np.float32)
    picture = picture * rng.uniform(0.3, 1.2) + rng.normal(0, rng.uniform(1, 9), picture.shape)
    picture = np.clip(picture, 0, 255).astype(np.uint8)
    for _ in range(6):
        centre = tuple(int(v) for v in rng.integers(150, 900, 2))
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        cv2.circle(picture, centre, int(rng.integers(4, 30)), colour, -1)
    reading = reader.read(picture).reading
    truth = labels["throws"]["018.jpg"]["wands"]
    for colour_name, wand in reading.wands.items():
        if reading.status == "ok":
            assert wand.top == truth[colour_name]["top_value"]
        assert len(wand.options) in (1, 2)


@pytest.mark.parametrize("fill", [0, 128, 255])
def test_a_picture_of_nothing_is_no_throw(fill: int, reader: Reader) -> None:
    assert reader.read(np.full((960, 1280, 3), fill, np.uint8)).reading.status != "ok"


def test_bands_of_a_flickering_lamp_never_give_a_sure_wrong_value(reader: Reader, labels: dict[str, Any]) -> None:
    picture = read_picture(SET / "throws" / "004.jpg").astype(np.float32)
    rows = np.arange(picture.shape[0])[:, None, None]
    for period in (12, 40, 130):
        banded = np.clip(picture * (1 + 0.25 * np.sin(2 * np.pi * rows / period)), 0, 255).astype(np.uint8)
        reading = reader.read(banded).reading
        assert reading.status != "ok" or right(reading, labels["throws"]["004.jpg"])


def test_the_same_picture_gives_the_same_reading(reader: Reader) -> None:
    picture = read_picture(SET / "throws" / "015.jpg")
    assert reader.read(picture).reading == reader.read(picture).reading

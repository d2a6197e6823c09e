"""A wand that stands on its end is told from a speck and a head; illegal throws are named for what they are."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.hardframes.figures import read_setup
from tests.hardframes.hardset import HardSet
from tests.vision.conftest import SET
from vision.files import read_picture
from vision.locate.standing import stands
from vision.read import Reader
from vision.scene.foreground import Foreground

RED, SIZE = np.array([50.0, 50.0, 160.0]), (105.0, 12.0)
KINDS = {"on_end": "standing", "stacked": "stacked", "partly_out": "partly-off"}


def scene(
    reader: Reader, colour: tuple[float, float, float], corners: list[list[int]]
) -> tuple[NDArray[np.uint8], Foreground]:
    """A grey pane from above with one thing on it, and what is new there."""
    flat, mask = np.full((*reader.empty.grid.shape, 3), 140, np.uint8), np.zeros(reader.empty.grid.shape, np.uint8)
    cv2.fillPoly(flat, [np.array(corners, np.int32)], colour)
    cv2.fillPoly(mask, [np.array(corners, np.int32)], (1,))
    mask = np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), dtype=np.uint8)
    return flat, Foreground(mask, reader.empty.grid)


END_UP = [[100, 100], [112, 100], [116, 130], [96, 130]]


@pytest.mark.parametrize("shade", [0.55, 1.0, 1.4])
def test_a_small_thing_of_its_colour_is_a_wand_on_end(reader: Reader, shade: float) -> None:
    blue, green, red = (float(v) * shade for v in RED)
    assert stands(*scene(reader, (blue, green, red), END_UP), SIZE, [RED])


def test_a_thing_of_another_colour_is_none(reader: Reader) -> None:
    assert not stands(*scene(reader, (150, 60, 40), END_UP), SIZE, [RED])


@pytest.mark.parametrize(("far", "kinds"), [(0.0, {"standing"}), (30.0, {"standing", "obstructed", "leaning"})])
def test_one_that_stands_alone_is_no_empty_pane(reader: Reader, far: float, kinds: set[str]) -> None:
    picture = read_picture(SET / "empty.jpg")
    thing = np.array([[40.0, 20.0], [54.0, 20.0], [54.0 + far / 6, 27.0 + far], [40.0 - far / 6, 27.0 + far]])
    colour = tuple(float(v) for v in reader.models["red"].base)
    cv2.fillPoly(picture, [np.rint(reader.pane.to_px(thing)).astype(np.int32)], colour)
    reading = reader.read(picture, ["red"]).reading
    assert reading.status == "invalid"
    assert reading.kind in kinds
    assert reader.read(read_picture(SET / "empty.jpg")).reading.status == "empty"


@pytest.mark.parametrize(
    "corners",
    [
        [[100, 100], [104, 100], [104, 104], [100, 104]],
        [[40, 100], [145, 100], [145, 112], [40, 112]],
        [[60, 60], [160, 60], [160, 160], [60, 160]],
    ],
    ids=["speck", "lying wand", "head"],
)
def test_what_is_too_small_or_too_large_is_none(reader: Reader, corners: list[list[int]]) -> None:
    blue, green, red = (float(v) for v in RED)
    assert not stands(*scene(reader, (blue, green, red), corners), SIZE, [RED])


def test_kinds_are_named_on_a_table_never_seen(tmp_path: Path) -> None:
    made = HardSet(5151, 1, 40)
    made.write_setup(tmp_path)
    reader, refused = read_setup(tmp_path)
    assert not refused
    told: dict[str, list[str | None]] = {category: [] for category in [*KINDS, "two_wands"]}
    for index, category in enumerate(made.categories):
        if category in told:
            told[category].append(reader.read(made.throw(index).picture()).reading.kind)
    for category, kind in KINDS.items():
        assert told[category] and None not in told[category]
        assert 2 * told[category].count(kind) >= len(told[category]), (category, told[category])
    assert told["two_wands"] and not {None, "standing"} & set(told["two_wands"])

"""What a picture must show before anything is said of the pane: a picture without information is blind, never empty."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.protocol import Reading
from tests.vision.conftest import SET
from tests.vision.live import spells
from vision.files import list_pictures, read_picture
from vision.picture import Picture
from vision.read import Reader
from vision.scene.things import Thing
from vision.scene.visibility import Sight

THROWS = [path.name for path in list_pictures(SET / "throws")]


def sight(reader: Reader, picture: Picture) -> Sight:
    """What the reader's known pane says of a picture."""
    return reader.known.sight(reader.known.grid.rectify(picture))


def shown(name: str) -> Picture:
    """A picture of the set."""
    return read_picture(SET / name)


@pytest.fixture()
def rng() -> np.random.Generator:
    """Chance, the same each time."""
    return np.random.default_rng(3)


@pytest.mark.parametrize("name", spells.BLIND)
@pytest.mark.parametrize("under", ["empty.jpg", "throws/004.jpg"])
def test_a_picture_without_information_is_blind(
    reader: Reader, name: str, under: str, rng: np.random.Generator
) -> None:
    look = reader.read(spells.BLIND[name](shown(under), 0.5, rng))
    assert (look.reading.status, look.reading.wands, look.found) == ("blind", {}, ())


def test_a_smooth_cover_over_the_lens_is_blind(reader: Reader, rng: np.random.Generator) -> None:
    rows, columns = np.mgrid[0:960, 0:1280]
    skin = (60 + columns / 13 + rows / 16)[..., None] * np.array([0.5, 0.7, 1.0])
    assert sight(reader, spells.noisy(skin.astype(np.uint8), rng)).blind


@pytest.mark.parametrize("name", THROWS)
@pytest.mark.parametrize("factor", [1.0, 0.3, 1.8])
def test_no_throw_is_blind_in_dim_or_bright_light(
    reader: Reader, name: str, factor: float, rng: np.random.Generator
) -> None:
    picture = np.clip(shown(f"throws/{name}") * factor, 0, 255).astype(np.uint8)
    assert not sight(reader, spells.noisy(picture, rng)).blind


@pytest.mark.parametrize("factor", [0.4, 1.0, 1.5])
def test_the_empty_pane_is_seen_whole_and_is_empty(reader: Reader, factor: float, rng: np.random.Generator) -> None:
    picture = spells.noisy(np.clip(shown("empty.jpg") * factor, 0, 255).astype(np.uint8), rng)
    assert sight(reader, picture) == Sight(blind=False, whole=True)
    assert reader.read(picture).reading.status == "empty"


@pytest.mark.parametrize("name", spells.HALF)
def test_a_pane_seen_by_half_is_not_whole_and_not_empty(reader: Reader, name: str, rng: np.random.Generator) -> None:
    picture = spells.HALF[name](shown("empty.jpg"), 0.5, rng)
    assert not sight(reader, picture).whole
    assert reader.read(picture).reading.status in ("blind", "invalid")


def test_no_wand_is_missing_where_nothing_is_seen(reader: Reader, rng: np.random.Generator) -> None:
    whole = reader.read(shown("throws/010.jpg")).reading
    assert (whole.status, whole.kind) == ("invalid", "missing")
    covered = reader.read(spells.HALF["left"](shown("throws/010.jpg"), 0.5, rng)).reading
    assert covered.kind != "missing"


@pytest.mark.parametrize("turned", ["mirrored", "nudged"])
def test_a_camera_that_was_moved_is_not_blind(reader: Reader, turned: str) -> None:
    picture = shown("throws/004.jpg")
    nudge = np.array([[1, 0, 40], [0, 1, 15]], dtype=np.float32)
    other = cv2.flip(picture, 1) if turned == "mirrored" else cv2.warpAffine(picture, nudge, (1280, 960))
    assert sight(reader, np.asarray(other, np.uint8)) == Sight(blind=False, whole=False)


def thing(width: float) -> Thing:
    """Something of a hand's size, so wide at the border."""
    return Thing(8000.0, 120.0, width, np.zeros((4, 4), np.uint8))


@pytest.mark.parametrize(
    ("said", "whole", "width", "status"),
    [
        (Reading("empty", None, {}), True, None, "empty"),
        (Reading("empty", None, {}), True, 150.0, "empty"),
        (Reading("empty", None, {}), True, 60.0, "invalid"),
        (Reading("empty", None, {}), True, 0.0, "invalid"),
        (Reading("empty", None, {}), False, None, "blind"),
        (Reading("invalid", "missing", {}), False, None, "blind"),
        (Reading("invalid", "missing", {}), True, None, "invalid"),
        (Reading("invalid", "stacked", {}), False, None, "invalid"),
        (Reading("ok", None, {}), False, 60.0, "ok"),
    ],
)
def test_absence_is_said_only_of_a_pane_that_is_seen(
    said: Reading, whole: bool, width: float | None, status: str
) -> None:
    things = () if width is None else (thing(width),)
    assert Sight(False, whole).honest(said, things).status == status

"""Coins that touch a wand are noticed, be they pale on pale; what is no coin, or lies apart, is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.numeric.masks import pieces
from vision.picture import Picture
from vision.read import Reader
from vision.scene.discs import cells_of, may_be_round
from vision.verdict.found import Found

THROW = SET / "throws" / "001.jpg"


@pytest.fixture(scope="module")
def found(reader: Reader) -> list[Found]:
    """The wands of a throw with nothing else on the pane."""
    look = reader.read(read_picture(THROW))
    assert look.reading.status == "ok"
    return sorted(look.found, key=lambda f: f.colour != "red")


def with_disc(reader: Reader, wand: Found, gap: float, radius: float, levels: int, along: float = 1.0) -> Picture:
    """The throw with a round thing (or a longer one) ``gap`` mm beside a long side, under the wand where that is less
    than 0; so many grey levels brighter than the pane.
    """
    picture, pose, side = read_picture(THROW), wand.outline.centred, wand.outline.side
    turn = np.linspace(0, 2 * np.pi, 60)
    uv = np.column_stack([along * radius * np.cos(turn) + 12, radius * np.sin(turn) + side / 2 + gap + radius])
    spot = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(spot, [np.round(reader.pane.to_px(pose.places(uv))).astype(np.int32)], 1)
    body = np.zeros_like(spot)
    corners = pose.corners(wand.outline.length, side)
    cv2.fillConvexPoly(body, np.round(reader.pane.to_px(corners)).astype(np.int32), 1)
    lit = np.where((spot > 0) & (body == 0), levels, 0)[..., None]
    return np.clip(picture.astype(np.int32) + lit, 0, 255).astype(np.uint8)


def touched(reader: Reader, found: list[Found], picture: Picture) -> list[bool]:
    view = reader.empty.beside(picture)
    return reader.discs.touched(view, [f.outline.centred for f in found], (reader.length, reader.side))


@pytest.mark.parametrize("levels", [14, 40, -30])
@pytest.mark.parametrize(("gap", "radius"), [(-6.0, 12.0), (-2.5, 8.5), (-4.0, 11.0)])
def test_a_coin_under_a_long_side_is_noticed(
    reader: Reader, found: list[Found], gap: float, radius: float, levels: int
) -> None:
    picture = with_disc(reader, found[0], gap, radius, levels)
    assert touched(reader, found, picture) == [True, False, False]
    assert reader.read(picture).reading.status != "ok"


@pytest.mark.parametrize(
    ("gap", "radius", "along"),
    [(8.0, 11.0, 1.0), (-3.0, 28.0, 1.0), (-2.0, 5.0, 5.0)],
    ids=["apart", "far larger", "a shadow along the side"],
)
def test_what_is_no_coin_at_the_wand_is_none(
    reader: Reader, found: list[Found], gap: float, radius: float, along: float
) -> None:
    assert not any(touched(reader, found, with_disc(reader, found[0], gap, radius, 30, along)))


def test_a_throw_as_it_is_has_none(reader: Reader, found: list[Found]) -> None:
    assert not any(touched(reader, found, read_picture(THROW)))


@pytest.mark.parametrize(
    ("size", "round_of_a_coin"),
    [((20, 20), True), ((29, 20), True), ((30, 20), False), ((9, 9), False), ((10, 14), True)],
)
def test_only_what_fits_a_coins_rectangle_is_looked_at(size: tuple[int, int], round_of_a_coin: bool) -> None:
    width, height = size
    assert may_be_round(width, height, width * height * 3 // 4) == round_of_a_coin


def test_the_cells_of_a_thing_are_where_it_lies() -> None:
    mask = np.zeros((30, 40), np.uint8)
    mask[5:9, 12:20], mask[6, 15] = 1, 0
    (piece,) = pieces(mask)
    assert (cells_of(piece) == np.argwhere(mask)[:, ::-1]).all()

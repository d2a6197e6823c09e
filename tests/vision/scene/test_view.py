"""A picture beside the empty pane: the light of the room is no thing, and things are where they lie."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.scene.foreground import Foreground
from vision.scene.view import EmptyPane

BLACK = 40.0
"""Grey level of the darkest wood."""


@pytest.fixture(scope="module")
def room() -> Picture:
    """What the camera sees with nothing on the pane."""
    return read_picture(SET / "empty.jpg")


@pytest.fixture(scope="module")
def empty(pane: Pane, room: Picture) -> EmptyPane:
    """Kept from that very picture."""
    some = EmptyPane(pane, np.zeros((9, 9, 3), np.uint8))
    return EmptyPane(pane, some.grid.rectify(room), BLACK)


def painted(pane: Pane, room: Picture, middle: tuple[float, float], levels: int) -> Picture:
    """The room with a square of 30 mm, so many grey levels off, on the pane."""
    picture = room.astype(np.int32)
    x, y = np.rint(pane.to_px(np.array([middle]))[0]).astype(int)
    half = round(15 * pane.scale)
    picture[y - half : y + half, x - half : x + half] += levels
    return np.clip(picture, 0, 255).astype(np.uint8)


def test_the_empty_pane_beside_itself_has_nothing_new(empty: EmptyPane, room: Picture) -> None:
    view = empty.beside(room)
    assert not view.foreground.mask[empty.inside].any()
    assert view.light == pytest.approx(1.0, abs=0.01)
    assert view.grain == 1.0
    assert view.picture is room and view.grainy is room
    assert np.abs(view.lit.astype(int) - view.flat)[empty.inside].max() <= 3


@pytest.mark.parametrize("light", [0.35, 0.6, 0.8, 1.2])
def test_more_or_less_light_is_nothing_new(empty: EmptyPane, room: Picture, light: float) -> None:
    view = empty.beside(np.clip(room * light, 0, 255).astype(np.uint8))
    assert view.foreground.mask[empty.inside].mean() < 0.002
    assert np.abs(view.lit.astype(int) - view.flat)[empty.inside].mean() < 3


@pytest.mark.parametrize(("light", "dim"), [(0.35, True), (0.6, True), (0.8, False)])
def test_only_a_dim_picture_is_brightened_and_says_what_a_level_has_become(
    empty: EmptyPane, room: Picture, light: float, dim: bool
) -> None:
    picture = np.clip(room * light, 0, 255).astype(np.uint8)
    view = empty.beside(picture)
    assert view.light == pytest.approx(1.0 if dim else light, abs=0.04)
    assert view.grain == pytest.approx(1 / light if dim else 1.0, rel=0.06)
    assert view.grainy.mean() == pytest.approx(room.mean() if dim else picture.mean(), rel=0.1)
    assert (view.grainy is view.picture) is not dim


def test_a_dim_picture_loses_its_noise_and_keeps_it_beside(empty: EmptyPane, room: Picture) -> None:
    noise = np.random.default_rng(7).normal(0, 4, room.shape)
    view = empty.beside(np.clip(np.rint(0.4 * room + noise), 0, 255).astype(np.uint8))
    smooth, rough = (np.diff(p[400:500, 500:700].astype(int), axis=1).std() for p in (view.picture, view.grainy))
    assert rough > 3 * smooth


def test_dim_light_of_another_colour_is_nothing_new(empty: EmptyPane, room: Picture) -> None:
    view = empty.beside(np.clip(room * [0.55, 0.4, 0.3], 0, 255).astype(np.uint8))
    assert view.foreground.mask[empty.inside].mean() < 0.002
    off = (view.flat.astype(float) - empty.picture)[empty.inside].mean(axis=0)
    assert np.ptp(off) < 12


@pytest.mark.parametrize("light", [1.0, 0.5])
@pytest.mark.parametrize("middle", [(0.0, 0.0), (-90.0, 60.0)])
def test_a_thing_is_new_where_it_lies(
    pane: Pane, empty: EmptyPane, room: Picture, middle: tuple[float, float], light: float
) -> None:
    view = empty.beside((painted(pane, room, middle, -115) * light).astype(np.uint8))
    new = empty.grid.to_mm(np.argwhere(empty.on_pane(view.foreground).mask)[:, ::-1].astype(np.float64))
    assert np.median(new, axis=0) == pytest.approx(middle, abs=1.0)
    assert len(new) == pytest.approx(30 * 30, rel=0.35)


def test_colours_at_a_place_are_those_now_and_those_of_the_bare_pane(
    pane: Pane, empty: EmptyPane, room: Picture
) -> None:
    view = empty.beside(painted(pane, room, (40.0, -20.0), 255))
    places = np.array([[40.0, -20.0], [-60.0, 50.0]])
    for now, bare in (view.at(places), view.around(places)):
        assert (now[0] == 255).all() and bare[0].max() < 250
        assert now[1] == pytest.approx(bare[1], abs=4)
    rim = np.array([[39.0, -4.0]])
    # A millimetre beside the square: its surroundings have some of it, the place itself none.
    assert view.at(rim)[0].max() + 10 < view.around(rim)[0].max() < 255


def test_places_beyond_the_picture_from_above_have_the_colour_of_its_end(empty: EmptyPane, room: Picture) -> None:
    view = empty.beside(room)
    last = empty.grid.to_mm(np.array([[0.0, 0.0], np.array(empty.grid.shape[::-1]) - 1.0]))
    beyond = last + np.array([[-70.0, -70.0], [70.0, 70.0]])
    for at_end, farther in zip(view.at(last), view.at(beyond), strict=True):
        assert (at_end == farther).all()
    assert (view.at(last)[0] == view.flat[[0, -1], [0, -1]]).all()


def test_what_lies_beside_the_opening_is_not_on_the_pane(pane: Pane, empty: EmptyPane) -> None:
    everything = Foreground(np.ones(empty.grid.shape, np.uint8), empty.grid)
    rows, columns = np.nonzero(empty.on_pane(everything).mask)
    beyond = pane.beyond(empty.grid.to_mm(np.column_stack([columns, rows])))
    assert beyond.max() == pytest.approx(-3.0, abs=1.5)
    assert len(rows) == pytest.approx(288.0**2, rel=0.02)
    assert everything.mask.all()


def test_an_empty_picture_of_another_size_is_brought_to_the_panes(pane: Pane, empty: EmptyPane) -> None:
    plain = EmptyPane(pane, np.full((50, 60, 3), (10, 20, 30), np.uint8))
    assert plain.picture.shape == (*empty.grid.shape, 3)
    assert (plain.picture == (10, 20, 30)).all()
    assert not plain.mirrors.any()

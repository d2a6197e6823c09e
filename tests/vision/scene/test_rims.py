"""Rims in small drawn pictures: where they are looked for, and what of them makes a disc."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from vision.geometry.pane import Points
from vision.geometry.patches import Patch
from vision.scene.rims import ANGLES, MOST, Surroundings, _around, _borders, _depth, _rim

Colour = tuple[int, int, int]

PANE: Colour = (182, 183, 187)
COPPER: Colour = (60, 110, 180)
GREY: Colour = (120, 120, 120)
DARKER: Colour = (173, 174, 178)
WHITE: Colour = (255, 255, 255)

SIZE = (60.0, 12.8)
MIDDLE = 56
"""Column and row of the middle, and so far from it reaches the picture."""
WOOD: Colour = (60, 60, 160)
COIN = (0.0, -11.0, 10.0)
"""Half under the left side: column and row from the middle, radius."""


def disc(along: float, right: float, radius: float) -> Points:
    """How much of each cell (rows, columns, 1) a disc covers."""
    row, column = np.mgrid[-MIDDLE : MIDDLE + 1, -MIDDLE : MIDDLE + 1]
    return np.asarray(np.clip(radius + 0.5 - np.hypot(column - along, row - right), 0, 1)[..., None])


def straight(colour: Colour, *discs: tuple[float, float, float], size: tuple[float, float] = SIZE) -> Patch:
    """A wand on the pane with discs before it."""
    row, column = np.mgrid[-MIDDLE : MIDDLE + 1, -MIDDLE : MIDDLE + 1]
    wand = (np.abs(column) <= size[0] / 2) & (np.abs(row) <= size[1] / 2)
    picture = np.where(wand[..., None], WOOD, PANE).astype(np.float64)
    for each in discs:
        picture += disc(*each) * (np.array(colour) - picture)
    grain = np.random.default_rng(7).normal(0.0, 1.5, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.float32)


def seen(
    picture: Patch, clear: Patch | None = None, size: tuple[float, float] = SIZE, bare: Colour = PANE
) -> Surroundings:
    """The same, as it is looked at; ``bare`` is the empty pane's colour."""
    empty = np.full_like(picture, bare)
    return Surroundings(picture, empty, np.ones(picture.shape[:2], np.float32) if clear is None else clear, size)


def is_disc(surroundings: Surroundings, at: tuple[float, float, float] = COIN) -> bool:
    """Whether a disc is found where one was drawn."""
    return surroundings.is_disc(MIDDLE + at[0], MIDDLE + at[1], at[2])


def sector(start: float, stop: float) -> Patch:
    """1 where the drawn coin's rim is seen between two angles (degrees, from the wand's direction to its right)."""
    row, column = np.mgrid[-MIDDLE : MIDDLE + 1, -MIDDLE : MIDDLE + 1]
    turn = np.degrees(np.arctan2(row - COIN[1], column - COIN[0])) % 360
    return np.asarray((turn >= start) & (turn <= stop), np.float32)


ON = sector(27, 153)
"""The part of the drawn coin's rim on the wand."""


@pytest.mark.parametrize(
    "at", [(0.0, -11.0, 10.0), (-8.3, 9.6, 8.0), (5.0, -14.0, 13.0), (37.0, 0.0, 11.5), (-34.0, -10.0, 9.0)]
)
def test_the_likeliest_spot_is_where_the_disc_lies(at: tuple[float, float, float]) -> None:
    surroundings = seen(straight(COPPER, at))
    x, y, radius = surroundings.spots()[0]
    assert (x - MIDDLE, y - MIDDLE, radius) == pytest.approx(at, abs=1.0)
    assert any(surroundings.is_disc(*spot) for spot in surroundings.spots())


def test_each_of_some_discs_at_a_wand_is_looked_at() -> None:
    three = (-20.0, -12.0, 9.5), (2.0, 12.0, 9.5), (24.0, -12.0, 9.5)
    spots = seen(straight(COPPER, *three)).spots()
    for at in three:
        assert any((x - MIDDLE, y - MIDDLE, radius) == pytest.approx(at, abs=1.0) for x, y, radius in spots)
    assert len(spots) <= MOST


def test_places_of_one_size_that_are_looked_at_lie_apart() -> None:
    spots = seen(straight(COPPER, (0.0, -11.0, 9.5))).spots()
    assert len(spots) > 1
    for (x, y, radius), (u, v, other) in combinations(spots, 2):
        assert radius != other or np.hypot(x - u, y - v) > 2.5


def test_where_no_rim_is_there_is_no_disc() -> None:
    alone = seen(straight(COPPER))
    assert not any(alone.is_disc(*spot) for spot in alone.spots())
    assert seen(np.full_like(alone.picture, 180.0)).spots() == []


def test_a_rim_that_light_hides_is_not_looked_at() -> None:
    picture = straight(COPPER, COIN)
    assert seen(picture).spots()
    assert seen(picture, np.zeros(picture.shape[:2], np.float32)).spots() == []


@pytest.mark.parametrize(
    ("at", "size"),
    [((0.0, -20.0, 11.0), SIZE), ((0.0, 0.0, 9.0), (60.0, 40.0))],
    ids=["beside the wand", "a round mark on it"],
)
def test_a_ring_that_crosses_no_border_is_not_looked_at(
    at: tuple[float, float, float], size: tuple[float, float]
) -> None:
    spots = seen(straight(COPPER, at, size=size), size=size).spots()
    assert not any((x - MIDDLE, y - MIDDLE) == pytest.approx(at[:2], abs=1.5) for x, y, _ in spots)


@pytest.mark.parametrize(("reach", "held"), [(0.0, False), (0.4, False), (1.2, True), (2.0, True), (9.0, True)])
def test_a_disc_reaches_under_the_wand(reach: float, held: bool) -> None:
    at = (0.0, reach - SIZE[1] / 2 - 10.0, 10.0)
    assert is_disc(seen(straight(COPPER, at)), at) is held


GRAZING = (0.0, 1.7 - SIZE[1] / 2 - 10.0, 10.0)
"""Under the left side by so little that its rim there cannot be told from the wand's border."""


@pytest.mark.parametrize(("out", "held"), [(0.5, False), (1.5, True), (2.2, True), (3.0, True), (5.0, True)])
@pytest.mark.parametrize("radius", [8.0, 9.5])
@pytest.mark.parametrize("colour", [COPPER, GREY])
def test_a_disc_nearly_all_under_a_wide_wand_shows_by_what_sticks_out(
    out: float, held: bool, radius: float, colour: Colour
) -> None:
    at, size = (4.0, 10.0 + out - radius, radius), (60.0, 20.0)
    surroundings = seen(straight(colour, at, size=size), size=size)
    assert any(surroundings.is_disc(*spot) for spot in surroundings.spots()) == held


def test_what_sticks_out_must_be_round_to_its_end() -> None:
    """A round mark with a crumb before the border beside it is no disc."""
    at, size = (4.0, 4.2, 8.0), (60.0, 20.0)
    picture, bare = straight(COPPER, at, size=size), straight(COPPER, size=size)
    beside = slice(MIDDLE + 11, MIDDLE + 20)
    picture[beside] = bare[beside]
    picture[MIDDLE + 11 : MIDDLE + 14, MIDDLE + 3 : MIDDLE + 6] = COPPER
    surroundings = seen(picture, size=size)
    assert not any(surroundings.is_disc(*spot) for spot in surroundings.spots())


@pytest.mark.parametrize(("right", "wider"), [(-1.5, 0.0), (1.5, 0.5), (0.0, -1.0), (1.0, 1.0)])
@pytest.mark.parametrize("reach", [0.5, 1.7, 2.4])
def test_the_circle_of_a_rim_is_told_from_near_it(right: float, wider: float, reach: float) -> None:
    at = (3.0, reach - SIZE[1] / 2 - 10.0, 10.0)
    found = seen(straight(COPPER, at))._fitted(MIDDLE + at[0] + 1, MIDDLE + at[1] + right, at[2] + wider)
    assert found[0] - MIDDLE == pytest.approx(at[0], abs=0.3)
    assert found[1] + found[2] - MIDDLE == pytest.approx(at[1] + at[2], abs=0.35)


def under_the_wand(at: tuple[float, float, float]) -> Patch:
    """A disc that the wand hides, as it hides what is behind it."""
    picture = straight(COPPER, at)
    row, column = np.mgrid[-MIDDLE : MIDDLE + 1, -MIDDLE : MIDDLE + 1]
    picture[(np.abs(column) <= SIZE[0] / 2) & (np.abs(row) <= SIZE[1] / 2)] = WOOD
    return picture


@pytest.mark.parametrize(("reach", "held"), [(2.0, True), (4.0, False), (6.0, False)])
def test_deeper_than_it_grazes_a_disc_must_show_on_the_wand(reach: float, held: bool) -> None:
    at = (0.0, reach - SIZE[1] / 2 - 10.0, 10.0)
    assert is_disc(seen(under_the_wand(at)), at) is held


def test_a_disc_that_grazes_a_wand_is_told_by_its_whole_rim() -> None:
    picture = straight(COPPER, GRAZING)
    assert is_disc(seen(picture), GRAZING)
    picture[sector(200, 240) > 0] = PANE
    assert not is_disc(seen(picture), GRAZING)


@pytest.mark.parametrize(("colour", "thing"), [(COPPER, True), (PANE, False), (WHITE, False)])
def test_a_disc_that_grazes_a_wand_is_neither_the_pane_nor_a_lamp(colour: Colour, thing: bool) -> None:
    picture = straight(colour, GRAZING)
    if colour == PANE:
        # A gap between things: the bare pane, with something dark around it.
        picture = straight(COPPER, GRAZING, (*GRAZING[:2], GRAZING[2] - 1.5))
        picture[disc(*GRAZING[:2], GRAZING[2] - 1.5)[..., 0] > 0.5] = PANE
    assert is_disc(seen(picture), GRAZING) is thing


def test_a_disc_that_grazes_a_wand_must_differ_from_the_empty_pane() -> None:
    picture = straight(COPPER, GRAZING)
    assert is_disc(seen(picture), GRAZING)
    assert not is_disc(seen(picture, bare=COPPER), GRAZING)


def test_a_ring_that_grazes_a_wand_is_no_disc() -> None:
    picture = straight(COPPER, GRAZING) + 90 * disc(*GRAZING[:2], 0.65 * GRAZING[2])
    assert not is_disc(seen(picture.astype(np.float32)), GRAZING)


@pytest.mark.parametrize(("off", "found"), [(-1.3, True), (0.0, True), (1.3, True), (-3.5, False), (3.5, False)])
def test_a_rim_that_is_a_little_larger_or_smaller_is_found(off: float, found: bool) -> None:
    assert is_disc(seen(straight(DARKER, COIN)), (*COIN[:2], COIN[2] + off)) is found


@pytest.mark.parametrize(("levels", "one"), [(0, True), (15, True), (-15, True), (50, False), (-50, False)])
def test_a_disc_has_one_colour_on_the_wand_and_beside_it(levels: int, one: bool) -> None:
    # It differs from the pane by 120 levels.
    picture = straight(COPPER, COIN)
    picture[MIDDLE - 6 : MIDDLE + 7] += levels * disc(*COIN)[MIDDLE - 6 : MIDDLE + 7]
    assert is_disc(seen(picture.astype(np.float32))) is one


@pytest.mark.parametrize(("levels", "one"), [(0, True), (20, True), (36, True), (55, False), (90, False)])
def test_a_coin_may_be_stamped_but_a_ring_is_none(levels: int, one: bool) -> None:
    picture = straight(COPPER, COIN) + levels * disc(*COIN[:2], 0.65 * COIN[2])
    assert is_disc(seen(picture.astype(np.float32))) is one


def test_a_dot_in_its_very_middle_makes_a_coin_no_ring() -> None:
    assert is_disc(seen((straight(COPPER, COIN) + 60 * disc(*COIN[:2], 2.5)).astype(np.float32)))


@pytest.mark.parametrize(("colour", "lamp"), [((215, 215, 215), False), ((255, 255, 200), False), (WHITE, True)])
def test_a_lamp_is_bright_in_all_channels(colour: Colour, lamp: bool) -> None:
    assert is_disc(seen(straight(colour, COIN))) is not lamp


@pytest.mark.parametrize(("levels", "within", "lamp"), [(216, 0, False), (216, 18, True), (234, -18, True)])
def test_a_lamp_may_be_brightest_in_its_middle_or_around_it(levels: int, within: int, lamp: bool) -> None:
    picture = straight((levels,) * 3, COIN) + within * disc(*COIN[:2], 6.5)
    assert is_disc(seen(picture.astype(np.float32))) is not lamp


@pytest.mark.parametrize(("degrees", "enough"), [(0, False), (20, False), (55, True), (180, True)])
def test_enough_of_the_rim_must_be_seen_beside_the_wand(degrees: int, enough: bool) -> None:
    clear = np.maximum(ON, sector(270 - degrees / 2, 270 + degrees / 2) if degrees else 0).astype(np.float32)
    assert is_disc(seen(straight(COPPER, COIN), clear)) is enough


@pytest.mark.parametrize(("degrees", "enough"), [(0, False), (10, False), (40, True), (180, True)])
def test_enough_of_the_rim_must_be_seen_deep_under_the_wand(degrees: int, enough: bool) -> None:
    clear = np.maximum(1 - ON, sector(90 - degrees / 2, 90 + degrees / 2) if degrees else 0).astype(np.float32)
    assert is_disc(seen(straight(COPPER, COIN), clear)) is enough


@pytest.mark.parametrize(("start", "stop"), [(190, 270), (40, 80)], ids=["beside the wand", "on it"])
def test_where_light_hides_the_rim_counts_neither_way(start: float, stop: float) -> None:
    hidden = sector(start, stop)
    dimmed = straight(COPPER, COIN)
    dimmed[hidden > 0] = 128
    assert not is_disc(seen(dimmed))
    assert is_disc(seen(dimmed, 1 - hidden))


@pytest.mark.parametrize(("start", "stop", "told"), [(255, 270, True), (230, 270, False)])
def test_nearly_all_of_the_rim_shows_beside_the_wand(start: float, stop: float, told: bool) -> None:
    broken = straight(COPPER, COIN)
    broken[sector(start, stop) > 0] = PANE
    assert is_disc(seen(broken)) is told


@pytest.mark.parametrize(
    ("column", "row", "depth"),
    [
        (20, 10, 4.0),
        (20, 12, 2.0),
        (28, 10, 2.0),
        (20, 14, 0.0),
        (30, 10, 0.0),
        (20, 17, -3.0),
        (7, 10, -3.0),
        (33, 18, -5.0),
        (7, 2, -5.0),
    ],
)
def test_the_depth_in_a_wand_is_told_from_its_nearest_border(column: int, row: int, depth: float) -> None:
    depths = _depth(41, 21, (20.0, 8.0))
    assert depths.shape == (21, 41)
    assert depths[row, column] == pytest.approx(depth, abs=1e-5)


def edge(degrees: float, levels: float, channel: int = 0) -> Patch:
    """A straight border through the middle that gets brighter in a direction, in one channel."""
    row, column = np.mgrid[-15:16, -15:16]
    along = column * np.cos(np.radians(degrees)) + row * np.sin(np.radians(degrees))
    picture = np.full((31, 31, 3), 100, np.float32)
    picture[..., channel] += levels * np.clip(along + 0.5, 0, 1)
    return picture


@pytest.mark.parametrize("degrees", [0, 30, 45, 90, 120, 165])
@pytest.mark.parametrize("levels", [60, -60])
@pytest.mark.parametrize("channel", [0, 2])
def test_a_border_is_told_by_its_direction_alone(degrees: int, levels: int, channel: int) -> None:
    across, turned = _borders(edge(degrees, levels, channel))
    doubled = np.radians(2 * degrees)
    assert (across[15, 15], turned[15, 15]) == pytest.approx((np.cos(doubled), np.sin(doubled)), abs=0.12)
    assert abs(across[3:28, 3:28]).max() <= 1.0


def test_the_strongest_channel_tells_a_border() -> None:
    both = edge(0, 60, channel=1) + edge(90, 20, channel=2)
    across, turned = _borders(both.astype(np.float32))
    assert (across[15, 15], turned[15, 15]) == pytest.approx((1.0, 0.0), abs=0.06)


def test_what_is_even_or_the_same_everywhere_shows_no_border() -> None:
    even = np.full((31, 31, 3), 140, np.float32)
    assert max(float(np.abs(part).max()) for part in _borders(even)) < 1e-6
    slope = even + 10 * np.arange(31, dtype=np.float32)[:, None]
    assert float(np.hypot(*_borders(slope))[5:26, 5:26].max()) < 0.35


def field(radius: float, quarter: bool = False) -> tuple[Patch, Patch]:
    """Borders of a circle, everywhere around its middle; or such as cross it like spokes."""
    reach = int(np.ceil(radius + 2))
    row, column = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    doubled = 2 * np.arctan2(row, column) + (np.pi if quarter else 0)
    return np.cos(doubled).astype(np.float32), np.sin(doubled).astype(np.float32)


def shown(radius: float, borders: tuple[Patch, Patch], where: Patch | float = 1.0) -> float:
    """The share of a rim that is seen."""
    return float(sum((kernel * part * where).sum() for kernel, part in zip(_rim(radius), borders, strict=True)))


@pytest.mark.parametrize("radius", [7.5, 10.5, 13.5])
def test_a_whole_rim_shows_wholly_and_nothing_else_does(radius: float) -> None:
    reach = int(np.ceil(radius + 2))
    row, column = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    away = np.abs(np.hypot(column, row) - radius)
    assert shown(radius, field(radius), away < 2) == pytest.approx(1.0, abs=0.02)
    assert shown(radius, field(radius), (away > 0.6) & (away < 2)) > 0.1
    assert shown(radius, field(radius), (away < 2) * (row < 0)) == pytest.approx(0.5, abs=0.06)
    assert shown(radius, field(radius), away > 3) == pytest.approx(0.0, abs=0.02)
    assert shown(radius, field(radius, quarter=True), away < 2) == pytest.approx(-1.0, abs=0.02)
    straight_on = np.ones_like(row), np.zeros_like(row)
    assert abs(shown(radius, straight_on, np.abs(column - radius) < 2)) < 0.3


def test_beyond_a_picture_its_border_is_repeated() -> None:
    layer = np.tile(np.arange(20, dtype=np.float32), (20, 1))
    right = np.flatnonzero(np.isclose(ANGLES, 0))
    around = _around(layer, 10.0, 10.0, 15.0)
    assert around.shape == ANGLES.shape
    assert around[right] == pytest.approx(19.0) and around.min() == pytest.approx(0.0)


def test_a_layer_is_read_along_a_circle() -> None:
    layer = np.add(*np.mgrid[:40, :40] * np.array([100, 1])[:, None, None]).astype(np.float32)
    expected = 100 * (15 + 6 * np.sin(ANGLES)) + 20 + 6 * np.cos(ANGLES)
    assert _around(layer, 20.0, 15.0, 6.0) == pytest.approx(expected, abs=4.0)

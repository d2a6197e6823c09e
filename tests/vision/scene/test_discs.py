"""A coin that holds a wand is noticed by its rim, be it pale on pale; what lies beside it or behind it is none, nor is
light.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache
from itertools import combinations

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.geometry.pane import Points
from vision.geometry.patches import Patch
from vision.geometry.pose import Pose
from vision.picture import Picture
from vision.read import Reader
from vision.scene.discs import ANGLES, Discs, Surroundings, _around, _borders, _depth, _rim
from vision.verdict.found import Found

Colour = tuple[int, int, int]

PANE: Colour = (182, 183, 187)
COPPER: Colour = (60, 110, 180)
GREY: Colour = (120, 120, 120)
SKIN: Colour = (96, 124, 186)
DARK, DARKER, BRIGHTER, BRIGHT = ((182 + levels, 183 + levels, 187 + levels) for levels in (-60, -9, 11, 30))
WHITE: Colour = (255, 255, 255)

ALONG_MM = 25.0
"""Off the middle of a wand, where neither marks nor notches are."""


@lru_cache(maxsize=8)
def throw(name: str) -> Picture:
    """A picture of the set."""
    return read_picture(SET / "throws" / f"{name}.jpg")


@lru_cache(maxsize=8)
def lying(reader: Reader, name: str) -> list[Found]:
    """The wands of a legal throw: red, black, white."""
    look = reader.read(throw(name))
    assert look.reading.status == "ok"
    return sorted(look.found, key=lambda f: ("red", "black", "white").index(f.colour))


@pytest.fixture(scope="module")
def found(reader: Reader) -> list[Found]:
    """The wands of a throw with nothing else on the pane."""
    return lying(reader, "001")


def ring(along: float, right: float, radius: float, stretched: float = 1.0) -> Points:
    """The outline of a round thing beside a wand's middle (mm), or of one that is longer along the wand."""
    turn = np.linspace(0, 2 * np.pi, 90, endpoint=False)
    return np.column_stack([along + stretched * radius * np.cos(turn), right + radius * np.sin(turn)])


def at_side(reader: Reader, gap: float, radius: float, along: float = ALONG_MM, stretched: float = 1.0) -> Points:
    """So far beside a wand's left long side, under it where that is less than 0; away from the other wands."""
    return ring(along, -(reader.side / 2 + gap + radius), radius, stretched)


def share(reader: Reader, pose: Pose, outline: Points) -> Points:
    """How much of each pixel lies within an outline at a wand (rows, columns)."""
    places = np.round(16 * reader.pane.to_px(pose.places(outline))).astype(np.int32)
    spot = np.zeros(throw("001").shape[:2], np.uint8)
    cv2.fillPoly(spot, [places], (255,), cv2.LINE_AA, 4)
    return spot / 255.0


def mixed(picture: Picture, over: Picture | Colour, part: Points) -> Picture:
    """A picture with another, or a colour, over a part of it."""
    there, result = part > 0, picture.copy()
    much = part[there][:, None]
    above = np.broadcast_to(np.asarray(over), picture.shape)[there]
    result[there] = np.round(picture[there] * (1 - much) + above * much)
    return result


def with_disc(reader: Reader, wand: Found, outline: Points, colour: Colour, name: str = "001") -> Picture:
    """The throw with a thing between pane and wand: the whole of it is seen from below."""
    return mixed(throw(name), colour, share(reader, wand.outline.centred, outline))


def lit(reader: Reader, wand: Found, outline: Points, levels: int) -> Picture:
    """The throw with a lamp's image, which is added to the colours of wand and pane."""
    brighter = np.clip(throw("001").astype(np.int32) + levels, 0, 255).astype(np.uint8)
    return mixed(throw("001"), brighter, share(reader, wand.outline.centred, outline))


def body(reader: Reader, wand: Found) -> Points:
    """Where the wand itself lies."""
    half = np.array([wand.outline.length, wand.outline.side]) / 2
    return share(reader, wand.outline.centred, np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half)


def touched(reader: Reader, found: list[Found], picture: Picture, discs: Discs | None = None) -> list[bool]:
    """Which wands a disc holds."""
    poses = [f.outline.centred for f in found]
    return (discs or reader.discs).touched(reader.empty.beside(picture), poses, (reader.length, reader.side))


@pytest.mark.parametrize("colour", [DARK, DARKER, BRIGHTER, COPPER])
@pytest.mark.parametrize("gap", [-3.0, -5.0, -8.0])
@pytest.mark.parametrize("radius", [8.0, 10.5, 13.0])
def test_a_disc_under_a_long_side_is_noticed(
    reader: Reader, found: list[Found], radius: float, gap: float, colour: Colour
) -> None:
    picture = with_disc(reader, found[0], at_side(reader, gap, radius), colour)
    assert touched(reader, found, picture) == [True, False, False]


@pytest.mark.parametrize("wand", [0, 2], ids=["red", "white"])
@pytest.mark.parametrize(("gap", "radius"), [(-3.0, 8.0), (-5.0, 11.0), (-12.0, 13.0)])
@pytest.mark.parametrize("aside", [0.0, 5.0], ids=["middle", "corner"])
def test_a_disc_under_an_end_is_noticed(
    reader: Reader, found: list[Found], wand: int, gap: float, radius: float, aside: float
) -> None:
    # The other end of the red wand is the farther one from the black wand.
    outline = ring(-(reader.length / 2 + gap + radius), aside, radius)
    picture = with_disc(reader, found[wand], outline, COPPER)
    assert touched(reader, found, picture) == [i == wand for i in range(3)]


@pytest.mark.parametrize("along", [-8.0, -4.0, 0.0, 4.0, 8.0])
@pytest.mark.parametrize("radius", [9.0, 11.0])
def test_a_mark_that_crosses_the_rim_hides_no_disc(reader: Reader, radius: float, along: float) -> None:
    # The grey is between the colours of mark and wood: where both meet the rim its direction is lost.
    wands = lying(reader, "004")
    picture = with_disc(reader, wands[2], at_side(reader, -5.0, radius, along), GREY, "004")
    assert touched(reader, wands, picture) == [False, False, True]


@pytest.mark.parametrize("colour", [GREY, COPPER])
def test_a_disc_half_under_mirrored_lamps_is_noticed(reader: Reader, found: list[Found], colour: Colour) -> None:
    drawn = with_disc(reader, found[1], at_side(reader, -6.2, 12.5, 23.5), colour)
    lamps = throw("001").min(axis=2, keepdims=True) > 225
    picture = np.where(lamps, throw("001"), drawn)
    assert touched(reader, found, picture) == [False, True, False]
    unaware = copy(reader.empty)
    unaware.mirrors = np.zeros_like(unaware.mirrors)
    assert not any(touched(reader, found, picture, Discs(unaware)))


@pytest.mark.parametrize("colour", [DARKER, BRIGHTER, COPPER])
@pytest.mark.parametrize("wand", [0, 2], ids=["red", "white"])
def test_a_wand_on_a_disc_is_not_read(reader: Reader, found: list[Found], wand: int, colour: Colour) -> None:
    picture = with_disc(reader, found[wand], at_side(reader, -5.0, 10.5), colour)
    assert reader.read(picture).reading.status == "invalid"


@pytest.mark.parametrize(("gap", "radius"), [(-4.0, 10.5), (-8.0, 10.5), (-4.0, 12.5), (-8.0, 12.5)])
def test_a_disc_that_nothing_else_tells_obstructs_its_wand(
    reader: Reader, found: list[Found], gap: float, radius: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Pale under white: the wand's outline, mark and notches are as they were.
    picture = with_disc(reader, found[2], at_side(reader, gap, radius, -30.0), (182, 184, 185))
    look = reader.read(picture)
    assert (look.reading.status, look.reading.kind) == ("invalid", "obstructed")
    assert {f.colour: f.fault for f in look.found} == {"red": None, "black": None, "white": "obstructed"}
    monkeypatch.setattr(Discs, "touched", lambda *_: [False] * 3)
    assert reader.read(picture).reading.status == "ok"


def test_a_pawn_under_an_end_is_noticed(reader: Reader) -> None:
    # Its other end lies on the pane, and with the pawn it is hard to find: it is told where it lies.
    poses = [Pose(-17.0, -50.0, np.radians(69)), Pose(-58.0, 105.0, np.radians(24))]
    view = reader.empty.beside(throw("012"))
    assert reader.discs.touched(view, poses, (reader.length, reader.side)) == [False, True]


@pytest.mark.parametrize("name", ["001", "004", "015", "018", "020", "022"])
def test_a_throw_as_it_is_has_none(reader: Reader, name: str) -> None:
    # Among them are hands and a head behind wands, a lamp's image across one, and much noise.
    wands = lying(reader, name)
    assert not any(touched(reader, wands, throw(name)))


@pytest.mark.parametrize("colour", [DARK, BRIGHT])
@pytest.mark.parametrize("gap", [0.0, 1.0, 4.0])
@pytest.mark.parametrize("radius", [8.0, 10.5, 13.0])
def test_a_disc_beside_a_wand_holds_none(
    reader: Reader, found: list[Found], radius: float, gap: float, colour: Colour
) -> None:
    assert not any(touched(reader, found, with_disc(reader, found[0], at_side(reader, gap, radius), colour)))


@pytest.mark.parametrize(("inwards", "held"), [(5.0, False), (60.0, True)])
def test_what_lies_beyond_the_opening_is_not_looked_at(reader: Reader, inwards: float, held: bool) -> None:
    # A wand would lie along the frame, and the round thing under it half on that.
    left, middle = np.sort(reader.pane.opening[:, 0])[:2].mean(), reader.pane.opening[:, 1].mean()
    pose = Pose(float(left) + inwards + reader.side / 2, float(middle), np.pi / 2)
    outline = ring(0.0, reader.side / 2 + 4.0, 8.0)
    picture = mixed(throw("022"), COPPER, share(reader, pose, outline))
    assert reader.discs.touched(reader.empty.beside(picture), [pose], (reader.length, reader.side)) == [held]


@pytest.mark.parametrize("radius", [3.0, 4.5, 18.0, 28.0])
@pytest.mark.parametrize("gap", [-3.0, -6.0])
def test_what_is_far_smaller_or_larger_is_no_disc(
    reader: Reader, found: list[Found], gap: float, radius: float
) -> None:
    assert not any(touched(reader, found, with_disc(reader, found[0], at_side(reader, gap, radius), COPPER)))


@pytest.mark.parametrize("half", [11.5, 13.0])
@pytest.mark.parametrize("degrees", [0, 30, 45])
@pytest.mark.parametrize("gap", [-4.0, -8.0])
def test_a_square_is_no_disc(reader: Reader, found: list[Found], gap: float, degrees: int, half: float) -> None:
    turn = np.radians(degrees + 45 + 90 * np.arange(4))
    corners = np.sqrt(2) * half * np.column_stack([np.cos(turn), np.sin(turn)])
    middle = -(reader.side / 2 + gap + float(corners[:, 1].max()))
    picture = with_disc(reader, found[0], corners + np.array([ALONG_MM, middle]), GREY)
    assert not any(touched(reader, found, picture))


@pytest.mark.parametrize("wand", [0, 2], ids=["red", "white"])
@pytest.mark.parametrize("gap", [-4.0, -8.0])
@pytest.mark.parametrize("radius", [8.0, 10.5])
def test_a_fingertip_behind_a_wand_is_no_disc(
    reader: Reader, found: list[Found], radius: float, gap: float, wand: int
) -> None:
    drawn = with_disc(reader, found[wand], at_side(reader, gap, radius), SKIN)
    hidden = mixed(drawn, throw("001"), body(reader, found[wand]))
    assert touched(reader, found, drawn)[wand]
    assert not any(touched(reader, found, hidden))


@pytest.mark.parametrize("wand", [0, 2], ids=["red", "white"])
@pytest.mark.parametrize("levels", [15, 25, 35])
@pytest.mark.parametrize(("gap", "radius"), [(-5.0, 8.0), (-8.0, 10.5), (-6.0, 13.0)])
def test_light_on_wand_and_pane_alike_is_no_disc(
    reader: Reader, found: list[Found], gap: float, radius: float, levels: int, wand: int
) -> None:
    assert not any(touched(reader, found, lit(reader, found[wand], at_side(reader, gap, radius), levels)))


@pytest.mark.parametrize("wand", [0, 2], ids=["red", "white"])
@pytest.mark.parametrize("stretched", [1.0, 1.3, 1.6])
@pytest.mark.parametrize(("gap", "radius"), [(-3.0, 8.0), (-5.0, 10.5), (-8.0, 12.0)])
def test_what_is_too_bright_for_the_camera_is_a_lamp(
    reader: Reader, found: list[Found], gap: float, radius: float, stretched: float, wand: int
) -> None:
    outline = at_side(reader, gap, radius, stretched=stretched)
    assert not any(touched(reader, found, with_disc(reader, found[wand], outline, WHITE)))


def test_a_disc_that_is_nearly_white_is_no_lamp(reader: Reader, found: list[Found]) -> None:
    picture = with_disc(reader, found[0], at_side(reader, -5.0, 10.5), (212, 212, 212))
    assert touched(reader, found, picture) == [True, False, False]


@pytest.fixture()
def looked(monkeypatch: pytest.MonkeyPatch) -> list[Surroundings]:
    """Where a closer look was taken; it finds nothing."""
    places: list[Surroundings] = []

    def spots(surroundings: Surroundings) -> list[tuple[float, float, float]]:
        places.append(surroundings)
        return []

    monkeypatch.setattr(Surroundings, "spots", spots)
    return places


@pytest.mark.parametrize(("gap", "times"), [(-4.0, 1), (2.5, 1), (6.0, 0), (30.0, 0)])
def test_a_closer_look_is_taken_only_where_something_is_new_at_a_wand(
    reader: Reader, gap: float, times: int, looked: list[Surroundings]
) -> None:
    wands = lying(reader, "022")
    touched(reader, wands, with_disc(reader, wands[2], at_side(reader, gap, 11.0), COPPER, "022"))
    assert len(looked) == times


def test_noise_is_worth_no_closer_look(reader: Reader, looked: list[Surroundings]) -> None:
    touched(reader, lying(reader, "020"), throw("020"))
    assert not looked


# A wand and what is around it, drawn: a cell is a millimetre.

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


def seen(picture: Patch, clear: Patch | None = None, size: tuple[float, float] = SIZE) -> Surroundings:
    """The same, as it is looked at."""
    return Surroundings(picture, np.ones(picture.shape[:2], np.float32) if clear is None else clear, size)


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
    assert len(spots) <= 6


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


@pytest.mark.parametrize(("reach", "held"), [(0.8, False), (1.4, False), (3.5, True), (9.0, True)])
def test_a_disc_reaches_under_the_wand(reach: float, held: bool) -> None:
    at = (0.0, reach - SIZE[1] / 2 - 10.0, 10.0)
    assert is_disc(seen(straight(COPPER, at)), at) is held


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


@pytest.mark.parametrize(("degrees", "enough"), [(0, False), (55, False), (95, True), (180, True)])
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

"""A coin that holds a wand is noticed by its rim, be it pale on pale; what lies beside it or behind it is none, nor is
light.
"""

from __future__ import annotations

from copy import copy
from functools import lru_cache

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.geometry.pane import Points
from vision.geometry.pose import Pose
from vision.picture import Picture
from vision.read import Reader
from vision.scene.discs import Discs
from vision.scene.rims import Surroundings
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

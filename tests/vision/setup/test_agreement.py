"""Pictures of the board that do not belong together, or tell too little, are refused with the cure; others are not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.geometry.panes import PLAIN
from vision.errors import PaneError
from vision.geometry.pane import Pane, Points, project
from vision.picture import Picture
from vision.setup.agreement import (
    AMISS_PX,
    check_each,
    check_flat,
    check_slant,
    check_square,
    check_tilts,
    check_unmoved,
    flat_view,
)
from vision.setup.board import View, charuco_board
from vision.setup.lens import FREE, Fit, placed

SIZE, SLAB = (1280, 960), (0.0, 1.5)
BOARD = np.asarray(charuco_board().getChessboardCorners(), dtype=np.float64)
LENS = np.array([840.0, 639.5, 479.5, -0.06, 0, 0, 0, 0])
POSES = np.array([[0, 0, 0.1, -100, -70, 300.0], [0.5, 0.1, 0, -90, -60, 400], [-0.4, 0.35, 1.2, 60, -110, 380]])


def view(name: str, pose: Points, lens: Points = LENS) -> View:
    """The board as a lens shows it."""
    return View(name, BOARD, project(placed(BOARD, pose), np.array([0, 0, 1.0]), lens, *SLAB))


VIEWS = [view(f"{number}.jpg", pose) for number, pose in enumerate(POSES, 1)]


def flat_at(depth: float) -> Points:
    return np.array([0, 0, 0.7, -100, -70, depth])


def leaning(depth: float) -> Points:
    """The board falls off towards the camera, by a fifth of the way along it: 30 mm from its first row to its last."""
    return np.array([-np.arcsin(0.2), 0, 0, -100, -70, depth])


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_board_that_has_all_others_behind_it_is_the_flat_one_wherever_it_stands(place: int) -> None:
    poses = np.insert(np.array([leaning(340.0), flat_at(320.0)]), place, flat_at(300.0), axis=0)
    number, clear = flat_view(VIEWS, poses)
    assert number == place
    assert clear == pytest.approx(0, abs=1e-9), "it touches its own plane"


def test_how_far_a_board_reaches_through_the_flat_one_is_told() -> None:
    lowest = 0.2 * BOARD[:, 1].max()
    number, clear = flat_view(VIEWS[:2], np.array([flat_at(300.0), leaning(300.0 + lowest - 2)]))
    assert number == 0 and clear == pytest.approx(-2)
    crossing = np.array([leaning(315.0), leaning(285.0) * [-1, 1, 1, 1, 1, 1]])
    assert flat_view(VIEWS[:2], crossing)[1] == pytest.approx(-45 * np.sin(2 * np.arcsin(0.2)))


def test_boards_may_reach_through_the_flat_one_by_an_uneven_print_only() -> None:
    check_flat(0.0)
    check_flat(-4.9)
    with pytest.raises(PaneError, match="the flat picture is missing"):
        check_flat(-5.1)


@pytest.mark.parametrize("way", [[1.0, 0, 0], [0, -1.0, 0], [0.6, 0.8, 0]])
@pytest.mark.parametrize("flat", [0, 1, 2])
def test_one_board_that_is_tilted_enough_is_enough(way: list[float], flat: int) -> None:
    def held(degrees: float) -> Points:
        tilted = np.array([*(np.radians(degrees) * np.array(way)), -100, -70, 320])
        return np.insert(np.array([tilted, flat_at(310.0)]), flat, flat_at(300.0), axis=0)

    check_tilts(held(6.5), flat)
    with pytest.raises(PaneError, match="all boards lie alike"):
        check_tilts(held(5.5), flat)


def test_a_board_that_is_turned_on_the_pane_is_not_tilted() -> None:
    turned = np.array([[0, 0, angle, -100, -70, 300] for angle in (0, np.pi / 2, np.pi)])
    with pytest.raises(PaneError, match="all boards lie alike"):
        check_tilts(turned, 0)


def test_boards_that_are_hardly_tilted_to_opposite_sides_do_not_add_up() -> None:
    tilts = np.radians([4.0, 0, -4])
    with pytest.raises(PaneError, match="all boards lie alike"):
        check_tilts(np.array([[tilt, 0, 0, -100, -70, 310] for tilt in tilts]), 1)


def fit(*each: float) -> Fit:
    """One in which each view's corners are missed by so much."""
    return Fit(LENS, POSES, 0, 0.1, np.array(each), np.zeros((FREE + 6, FREE + 6)))


def bowed(seen: View, by: float) -> View:
    """A board that curls: its ends are off by so many px."""
    across = (BOARD[:, 0] - BOARD[:, 0].mean()) / np.ptp(BOARD[:, 0]) * 2
    return replace(seen, pixels=seen.pixels + np.column_stack([0 * across, by * across**2]))


def noisy(seen: View, by: float) -> View:
    return replace(seen, pixels=seen.pixels + np.random.default_rng(3).normal(0, by, seen.pixels.shape))


def test_the_board_that_is_bent_most_is_named() -> None:
    check_each([VIEWS[0], bowed(VIEWS[1], 0.8), VIEWS[2]], fit(0.1, 0.1, 0.1), SIZE)
    views = [bowed(VIEWS[0], 6.0), bowed(VIEWS[1], 12.0), VIEWS[2]]
    with pytest.raises(PaneError, match=r"^2\.jpg: the board is bent or blurred \(corners off by [2-6]\.\d px\); "):
        check_each(views, fit(0.1, 0.1, 0.1), SIZE)


def test_a_larger_picture_may_be_bent_by_more_pixels() -> None:
    views = [bowed(VIEWS[0], 4.0), *VIEWS[1:]]
    with pytest.raises(PaneError, match="bent or blurred"):
        check_each(views, fit(0.1, 0.1, 0.1), SIZE)
    check_each(views, fit(0.1, 0.1, 0.1), (4 * SIZE[0], 4 * SIZE[1]))


def lens_with(focal: float = LENS[0], k1: float = LENS[3]) -> Points:
    return np.array([focal, *LENS[1:3], k1, *LENS[4:]])


@pytest.mark.parametrize("lens", [lens_with(focal=882.0), lens_with(k1=-0.01)])
def test_a_picture_of_another_camera_is_even_alone_and_amiss_with_the_others(lens: Points) -> None:
    views = [VIEWS[0], VIEWS[1], view("3.jpg", POSES[2], lens)]
    said = r"^3\.jpg and the others are not of one camera \(corners off by 0\.52 px, alone 0\.0[01]\)"
    with pytest.raises(PaneError, match=said):
        check_each(views, fit(0.05, 0.09, 0.52), SIZE)


def test_a_picture_that_fits_well_together_is_never_amiss() -> None:
    check_each(VIEWS, fit(0.01, 0.95 * AMISS_PX, 0.01), SIZE)
    with pytest.raises(PaneError, match=r"^2\.jpg and the others are not of one camera"):
        check_each(VIEWS, fit(0.01, 1.05 * AMISS_PX, 0.01), SIZE)


def test_corners_that_are_found_badly_alone_are_no_worse_together() -> None:
    views = [noisy(VIEWS[0], 0.3), *VIEWS[1:]]
    check_each(views, fit(0.45, 0.05, 0.05), SIZE)
    with pytest.raises(PaneError, match=r"^1\.jpg and the others are not of one camera"):
        check_each(views, fit(0.62, 0.05, 0.05), SIZE)


def aslant(degrees: float, behind: bool) -> Pane:
    turn = np.asarray(cv2.Rodrigues(np.radians([0.6 * degrees, 0.8 * degrees, 0]))[0], dtype=np.float64)
    return replace(PLAIN, rotation=turn @ np.diag([1.0, -1, -1]) if behind else turn)


@pytest.mark.parametrize("behind", [False, True])
def test_a_camera_may_look_a_little_aslant(behind: bool) -> None:
    check_slant(aslant(19.0, behind))
    with pytest.raises(PaneError, match="the flat picture is missing, or the camera is 21 degrees aslant"):
        check_slant(aslant(21.0, behind))


SQUARE = np.array([[-120.0, -120], [120, -120], [120, 120], [-120, 120]])


def narrowed(upper: float) -> Points:
    """The upper side is shorter."""
    return np.asarray(SQUARE * [[upper / 240, 1], [upper / 240, 1], [1, 1], [1, 1]])


def sheared(degrees: float, high: float = 1.0) -> Points:
    return np.asarray(SQUARE * [1.0, high] @ [[1, 0], [np.tan(np.radians(degrees)), 1]])


def pulled(by: float) -> Points:
    """One corner is off by so many mm both ways."""
    return np.asarray(SQUARE + by * np.array([[0, 0], [0, 0], [1, 1], [0, 0]]))


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("turn", [0.0, 0.5])
@pytest.mark.parametrize(
    ("opening", "crooked"),
    [
        (SQUARE, False),
        (SQUARE * [1.0, 0.7], False),
        (narrowed(236.0), False),
        (narrowed(234.0), True),
        (sheared(1.4), False),
        (sheared(1.6), True),
        (sheared(-1.6), True),
        (sheared(1.4, high=0.7), False),
        (pulled(2.9), False),
        (pulled(3.4), True),
        (pulled(-3.4), True),
    ],
)
def test_an_opening_has_equal_sides_and_right_angles(opening: Points, crooked: bool, turn: float, first: int) -> None:
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = np.roll(opening @ axes, first, axis=0) + np.array([30, -20])
    if not crooked:
        check_square(corners)
        return
    with pytest.raises(PaneError, match="the pane comes out crooked"):
        check_square(corners)


def test_the_sides_of_a_crooked_opening_are_told() -> None:
    with pytest.raises(PaneError, match="sides of 200, 241, 240, 241 mm"):
        check_square(narrowed(200.0))


TABLE = replace(PLAIN, size=(640, 480), focal=500.0, centre=(319.5, 239.5), opening=SQUARE * (100 / 120), thickness=0.0)
"""Seen from straight above, 1.7 px/mm: the opening from (153, 73) to (486, 406)."""
GLASS = (slice(73, 407), slice(153, 487))
NAMES = ("1.jpg", "2.jpg", "3.jpg")


def wood() -> Picture:
    """Grain, and light from the right."""
    grain = cv2.GaussianBlur(np.random.default_rng(5).normal(0, 1, (480, 640)), (0, 0), 2.0)
    grey = 75 + 3 * grain / grain.std() + np.linspace(-12, 12, 640)
    return np.repeat(grey.round().astype(np.uint8)[..., None], 3, axis=2)


def table() -> Picture:
    """A bright opening in dark wood."""
    picture = wood()
    picture[GLASS] += np.uint8(80)
    return picture


def sheet(name: str, x: float, y: float, wide: float) -> View:
    """The board with its paper, from a place (px) on, so many px wide."""
    scale = wide / 234
    return View(name, BOARD, (BOARD[:, :2] + 12) * scale + (x, y))


SMALL = [sheet(name, x, y, 120) for name, x, y in zip(NAMES, (170, 340, 250), (90, 110, 290), strict=True)]


def laid(pictures: list[Picture], views: list[View]) -> list[Picture]:
    """Each with its board on it."""
    return [
        np.where(seen.covered(TABLE.size)[..., None] > 0, np.uint8(230), picture)
        for picture, seen in zip(pictures, views, strict=True)
    ]


def moved(picture: Picture, right: int, down: int = 0) -> Picture:
    return np.roll(picture, (down, right), axis=(0, 1))


def said_of(pictures: list[Picture], views: list[View], flat: int = 0) -> str:
    """Why they are refused, "" if they are not."""
    try:
        check_unmoved(TABLE, views, laid(pictures, views), flat)
    except PaneError as error:
        return str(error)
    return ""


def test_boards_that_lie_elsewhere_each_time_are_no_move() -> None:
    assert said_of([table()] * 3, SMALL) == ""


@pytest.mark.parametrize(
    ("off", "flat", "said"),
    [
        (1, 0, "2.jpg: camera or pane stand elsewhere than in 1.jpg, "),
        (0, 2, "1.jpg: camera or pane stand elsewhere than in 3.jpg, "),
        (0, 0, "1.jpg: camera or pane stand elsewhere than in the others, "),
        (2, 2, "3.jpg: camera or pane stand elsewhere than in the others, "),
    ],
)
def test_a_picture_with_the_border_elsewhere_is_named(off: int, flat: int, said: str) -> None:
    pictures = [moved(table(), 15, 9) if number == off else table() for number in range(3)]
    assert said_of(pictures, SMALL, flat).startswith(said)


def cornered(off: int) -> tuple[list[Picture], list[View]]:
    """In one picture the board lies over nearly all of three sides; the pane is elsewhere by so many px."""
    return [table(), moved(table(), off), table()], [SMALL[0], sheet("2.jpg", 90, 30, 440), SMALL[2]]


def test_a_board_over_the_border_is_no_move_while_the_wood_beyond_stands_still() -> None:
    assert said_of(*cornered(0)) == ""
    assert said_of(*cornered(15)).startswith("2.jpg: camera or pane stand elsewhere than in 1.jpg, ")


def test_a_board_over_the_border_of_the_flat_picture_does_not_hide_that_the_others_were_moved() -> None:
    pictures, views = [moved(table(), 15), table(), table()], [sheet("1.jpg", 90, 30, 440), *SMALL[1:]]
    assert said_of(pictures, views).startswith("1.jpg: camera or pane stand elsewhere than in the others, ")


def test_a_pane_that_was_moved_on_wood_that_stands_still_is_told() -> None:
    pushed = wood()
    pushed[82:416, 168:502] += np.uint8(80)
    assert said_of([table(), pushed, table()], SMALL).startswith(
        "2.jpg: camera or pane stand elsewhere than in 1.jpg, "
    )


def faint(picture: Picture) -> str:
    """What is said where no border shows and one picture is another one."""
    return said_of([wood(), picture, wood()], SMALL)


def grainy(picture: Picture, levels: float) -> Picture:
    grain = np.random.default_rng(8).normal(0, levels, picture.shape[:2])
    return np.asarray(np.clip(picture + grain[..., None], 0, 255), dtype=np.uint8)


@pytest.mark.parametrize("still", [wood(), np.asarray(wood() * 0.7, dtype=np.uint8), grainy(wood(), 4.0)])
def test_a_border_that_does_not_show_is_said_where_the_camera_stood_still(still: Picture) -> None:
    assert faint(still).startswith("the pane's border is not to be seen; light the wood")


@pytest.mark.parametrize("other", [moved(wood(), 1), moved(wood(), 0, 2), moved(wood(), 25), grainy(wood(), 40.0)])
def test_a_border_that_does_not_show_where_the_camera_was_moved_is_laid_to_that(other: Picture) -> None:
    assert faint(other).startswith("1.jpg: camera or pane stand elsewhere than in the others, ")

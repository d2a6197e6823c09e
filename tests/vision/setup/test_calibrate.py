"""Mistakes of a calibration, one by one: refused with the cure in one line, never a wrong pane without a word."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from tests.vision.setup.test_corners import worst_mm
from vision.errors import PaneError
from vision.files import read_picture
from vision.geometry.pane import Pane, Points
from vision.picture import Picture
from vision.setup.board import MARKER_MM, SQUARE_MM
from vision.setup.calibrate import calibration
from vision.setup.reach import told

Pictures = dict[str, Picture]
Made = Callable[[], Pictures]
RIGHT_MM = 1.0
"""A calibration that is accepted without a word is as exact as this over the whole opening."""


@lru_cache(maxsize=8)
def board(number: int) -> Picture:
    """One of the set's four pictures; the first is the flat one."""
    return read_picture(SET / f"charuco_{number}.jpg")


def boards(*numbers: int) -> Pictures:
    """Some of the set's pictures."""
    return {f"{n}.jpg": board(n).copy() for n in numbers}


def zoomed(picture: Picture, factor: float) -> Picture:
    """As another lens, or a digital zoom, would show it."""
    turn = cv2.getRotationMatrix2D((picture.shape[1] / 2 + 7, picture.shape[0] / 2 - 4), 0, factor)
    return np.asarray(cv2.warpAffine(picture, turn, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


def with_some(change: Callable[[Picture], Picture], *numbers: int) -> Made:
    """All four pictures, some of them changed."""
    return lambda: {n: change(p) if int(n[0]) in numbers else p for n, p in boards(1, 2, 3, 4).items()}


def blurred(picture: Picture) -> Picture:
    """Far out of focus."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 9), np.uint8)


def dark(picture: Picture) -> Picture:
    """Nearly no light, and the noise of that."""
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.clip(picture * 0.02 + noise, 0, 255).astype(np.uint8)


def washed_out(picture: Picture) -> Picture:
    """Far too much light."""
    return np.clip(picture * 12.0 + 120, 0, 255).astype(np.uint8)


def bent(picture: Picture) -> Picture:
    """The board curls: its picture bows by some pixels."""
    rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    bow = (14 * ((columns - 640) / 320) ** 2 * ((rows - 480) / 320)).astype(np.float32)
    return np.asarray(
        cv2.remap(picture, columns, rows + bow, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def stretched(picture: Picture) -> Picture:
    """A wide picture forced into another shape."""
    wide = np.asarray(cv2.resize(picture, (1280, 720)), np.uint8)
    return np.asarray(cv2.resize(wide[:, 160:1120], (1280, 960)), np.uint8)


def cut(picture: Picture) -> Picture:
    """Only a corner of the board is in view."""
    left = picture.copy()
    left[:, 420:] = 0
    return left


def covered(*sides: str) -> Callable[[Picture], Picture]:
    """A cloth lies over some of the pane's borders."""
    places = {"left": np.s_[:, :300], "right": np.s_[:, 980:], "upper": np.s_[:130], "lower": np.s_[830:]}

    def change(picture: Picture) -> Picture:
        left = picture.copy()
        for side in sides:
            left[places[side]] = (90, 110, 140)
        return left

    return change


def with_an_arm(picture: Picture) -> Picture:
    """Somebody holds the board."""
    return np.asarray(cv2.line(picture.copy(), (1279, 700), (850, 560), (120, 140, 190), 110), np.uint8)


def other_board(dictionary: int, squares: tuple[int, int], square: float = SQUARE_MM) -> Callable[[Picture], Picture]:
    """Another printed board lies over the right one."""
    kind = cv2.aruco.CharucoBoard(
        squares, square, square * MARKER_MM / SQUARE_MM, cv2.aruco.getPredefinedDictionary(dictionary)
    )
    printed = cv2.cvtColor(kind.generateImage((630, 450), marginSize=12), cv2.COLOR_GRAY2BGR)

    def change(picture: Picture) -> Picture:
        left = picture.copy()
        left[240:690, 330:960] = printed // 2 + 30
        return left

    return change


def shifted(picture: Picture) -> Picture:
    """The camera was pushed by 6 mm."""
    move = np.array([[1.0, 0, 16], [0, 1, -9]])
    return np.asarray(cv2.warpAffine(picture, move, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE), np.uint8)


MISTAKES: dict[str, tuple[Made, str]] = {
    "no flat board": (lambda: boards(2, 3, 4), "the flat picture is missing: add one"),
    "the flat picture is blurred": (with_some(blurred, 1), "the flat picture is missing: add one"),
    "the same flat picture thrice": (lambda: {n: board(1) for n in "abc"}, "all boards lie alike"),
    "the same tilted picture thrice": (lambda: {n: board(3) for n in "abc"}, "all boards lie alike"),
    "two cameras": (with_some(lambda p: zoomed(p, 1.12), 3, 4), "not of one camera"),
    "one picture of another camera": (with_some(lambda p: zoomed(p, 0.9), 2), "not of one camera"),
    "zoomed in between": (with_some(lambda p: zoomed(p, 1.08), 4), "not of one camera"),
    "two sizes": (with_some(lambda p: np.ascontiguousarray(p[::2, ::2]), 2), "differ in size"),
    "one picture on end": (with_some(lambda p: np.ascontiguousarray(np.rot90(p)), 2), "differ in size"),
    "one picture": (lambda: boards(1), "at least three pictures"),
    "two pictures": (lambda: boards(1, 2), "at least three pictures"),
    "no picture": (dict, "at least three pictures"),
    "no board": (lambda: {n: read_picture(SET / "empty.jpg") for n in "abc"}, "board is not to be seen"),
    "mirrored": (with_some(lambda p: np.ascontiguousarray(p[:, ::-1]), 1, 2, 3, 4), "picture is mirrored"),
    "upside down mirrored": (with_some(lambda p: np.ascontiguousarray(p[::-1]), 1, 2, 3, 4), "picture is mirrored"),
    "another dictionary": (
        with_some(other_board(cv2.aruco.DICT_5X5_50, (7, 5)), 1, 2, 3, 4),
        "board is not to be seen",
    ),
    "another layout": (with_some(other_board(cv2.aruco.DICT_4X4_50, (8, 6)), 1, 2, 3, 4), "board is not to be seen"),
    "all blurred": (with_some(blurred, 1, 2, 3, 4), "board is not to be seen"),
    "all dark": (with_some(dark, 1, 2, 3, 4), "board is not to be seen"),
    "all washed out": (with_some(washed_out, 1, 2, 3, 4), "board is not to be seen"),
    "only a corner of the board": (with_some(cut, 1, 2, 3, 4), "board is not to be seen"),
    "the flat board is bent": (with_some(bent, 1), "the board is bent or blurred"),
    "stretched": (with_some(stretched, 1, 2, 3, 4), "the board is bent or blurred"),
    "the camera was pushed after the flat picture": (with_some(shifted, 2, 3, 4), "stand elsewhere than in the others"),
    "the camera was pushed in between": (with_some(shifted, 3, 4), "stand elsewhere than in"),
    "the camera came 4 % nearer": (with_some(lambda p: zoomed(p, 1.04), 4), "stand elsewhere than in 1.jpg"),
    "a cloth over two borders in one picture": (with_some(covered("left", "upper"), 2), "something covers the border"),
    "a cloth over the left border": (with_some(covered("left"), 1, 2, 3, 4), "border is not to be seen"),
    "a cloth over the whole border": (
        with_some(covered("left", "right", "upper", "lower"), 1, 2, 3, 4),
        "border is not to be seen",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_refused_with_its_cure(name: str) -> None:
    made, said = MISTAKES[name]
    with pytest.raises(PaneError, match=said) as raised:
        calibration(made())
    assert "\n" not in str(raised.value)


HARMLESS: dict[str, Made] = {
    "one picture in the dark": with_some(dark, 4),
    "one picture without focus": with_some(blurred, 2),
    "an arm over a border in one picture": with_some(with_an_arm, 2),
    "focus breathes": with_some(lambda p: zoomed(p, 1.01), 4),
    "a tilted board is bent": with_some(bent, 3),
    "the flat picture twice": lambda: {**boards(1, 2, 3, 4), "again.jpg": board(1)},
    "turned by 180 degrees": with_some(lambda p: np.ascontiguousarray(p[::-1, ::-1]), 1, 2, 3, 4),
    "on end": with_some(lambda p: np.ascontiguousarray(np.rot90(p)), 1, 2, 3, 4),
    "half the light": with_some(lambda p: (p // 2).astype(np.uint8), 1, 2, 3, 4),
}


def turned_like(name: str, true: Pane) -> Pane:
    """The right pane, as the pictures of that name show it."""
    turned = {"turned by 180 degrees": 2, "on end": 1}.get(name, 0)
    right = calibration({n: np.ascontiguousarray(np.rot90(p, turned)) for n, p in boards(1, 2, 3, 4).items()}).pane
    return right if turned else true


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_accepted_is_right(name: str, pane: Pane) -> None:
    found = calibration(HARMLESS[name]()).pane
    true = turned_like(name, pane)
    assert worst_mm(found, true) < RIGHT_MM
    assert found.to_px(found.opening) == pytest.approx(true.to_px(true.opening), abs=3.0)


def test_pictures_that_were_left_out_are_told() -> None:
    notes = calibration(with_some(dark, 4)()).notes
    assert [n for n in notes if n.startswith("left out: 4.jpg: the ChArUco board is not to be seen")] == list(notes)


def true_pane(labels: dict[str, Any]) -> Pane:
    """The camera that took the set's pictures."""
    camera = labels["camera"]
    rotation, half = np.array(camera["R_world_to_cam"]), camera["pane"]["visible_half_mm"]
    return Pane(
        size=(camera["width"], camera["height"]),
        focal=camera["fx"],
        centre=(camera["cx"], camera["cy"]),
        distortion=tuple(camera["dist"]),
        rotation=rotation,
        translation=-rotation @ np.array(camera["position_mm"]),
        opening=np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]]) * half,
    )


def test_the_pane_is_exact_in_its_corners_as_well_and_says_how_exact(labels: dict[str, Any]) -> None:
    done = calibration(boards(1, 2, 3, 4))
    assert done.errors is not None
    worst = worst_mm(done.pane, true_pane(labels), half=145)
    # 0.66 mm before the sides of the opening told what the lens does there.
    assert worst < 0.4
    assert worst < done.errors.max() < 1.0


def test_corners_that_no_board_came_near_are_named() -> None:
    fit_errors = np.array([0.4, 0.3, 2.1, 1.9])
    assert told(fit_errors) == [
        "no board near the lower right and the lower left corner: places there may be 2.1 mm off; "
        "add a picture with it there"
    ]
    assert told(fit_errors / 3) == []
    with pytest.raises(PaneError, match="no board near the lower right"):
        told(fit_errors * 3)


def test_where_the_border_does_not_show_its_corners_may_be_marked(pane: Pane) -> None:
    hidden = with_some(covered("left", "right", "upper", "lower"), 1, 2, 3, 4)()
    corners = pane.to_px(pane.opening)
    found = calibration(hidden, corners=corners).pane
    assert found.to_px(found.opening) == pytest.approx(corners, abs=0.1)
    # Without the sides the lens is held by what lenses do.
    assert worst_mm(found, pane) < 1.5


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda c: c[::-1], "clockwise"),
        (lambda c: c + np.array([[0, 0], [0, 25], [0, 0], [0, 0]]), "crooked"),
        (lambda c: c + np.array([[0, 0], [0, 0], [30, 0], [0, 0]]), "crooked"),
        (lambda c: c + 900, "outside the picture"),
    ],
)
def test_corners_that_are_marked_wrongly_are_refused(pane: Pane, change: Callable[[Points], Points], said: str) -> None:
    with pytest.raises(PaneError, match=said):
        calibration(boards(1, 2, 3, 4), corners=change(pane.to_px(pane.opening)))

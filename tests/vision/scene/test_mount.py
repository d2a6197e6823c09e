"""The camera was moved: small moves are followed, others said; throws, hands and light over the pane are no move."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.conftest import SET
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.read import Look, Reader
from vision.scene.border import likeness
from vision.scene.mount import Mount
from vision.taught.wandset import WandSet

THROWS = sorted(p.name for p in (SET / "throws").glob("*.jpg"))
LEGAL = ["004.jpg", "015.jpg", "018.jpg"]
WAYS = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down]


@lru_cache(maxsize=16)
def throw(name: str) -> Picture:
    """A picture of the set."""
    return read_picture(SET / "throws" / name)


def nudge(pane: Pane, right: float, down: float, degrees: float, nearer: float = 0.0) -> np.ndarray:
    """What moving the camera (mm) and turning it about the picture's middle do to the picture: a matrix (2, 3)."""
    width, height = pane.size
    depth = abs(float(pane.eye[2]))
    matrix = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), degrees, depth / (depth - nearer)))
    matrix[:, 2] += np.array([right, down]) * pane.scale
    return matrix


def warped(picture: Picture, matrix: np.ndarray) -> Picture:
    """The picture after a move."""
    size = picture.shape[1::-1]
    return np.asarray(cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def off_mm(found: Pane, pane: Pane, matrix: np.ndarray) -> float:
    """How far the corners of the opening are from where the move has brought them."""
    true = pane.to_px(pane.opening) @ matrix[:, :2].T + matrix[:, 2]
    return float(np.linalg.norm(found.to_px(found.opening) - true, axis=1).max() / pane.scale)


def never_wrong(look: Look, truth: dict[str, Any]) -> bool:
    """No value is given as sure that is not the true one."""
    if look.reading.status != "ok":
        return True
    return all(w.top == truth["wands"][c]["top_value"] for c, w in look.reading.wands.items())


@pytest.fixture()
def mount(pane: Pane, reader: Reader) -> Mount:
    """Fresh for each test: it remembers where the camera was last."""
    return Mount(pane, reader.empty.grid, reader.empty.picture)


@pytest.fixture()
def eye(pane: Pane, wands: WandSet) -> Reader:
    """A reader of its own, for the same reason."""
    return Reader(pane, wands)


@pytest.mark.parametrize("name", THROWS)
def test_what_lies_on_the_pane_is_no_move(name: str, mount: Mount) -> None:
    place = mount.place(throw(name))
    assert (place.way, place.pane) == ("in place", mount.pane)


@pytest.mark.parametrize("light", [0.15, 0.4, 0.7, 1.3, 2.5])
def test_light_is_no_move(light: float, mount: Mount) -> None:
    picture = np.clip(throw("004.jpg") * light, 0, 255).astype(np.uint8)
    assert mount.place(picture).way == "in place"


@pytest.mark.parametrize("fill", [0, 90, 255])
def test_a_picture_of_nothing_is_no_place_to_read(fill: int, eye: Reader) -> None:
    assert eye.read(np.full((960, 1280, 3), fill, np.uint8)).reading.status == "blind"


def test_an_arm_over_one_border_is_no_move(mount: Mount) -> None:
    picture = throw("004.jpg").copy()
    cv2.line(picture, (1279, 300), (700, 480), (120, 140, 190), 150)
    assert mount.place(picture).way == "in place"


@pytest.mark.parametrize("degrees", [-3.0, 0.0, 3.0])
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("far", [2.0, 4.0, 8.0])
def test_a_nudge_is_followed(far: float, way: tuple[int, int], degrees: float, pane: Pane, mount: Mount) -> None:
    right, down = np.array(way) / np.hypot(*way) * far
    matrix = nudge(pane, right, down, degrees)
    place = mount.place(warped(throw("004.jpg"), matrix))
    assert place.pane is not None
    assert off_mm(place.pane, pane, matrix) < (2.1 if place.way == "in place" else 1.5)
    assert place.way == "followed" or far == 2.0


@pytest.mark.parametrize("nearer", [-20.0, -10.0, 10.0, 20.0])
def test_a_camera_that_is_higher_or_lower_is_followed(nearer: float, pane: Pane, mount: Mount) -> None:
    matrix = nudge(pane, 0, 0, 0, nearer)
    place = mount.place(warped(throw("004.jpg"), matrix))
    assert place.way == "followed"
    assert place.pane is not None
    assert off_mm(place.pane, pane, matrix) < 1.0
    assert abs(float(place.pane.eye[2])) == pytest.approx(abs(float(pane.eye[2])) - nearer, abs=4)


@pytest.mark.parametrize("far", [13.0, 25.0, 60.0])
@pytest.mark.parametrize("way", WAYS)
def test_a_far_move_is_said(far: float, way: tuple[int, int], pane: Pane, mount: Mount) -> None:
    right, down = np.array(way) / np.hypot(*way) * far
    place = mount.place(warped(throw("004.jpg"), nudge(pane, right, down, 2.0)))
    assert place.pane is None
    assert place.way in ("moved", "turned", "mirrored")


@pytest.mark.parametrize(
    ("way", "change"),
    [
        ("turned", lambda p: p[::-1, ::-1]),
        ("mirrored", lambda p: p[:, ::-1]),
        ("mirrored", lambda p: p[::-1]),
        ("turned", lambda p: cv2.warpAffine(p, cv2.getRotationMatrix2D((639.5, 479.5), 90, 1), (1280, 960))),
        ("turned", lambda p: cv2.warpAffine(p, cv2.getRotationMatrix2D((639.5, 479.5), -90, 1), (1280, 960))),
    ],
)
@pytest.mark.parametrize("name", LEGAL)
def test_turned_and_mirrored_are_told(name: str, way: str, change: Any, mount: Mount, eye: Reader) -> None:
    picture = np.ascontiguousarray(change(throw(name)))
    assert mount.place(picture).way == way
    assert (eye.read(picture).reading.status, eye.read(picture).reading.kind) == ("invalid", "moved")


def test_put_back_it_is_in_place_again(pane: Pane, mount: Mount) -> None:
    away = warped(throw("004.jpg"), nudge(pane, 5, -3, 1.0))
    assert [mount.place(p).way for p in (throw("004.jpg"), away, away)] == ["in place", "followed", "followed"]
    assert mount.place(throw("018.jpg")) == mount.place(throw("004.jpg"))
    assert mount.place(throw("018.jpg")).pane is pane


def test_where_it_was_followed_to_the_same_pane_serves(pane: Pane, mount: Mount) -> None:
    matrix = nudge(pane, 5, -3, 1.0)
    first = mount.place(warped(throw("004.jpg"), matrix)).pane
    assert mount.place(warped(throw("018.jpg"), matrix)).pane is first


@pytest.mark.parametrize("name", LEGAL)
@pytest.mark.parametrize(
    ("right", "down", "degrees", "nearer"), [(6, -5, 3, 0), (-8, 0, -2, 0), (2, 3, 0, 15), (0, 0, 0, -15)]
)
def test_after_a_small_move_throws_are_read_and_never_wrongly(
    name: str, right: float, down: float, degrees: float, nearer: float, eye: Reader, labels: dict[str, Any]
) -> None:
    truth = labels["throws"][name]
    look = eye.read(warped(throw(name), nudge(eye.pane, right, down, degrees, nearer)))
    assert look.reading.kind != "moved"
    assert never_wrong(look, truth)
    assert all(truth["wands"][c]["top_value"] in w.options for c, w in look.reading.wands.items() if w.options)


def test_the_frame_of_the_table_is_no_wand(eye: Reader, labels: dict[str, Any]) -> None:
    for name in LEGAL:
        for right, down in WAYS:
            look = eye.read(warped(throw(name), nudge(eye.pane, 11.0 * right, 11.0 * down, -3.0)))
            assert (look.reading.status, look.reading.kind) == ("invalid", "moved")
            assert look.reading.wands == {}


def test_likeness_finds_the_shift_and_is_nothing_where_nothing_changes() -> None:
    kept = np.zeros((2, 20), np.float32)
    kept[0, 9:12] = 0.4
    seen = np.zeros((2, 30), np.float32)
    seen[0, 13:16] = 0.4
    fits = likeness(kept, seen, 11)
    assert fits.shape == (2, 11)
    assert fits[0].argmax() == 4
    assert fits[0].max() > 0.85
    assert not fits[1].any()


def faint(picture: Picture, share: float) -> Picture:
    """The picture with so much of its contrast on the left and above."""
    rows, columns = np.indices(picture.shape[:2])
    contrast = np.where(rows * 4 < columns * 3, share, np.where(rows * 4 + columns * 3 < 3840, share, 1.0))[..., None]
    return np.clip(110 + (picture.astype(np.float64) - 110) * contrast, 0, 255).astype(np.uint8)


def test_sides_too_faint_to_be_known_again_are_no_move_and_a_move_is_told_by_the_others(
    pane: Pane, reader: Reader
) -> None:
    empty = reader.empty.grid.rectify(faint(read_picture(SET / "empty.jpg"), 0.1))
    mount, picture = Mount(pane, reader.empty.grid, empty), faint(throw("004.jpg"), 0.1)
    assert mount.place(picture).way == "in place"
    assert mount.place(warped(picture, nudge(pane, 20, 10, 2.0))).way == "moved"
    assert mount.place(picture).way == "in place"


@pytest.mark.parametrize(("far", "ways"), [(0, {"in place"}), (12, {"moved", "followed"})])
def test_a_faint_border_in_noise_is_known_by_whole_sides(
    far: float, ways: set[str], pane: Pane, reader: Reader
) -> None:
    def soft(picture: Picture) -> Picture:
        return np.clip(110 + (picture.astype(np.float64) - 110) * 0.15, 0, 255).astype(np.uint8)

    mount = Mount(pane, reader.empty.grid, reader.empty.grid.rectify(soft(read_picture(SET / "empty.jpg"))))
    moved = soft(warped(throw("004.jpg"), nudge(pane, far, far, 0.0)))
    noisy = np.clip(moved + np.random.default_rng(5).normal(0, 7, moved.shape), 0, 255).astype(np.uint8)
    assert mount.place(noisy).way in ways


def pebbled(picture: Picture, pane: Pane, sides: int) -> Picture:
    """The picture with pebbles in the wood's own shade along some sides, each 1 mm on the wood: no border is left."""
    out, rng = picture.copy(), np.random.default_rng(3)
    for start, end in list(zip(pane.opening, np.roll(pane.opening, -1, axis=0), strict=True))[:sides]:
        inwards = pane.opening.mean(axis=0) - (start + end) / 2
        inwards /= np.linalg.norm(inwards)
        for along in np.linspace(0.02, 0.98, 80):
            radius, foot = rng.uniform(1, 10), start + along * (end - start)
            place, wood = np.rint(pane.to_px(np.array([foot + (radius - 1) * inwards, foot - 3.5 * inwards]))).astype(
                int
            )
            cv2.circle(out, place, round(radius * pane.scale), picture[wood[1], wood[0]].tolist(), -1)
    return out


@pytest.mark.parametrize("sides", [2, 3, 4])
@pytest.mark.parametrize(("far", "ways"), [(0, {"in place"}), (6, {"moved", "followed"})])
def test_wood_that_would_tell_a_nudge_tells_that_nothing_moved(
    sides: int, far: float, ways: set[str], pane: Pane, mount: Mount
) -> None:
    picture = warped(pebbled(throw("004.jpg"), pane, sides), nudge(pane, far, -far, 0.0))
    assert mount.place(picture).way in ways


def test_wood_that_is_the_same_after_a_nudge_tells_nothing(pane: Pane, reader: Reader) -> None:
    plain = np.full_like(reader.empty.picture, 120)
    assert Mount(pane, reader.empty.grid, reader.empty.picture).unmoved < 1.0
    assert Mount(pane, reader.empty.grid, plain).unmoved > 1.0

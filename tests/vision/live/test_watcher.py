"""When a throw is over: real frames and composed ones, stamps given in, no clock."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from tests.vision.conftest import DATA, SET
from vision.cameras.base import Frame
from vision.files import list_pictures, read_picture
from vision.geometry.pane import Pane
from vision.live.watcher import State, Throw, Watcher
from vision.picture import Picture
from vision.read import Reader
from vision.taught.wandset import WandSet

FPS = 15.0


@pytest.fixture(scope="module")
def small(pane: Pane, wands: WandSet) -> Reader:
    """Reads frames of 640 x 480."""
    return Reader(pane.scaled(640, 480), wands)


def shrunk(name: str) -> Picture:
    """A picture of the set at a quarter of its size."""
    picture = read_picture(SET / name)
    return np.asarray(cv2.resize(picture, (640, 480), interpolation=cv2.INTER_AREA), np.uint8)


class Play:
    """Feeds pictures with a little fresh noise, as a sensor delivers them."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher, self.number = watcher, 0
        self.rng = np.random.default_rng(5)
        self.settled: list[tuple[int, Throw]] = []

    def show(self, picture: Picture, seconds: float) -> list[Throw]:
        """Show one picture for so long; return what settled meanwhile."""
        found = []
        for _ in range(round(seconds * FPS)):
            noisy = picture.astype(np.int16) + self.rng.integers(-2, 3, picture.shape, dtype=np.int16)
            one = self.watcher.feed(Frame(np.clip(noisy, 0, 255).astype(np.uint8), self.number / FPS))
            if one is not None:
                found.append(one)
                self.settled.append((self.number, one))
            self.number += 1
        return found


@pytest.fixture()
def play(small: Reader) -> Play:
    """A fresh watcher."""
    return Play(Watcher(small))


def test_a_real_throw_settles_once_and_not_before_its_rest(small: Reader) -> None:
    tops = json.loads((DATA / "sequence" / "tops.json").read_text())
    watcher = Watcher(small)
    found = []
    for path in list_pictures(DATA / "sequence"):
        number = int(path.stem)
        settled = watcher.feed(Frame(read_picture(path), number / FPS))
        if settled is not None:
            found.append((number, settled))
    assert len(found) == 1
    number, settled = found[0]
    # All wands are at rest from frame 9 on; 0.3 s are 4.5 frames.
    assert number >= 14
    assert settled.reading.status == "ok"
    assert {c: w.top for c, w in settled.reading.wands.items()} == tops
    assert {w.movement for w in settled.reading.wands.values()} == {"thrown"}


def test_nothing_settles_before_the_rest_time(play: Play) -> None:
    play.show(shrunk("empty.jpg"), 1.0)
    assert play.show(shrunk("throws/004.jpg"), 0.25) == []
    assert len(play.show(shrunk("throws/004.jpg"), 0.5)) == 1


def test_a_throw_is_told_once(play: Play) -> None:
    play.show(shrunk("empty.jpg"), 0.6)
    assert len(play.show(shrunk("throws/004.jpg"), 3.0)) == 1


@pytest.mark.parametrize("first", ["throws/004.jpg", "teach/black_top2_kraft.jpg"])
def test_what_lies_there_at_first_sight_was_not_thrown(small: Reader, first: str) -> None:
    """A wand that was laid down to be taught, wands of the throw before after the eye was started anew."""
    play = Play(Watcher(small, ["red", "black", "white"], laid=True))
    assert play.show(shrunk(first), 7.0) == []
    assert len(play.show(shrunk("throws/018.jpg"), 1.0)) == 1, "what comes after that was"


def test_after_an_empty_pane_the_first_rest_is_a_throw(small: Reader) -> None:
    play = Play(Watcher(small, laid=True))
    play.show(shrunk("empty.jpg"), 0.6)
    assert len(play.show(shrunk("throws/004.jpg"), 1.0)) == 1


def test_a_late_roll_over_is_a_new_rest(play: Play) -> None:
    play.show(shrunk("empty.jpg"), 0.6)
    first = play.show(shrunk("throws/004.jpg"), 0.8)
    second = play.show(shrunk("throws/018.jpg"), 0.8)
    assert [len(first), len(second)] == [1, 1]
    assert first[0].reading != second[0].reading


def test_a_change_just_before_the_rest_time_begins_it_anew(play: Play) -> None:
    play.show(shrunk("empty.jpg"), 0.6)
    assert play.show(shrunk("throws/004.jpg"), 0.27) == []
    assert play.show(shrunk("throws/018.jpg"), 0.27) == []
    assert len(play.show(shrunk("throws/018.jpg"), 0.3)) == 1


def test_an_empty_pane_is_no_throw(play: Play) -> None:
    assert play.show(shrunk("empty.jpg"), 2.0) == []
    assert play.watcher.state is State.EMPTY
    assert play.watcher.status == "empty"


def _without(picture: Picture, colours: list[str], reader: Reader) -> Picture:
    """The picture with some wands taken away (the empty pane shows there)."""
    look = reader.read(picture)
    left, empty = picture.copy(), shrunk("empty.jpg")
    for found in look.found:
        if found.colour in colours:
            corners = reader.pane.to_px(found.outline.centred.corners(found.outline.length + 6, found.outline.side + 6))
            mask = np.zeros(picture.shape[:2], np.uint8)
            cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
            left[mask > 0] = empty[mask > 0]
    return left


def test_picking_wands_up_one_by_one_is_no_throw(play: Play, small: Reader) -> None:
    lying = shrunk("throws/004.jpg")
    play.show(shrunk("empty.jpg"), 0.6)
    assert len(play.show(lying, 0.8)) == 1
    assert play.watcher.lies
    one_gone = _without(lying, ["red"], small)
    two_gone = _without(lying, ["red", "white"], small)
    assert play.show(one_gone, 2.0) == []
    assert not play.watcher.lies, "what lies there is not what was told"
    assert play.show(two_gone, 2.0) == []
    assert play.show(shrunk("empty.jpg"), 1.0) == []


def test_wands_under_a_hand_that_goes_by_lie_as_before(play: Play, small: Reader) -> None:
    lying = shrunk("throws/004.jpg")
    play.show(shrunk("empty.jpg"), 0.6)
    assert len(play.show(lying, 0.8)) == 1
    play.show(_without(lying, ["red"], small), 0.1)
    assert not play.watcher.lies
    assert play.show(lying, 1.5) == []
    assert play.watcher.lies


def test_a_shadow_that_goes_by_changes_nothing(play: Play) -> None:
    lying = shrunk("throws/004.jpg")
    play.show(shrunk("empty.jpg"), 0.6)
    assert len(play.show(lying, 0.8)) == 1
    shade = lying.copy()
    shade[300:, :200] = (shade[300:, :200] * 0.6).astype(np.uint8)
    assert play.show(shade, 0.2) == []
    assert play.show(lying, 1.0) == []


def test_a_common_change_of_light_is_no_motion(play: Play) -> None:
    lying = shrunk("throws/004.jpg").astype(np.float32)
    play.show(shrunk("empty.jpg"), 0.6)
    found = []
    for step in range(12):
        found += play.show(np.clip(lying * (1 + 0.004 * step), 0, 255).astype(np.uint8), 1 / FPS)
    assert len(found) == 1


def _moved(picture: Picture, colour: str, shift: tuple[int, int], reader: Reader) -> Picture:
    """The picture with one wand pushed by so many pixels."""
    look = reader.read(picture)
    found = next(f for f in look.found if f.colour == colour)
    corners = reader.pane.to_px(found.outline.centred.corners(found.outline.length + 3, found.outline.side + 3))
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    place = np.array([[1, 0, shift[0]], [0, 1, shift[1]]], dtype=np.float32)
    size = (picture.shape[1], picture.shape[0])
    wand, where = cv2.warpAffine(picture, place, size), cv2.warpAffine(mask, place, size)
    left = _without(picture, [colour], reader)
    left[where > 0] = wand[where > 0]
    return left


def test_a_kept_wand_that_is_nudged_is_told(play: Play, small: Reader) -> None:
    lying = shrunk("throws/004.jpg")
    play.show(shrunk("empty.jpg"), 0.6)
    play.show(lying, 0.8)
    play.watcher.kept = frozenset(["red"])
    pushed = _moved(lying, "red", (10, 8), small)
    found = play.show(pushed, 1.5)
    assert len(found) == 1
    movements = {c: w.movement for c, w in found[0].reading.wands.items()}
    assert movements == {"red": "nudged", "black": "kept", "white": "kept"}


def test_a_wand_within_three_millimetres_is_kept(play: Play, small: Reader) -> None:
    lying = shrunk("throws/004.jpg")
    play.show(shrunk("empty.jpg"), 0.6)
    play.show(lying, 0.8)
    # Two pixels are 1.4 mm.
    assert play.show(_moved(lying, "red", (2, 0), small), 1.5) == []


def test_a_frozen_camera_is_noticed(small: Reader) -> None:
    watcher = Watcher(small)
    picture = shrunk("throws/004.jpg")
    for _ in range(6):
        assert watcher.feed(Frame(picture, 1.0)) is None
    assert watcher.state is State.FROZEN
    assert watcher.feed(Frame(shrunk("throws/018.jpg"), 2.0)) is None
    assert watcher.state is not State.FROZEN


def test_an_illegal_pane_must_lie_still_for_longer(play: Play) -> None:
    play.show(shrunk("empty.jpg"), 0.6)
    assert play.show(shrunk("throws/010.jpg"), 0.8) == []
    found = play.show(shrunk("throws/010.jpg"), 0.8)
    assert [s.reading.kind for s in found] == ["missing"]

"""One throw counts once, whatever the light does: recorded throws with spells in which little or nothing is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from msgspec import structs

from companion.protocol import Reading
from tests.vision.conftest import SET
from tests.vision.live import spells
from tests.vision.live.film import Film, recorded, still
from tests.vision.live.spells import BLIND, FPS, HALF, LIGHT, Rng, Spell, laid_over, noisy, put_in, watched
from tests.vision.scene.test_things import from_below, over
from vision.cameras.base import Frame
from vision.files import read_picture
from vision.geometry.pane import Pane
from vision.live.watcher import HELD_S, State, Throw, Watcher
from vision.picture import Picture
from vision.read import Reader
from vision.taught.wandset import WandSet

ALL: dict[str, Spell | None] = {**BLIND, **HALF, **LIGHT, "frozen": None}
SHOT = "throws/001.jpg"


@pytest.fixture(scope="module")
def small(pane: Pane, wands: WandSet) -> Reader:
    """Reads frames of 640 x 480."""
    return Reader(pane.scaled(640, 480), wands)


@pytest.fixture(scope="module")
def film() -> Film:
    """The recorded throw."""
    return recorded(np.random.default_rng(1))


def shrunk(name: str) -> Picture:
    """A picture of the set at a quarter of its size."""
    return np.asarray(cv2.resize(read_picture(SET / name), (640, 480), interpolation=cv2.INTER_AREA), np.uint8)


def spelled(pictures: list[Picture], name: str, at: int, count: int, rest: int, rng: Rng) -> list[Picture]:
    """The pictures with a spell; where something can be seen in it, wands fall on while it lasts."""
    spell = ALL[name]
    if spell is not None and name not in BLIND and at <= rest + 1:
        return list(laid_over(pictures, at, count, spell, rng))
    return list(put_in(pictures, at, count, spell, rng))


def is_the_throw(film: Film, told: list[Throw]) -> bool:
    """Whether just the throw of the film was told, rightly."""
    tops = [{colour: wand.top for colour, wand in one.reading.wands.items()} for one in told]
    return tops == [film.tops] and told[0].reading.status == "ok"


def with_chance(film: Film, seed: int) -> tuple[list[Picture], str]:
    """The film with one to three spells of up to two seconds anywhere, and what was done."""
    rng = np.random.default_rng(seed)
    pictures, done = film.pictures, []
    for _ in range(int(rng.integers(1, 4))):
        name = str(rng.choice(list(ALL)))
        at, count = int(rng.integers(3, len(pictures) - 14)), int(rng.integers(1, 30))
        pictures = spelled(pictures, name, at, count, film.rest, rng)
        done.append(f"{name} {count} at {at}")
    # A spell that was laid over the end is followed by light.
    return pictures + still(film.pictures[-1], 12, rng), ", ".join(done)


def test_the_film_itself_is_one_throw(small: Reader, film: Film) -> None:
    assert is_the_throw(film, watched(Watcher(small), iter(film.pictures)))


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("late", [-5, 3, 10])
def test_one_throw_counts_once(small: Reader, film: Film, name: str, late: int) -> None:
    """A spell of 0.6 s while the wands fly, in the moment of rest, and over wands that were told."""
    rng = np.random.default_rng(late + 20)
    pictures = spelled(film.pictures, name, film.rest + late, 9, film.rest, rng)
    assert is_the_throw(film, watched(Watcher(small), iter(pictures)))


@pytest.mark.parametrize("seed", range(6))
def test_spells_by_chance(small: Reader, film: Film, seed: int) -> None:
    pictures, done = with_chance(film, seed)
    assert is_the_throw(film, watched(Watcher(small), iter(pictures))), done


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 400))
def test_many_spells_by_chance(small: Reader, film: Film, seed: int) -> None:
    pictures, done = with_chance(film, seed)
    assert is_the_throw(film, watched(Watcher(small), iter(pictures))), done


class Play:
    """Shows pictures with fresh noise to a watcher."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher, self.number, self.rng = watcher, 0, np.random.default_rng(8)

    def show(self, picture: Picture, seconds: float, spell: Spell | None = None) -> list[Throw]:
        """Show a picture (in a spell) for so long; what settled."""
        told, count = [], round(seconds * FPS)
        for step in range(count):
            seen = noisy(picture, self.rng) if spell is None else spell(picture, step / count, self.rng)
            told.append(self.watcher.feed(Frame(seen, self.number / FPS)))
            self.number += 1
        return [one for one in told if one is not None]


@pytest.fixture()
def play(small: Reader) -> Play:
    """A watcher that has seen the empty pane."""
    made = Play(Watcher(small))
    assert made.show(shrunk("empty.jpg"), 0.8) == []
    return made


@pytest.mark.parametrize("name", BLIND)
def test_the_eye_says_that_it_sees_nothing_and_then_that_they_lie(play: Play, name: str) -> None:
    lying = shrunk(SHOT)
    assert len(play.show(lying, 0.8)) == 1
    assert play.show(lying, 0.5, BLIND[name]) == []
    assert (play.watcher.state, play.watcher.status, play.watcher.lies) == (State.BLIND, "blind", False)
    assert play.show(lying, 1.0) == []
    assert (play.watcher.status, play.watcher.lies) == ("ok", True)


def test_a_spell_of_five_seconds_over_wands_is_no_throw(play: Play) -> None:
    lying = shrunk(SHOT)
    assert len(play.show(lying, 0.8)) == 1
    assert play.show(lying, 5.0, BLIND["black"]) == []
    assert play.show(lying, 1.5) == []


def test_a_frozen_picture_is_blind_with_fresh_stamps_too(play: Play) -> None:
    lying = shrunk(SHOT)
    assert len(play.show(lying, 0.8)) == 1
    assert play.show(lying, 0.6, lambda picture, *_: picture) == []
    assert (play.watcher.state, play.watcher.status) == (State.FROZEN, "blind")
    assert play.show(lying, 1.0) == []
    assert play.watcher.status == "ok"


def test_a_picture_that_froze_while_wands_fell_is_no_rest(small: Reader, film: Film) -> None:
    watcher = Watcher(small)
    falling = list(put_in(film.pictures[: film.rest - 2], film.rest - 2, 0, None, np.random.default_rng(1)))
    assert watched(watcher, iter(falling + [falling[-1]] * 60)) == []
    assert watcher.state is State.FROZEN


def test_wands_thrown_anew_in_the_dark_are_one_new_throw(play: Play) -> None:
    assert len(play.show(shrunk("throws/004.jpg"), 0.8)) == 1
    assert play.show(shrunk(SHOT), 1.0, BLIND["dark"]) == []
    told = play.show(shrunk(SHOT), 2.0)
    assert [one.reading.status for one in told] == ["ok"]
    assert {wand.movement for wand in told[0].reading.wands.values()} == {"thrown"}


def test_wands_taken_up_in_the_dark_leave_an_empty_pane(play: Play) -> None:
    assert len(play.show(shrunk(SHOT), 0.8)) == 1
    assert play.show(shrunk("empty.jpg"), 1.0, BLIND["dark"]) == []
    assert play.show(shrunk("empty.jpg"), 1.0) == []
    assert play.watcher.status == "empty"
    assert len(play.show(shrunk(SHOT), 0.8)) == 1


@pytest.mark.parametrize("factor", [0.4, 0.7, 1.3, 1.8])
def test_a_lamp_switched_over_wands_is_no_throw(play: Play, factor: float) -> None:
    lying = shrunk(SHOT)
    assert len(play.show(lying, 0.8)) == 1
    assert play.show(lying, 2.0, spells.gain(lambda _: factor)) == []
    assert play.show(lying, 1.0) == []


def _through_the_arm(small: Reader, picture: Picture, width: float) -> Picture:
    return over(small, picture, from_below(small, width, 120))


@pytest.mark.parametrize("seconds", [0.5, 3.0, 8.0])
def test_a_still_hand_is_no_rest_and_the_throw_is_told_once_it_is_gone(
    play: Play, small: Reader, seconds: float
) -> None:
    lying = shrunk("throws/015.jpg")
    assert play.show(_through_the_arm(small, lying, 55), seconds) == []
    assert play.watcher.status == "moving"
    assert len(play.show(lying, 2.0)) == 1
    assert play.show(_through_the_arm(small, lying, 55), 1.0) == []
    assert play.show(lying, 2.0) == []


def _swaying(small: Reader, picture: Picture, width: float) -> Callable[[int], Picture]:
    ways = [over(small, picture, [(x + 6 * k, y) for x, y in from_below(small, width, 120)]) for k in range(3)]
    return lambda number: ways[number // 4 % 3]


def test_a_hand_that_moves_behind_wands_at_rest_is_no_rest(play: Play, small: Reader) -> None:
    lying = shrunk("throws/015.jpg")
    shown = _swaying(small, lying, 55)
    assert [one for k in range(45) for one in play.show(shown(k), 1 / FPS)] == []
    assert len(play.show(lying, 2.0)) == 1


def test_a_body_that_sways_behind_wands_does_not_block(play: Play, small: Reader) -> None:
    shown = _swaying(small, shrunk("throws/015.jpg"), 170)
    assert len([one for k in range(45) for one in play.show(shown(k), 1 / FPS)]) == 1


def test_a_strap_over_the_pane_does_not_block_for_ever(play: Play, small: Reader) -> None:
    told = play.show(_through_the_arm(small, shrunk("throws/015.jpg"), 55), HELD_S + 2)
    assert len(told) == 1
    assert told[0].number / FPS > HELD_S


def test_a_hand_over_all_wands_forgets_nothing(play: Play, small: Reader) -> None:
    lying = shrunk(SHOT)
    assert len(play.show(lying, 0.8)) == 1
    middle = [(x, y) for x, y in small.pane.opening * 0.8 + small.pane.opening.mean(axis=0) * 0.2]
    everything = cv2.fillPoly(
        lying.copy(), [np.round(small.pane.to_px(np.array(middle))).astype(np.int32)], (96, 124, 186)
    )
    assert play.show(np.asarray(everything, np.uint8), 2.0) == []
    assert play.watcher.status != "empty"
    assert play.show(lying, 2.0) == []


@pytest.mark.parametrize("lost", ["red", "white"])
def test_a_reading_that_misses_a_wand_which_lies_there_is_no_throw(
    play: Play, small: Reader, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    """Another light made the reader lose one wand and see the others elsewhere."""
    lying = shrunk(SHOT)
    assert len(play.show(lying, 0.8)) == 1
    other = small.read(shrunk("throws/015.jpg"))
    wrong = replace(
        other,
        reading=Reading("invalid", "missing", {c: w for c, w in other.reading.wands.items() if c != lost}),
        found=tuple(f for f in other.found if f.colour != lost),
    )
    monkeypatch.setattr(small, "read", lambda *_: wrong)
    assert play.show(lying, 2.0, spells.gain(lambda _: 0.7)) == []
    monkeypatch.undo()
    assert play.show(lying, 1.0) == []
    assert play.watcher.status == "ok"


def test_a_doubt_that_better_light_would_clear_is_not_told_again(
    play: Play, small: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    lying = shrunk(SHOT)
    sure = small.read(lying)
    monkeypatch.setattr(small, "read", lambda *_: replace(sure, reading=structs.replace(sure.reading, status="unsure")))
    assert [one.reading.status for one in play.show(lying, 0.8)] == ["unsure"]
    monkeypatch.undo()
    assert play.show(lying, 2.0, spells.gain(lambda _: 1.2)) == []

"""Guided teaching: nine wands laid down are nine pictures; what is wrong is said, asked again, and never for ever."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from companion.protocol import Face
from tests.vision.conftest import SET
from tests.vision.setup.guided.film import Film, picture
from tests.vision.setup.mistakes import blurred, warped
from vision.geometry.pane import Pane
from vision.picture import Picture
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import MOST_TRIES, at_once
from vision.setup.guided.wands import Teaching
from vision.setup.shots import GERMAN, NAME
from vision.taught.wandset import FACES, WandSet, WandSetFile, wandset_of

COLOURS = ["black", "red", "white"]


def faces() -> dict[tuple[str, Face], tuple[int, str]]:
    """Of each wand and face: its value and its picture."""
    found: dict[tuple[str, Face], tuple[int, str]] = {}
    for path in (SET / "teach").iterdir():
        match = NAME.match(path.name)
        assert match is not None
        found[match["colour"], GERMAN[match["face"]]] = int(match["top"]), f"teach/{path.name}"
    return found


FACES_SHOWN = faces()


def teaching(pane: Pane, folder: Path, known: WandSet | None = None, only: str | None = None) -> Film:
    """A teaching with the bare pane taken, unless the folder holds it."""
    film = Film(Teaching(pane, COLOURS, Shelf(folder), at_once, known, only))
    if film.step.told().phase == "asking" and film.step.told().ask.code == "teach-empty":
        film.show(picture("empty.jpg"))
        film.tap("take")
        film.show(picture("empty.jpg"))
    return film


def lay(film: Film, shown: Picture | None = None) -> tuple[str, Face]:
    """Answer what is asked and lay what is asked for."""
    task = film.step.told()
    assert task.wand is not None and task.face is not None, task
    value, name = FACES_SHOWN[task.wand, task.face]
    if task.phase == "asking":
        film.tap("value", value)
    film.show(picture(name) if shown is None else shown)
    return task.wand, task.face


def test_nine_wands_laid_down_are_nine_pictures_and_teach(pane: Pane, tmp_path: Path) -> None:
    film = teaching(pane, tmp_path)
    taps = 0
    for number in range(9):
        task = film.step.told()
        assert (task.done, task.wanted) == (number, 9)
        taps += task.phase == "asking"
        lay(film)
        if number < 8:
            assert film.step.told().done == number + 1, film.said
    assert taps == 6, "two values a wand are told, the third is what is left"
    task = film.step.told()
    assert (task.phase, task.done) == ("done", 9), film.said
    assert task.names == sorted(["empty.jpg", *(f"{c}_top{FACES_SHOWN[c, f][0]}_{f}.jpg" for c, f in FACES_SHOWN)])
    assert film.step.learnt is not None and film.step.learnt.name == "wands.json"
    taught = wandset_of(msgspec.json.decode(film.step.learnt.content, type=WandSetFile))
    assert {(w.colour, f.face): f.top for w in taught.wands for f in w.faces} == {
        key: value for key, (value, _) in FACES_SHOWN.items()
    }


def test_a_wand_in_a_hand_is_not_taken_until_it_rests(pane: Pane, tmp_path: Path) -> None:
    film = teaching(pane, tmp_path)
    name = FACES_SHOWN["black", "power"][1]
    film.tap("value", FACES_SHOWN["black", "power"][0])
    for number in range(12):
        film.show(np.roll(picture(name), 6 * number, axis=1), 0.2)
        assert film.step.told().done == 0
    film.show(picture(name))
    assert film.step.told().done == 1


WRONG = [
    (lambda p: blurred(p), "blurred"),
    (lambda p: np.full_like(p, 12), "dark"),
    (lambda p: np.full_like(p, 255), "washed"),
    (lambda p: warped(180, 1, 0, 0)(p), "not the same view"),
    (lambda p: np.minimum(p, picture(FACES_SHOWN["red", "fate"][1])), "two wands"),
]


@pytest.mark.parametrize(("edit", "said"), WRONG)
def test_a_wrong_picture_is_said_then_a_right_one_taken(pane: Pane, tmp_path: Path, edit: object, said: str) -> None:
    assert callable(edit)
    film = teaching(pane, tmp_path)
    wand, face = lay(film, edit(picture(FACES_SHOWN["black", "power"][1])))
    assert film.step.told().done == 0 and said in film.said and not film.step.told().good
    film.show(picture("empty.jpg"))
    lay(film)
    assert film.step.told().done == 1 and film.step.told().good
    assert (wand, face) == ("black", "power")


def test_the_same_wrong_picture_is_not_asked_for_ever(pane: Pane, tmp_path: Path) -> None:
    film = teaching(pane, tmp_path)
    bad = blurred(picture(FACES_SHOWN["black", "power"][1]))
    for number in range(MOST_TRIES):
        assert film.step.told().phase != "stuck"
        lay(film, np.roll(bad, 12 * number, axis=0))
    task = film.step.told()
    assert task.phase == "stuck" and task.choices == ["more", "over", "stop"]
    film.show(picture(FACES_SHOWN["black", "power"][1]))
    assert film.step.told().done == 0, "nothing is taken before somebody has chosen"
    film.tap("more")
    film.show(picture(FACES_SHOWN["black", "power"][1]))
    assert film.step.told().done == 1


def test_exchanged_values_are_found_when_the_wand_is_whole(pane: Pane, tmp_path: Path) -> None:
    film = teaching(pane, tmp_path)
    power, magic = FACES_SHOWN["black", "power"], FACES_SHOWN["black", "magic"]
    for value, (_, name) in ((magic[0], power), (power[0], magic), (None, FACES_SHOWN["black", "fate"])):
        if value is not None:
            film.tap("value", value)
        film.show(picture(name))
    assert "look exchanged" in film.said
    assert film.step.told().done == 1, "the two pictures are asked for again, the third is kept"
    lay(film)
    lay(film)
    assert film.step.told().done == 3 and film.step.told().good


def test_another_wand_than_the_one_asked_for_is_found(pane: Pane, tmp_path: Path) -> None:
    film = teaching(pane, tmp_path)
    for _ in range(3):
        lay(film)
    for face in FACES:
        value, name = FACES_SHOWN["black", face]
        if film.step.told().phase == "asking":
            film.tap("value", value)
        film.show(np.roll(picture(name), 3, axis=1))
        film.show(picture("empty.jpg"))
    assert film.step.told().done == 3 and not film.step.told().good
    assert "black" in film.said or "red" in film.said


def test_it_is_left_and_gone_on_with(pane: Pane, tmp_path: Path) -> None:
    film = teaching(pane, tmp_path)
    for _ in range(4):
        lay(film)
    film.tap("value", FACES_SHOWN["red", "magic"][0])
    again = Film(Teaching(pane, COLOURS, Shelf(tmp_path), at_once))
    task = again.step.told()
    assert (task.done, task.wand, task.face, task.top) == (4, "red", "magic", FACES_SHOWN["red", "magic"][0])
    assert task.phase == "waiting"
    for _ in range(5):
        lay(again)
    assert again.step.told().phase == "done"


def test_one_wand_anew_asks_for_no_values(pane: Pane, wands: WandSet, tmp_path: Path) -> None:
    film = teaching(pane, tmp_path, wands, "red")
    for number in range(3):
        task = film.step.told()
        assert (task.wand, task.wanted, task.done, task.phase) == ("red", 3, number, "waiting")
        lay(film)
    assert film.step.learnt is not None
    taught = wandset_of(msgspec.json.decode(film.step.learnt.content, type=WandSetFile))
    assert taught.colours == wands.colours


def test_from_the_beginning_forgets_all(pane: Pane, tmp_path: Path) -> None:
    film = teaching(pane, tmp_path)
    lay(film)
    film.tap("over")
    assert film.step.told().done == 0 and film.step.told().ask.code == "teach-empty"
    assert not list(tmp_path.glob("*.jpg"))


def test_other_values_drop_the_pictures_that_had_them(pane: Pane, tmp_path: Path) -> None:
    film = teaching(pane, tmp_path)
    lay(film)
    film.tap("value", FACES_SHOWN["black", "magic"][0])
    film.tap("values")
    task = film.step.told()
    assert (task.done, task.phase, task.face) == (0, "asking", "power")
    assert task.choices == ["value:0", "value:1", "value:2"]

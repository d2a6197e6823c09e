"""Guided calibration: views of the printed board count themselves; what is wrong is said, and the pane comes out."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np

from tests.vision.setup.guided.film import Film, picture
from vision.geometry.pane import Pane, PaneFile, pane_of
from vision.setup.guided.boards import Calibrating
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import MOST_TRIES, at_once

VIEWS = [f"charuco_{n}.jpg" for n in (1, 2, 3, 4)]


def calibrating(folder: Path) -> Film:
    """A calibration that begins, or goes on with what the folder holds."""
    return Film(Calibrating(Shelf(folder), at_once))


def counted(film: Film) -> int:
    """How many views count."""
    return film.step.told().done


def test_four_views_and_that_is_enough_give_the_pane(pane: Pane, tmp_path: Path) -> None:
    film = calibrating(tmp_path)
    asked = []
    for number, name in enumerate(VIEWS):
        asked.append(film.step.told().ask.code)
        film.show(picture(name))
        assert counted(film) == number + 1, film.said
    assert asked == ["board-flat", "board-tilt", "board-other", "board-corner"]
    task = film.step.told()
    assert task.wanted == 6 and "enough" in task.choices and len(task.outlines) == 4
    film.tap("enough")
    assert film.step.told().phase == "done", film.said
    assert film.step.learnt is not None and film.step.learnt.name == "pane.json"
    found = pane_of(msgspec.json.decode(film.step.learnt.content, type=PaneFile))
    assert np.abs(found.opening - pane.opening).max() < 0.5


def test_a_board_that_is_held_still_counts_once(tmp_path: Path) -> None:
    film = calibrating(tmp_path)
    film.show(picture(VIEWS[0]), 5.0)
    assert counted(film) == 1
    film.show(picture("empty.jpg"))
    film.show(picture(VIEWS[0]))
    assert counted(film) == 1 and film.said == "board-same"


def test_the_flat_view_is_demanded(tmp_path: Path) -> None:
    film = calibrating(tmp_path)
    film.show(picture(VIEWS[1]))
    film.show(picture(VIEWS[2]))
    film.show(picture(VIEWS[3]))
    film.show(np.roll(picture(VIEWS[1]), 50, axis=1))
    film.tap("enough")
    assert film.step.learnt is None and film.said
    assert not film.step.told().good


def test_a_flat_one_is_asked_for_when_none_was(tmp_path: Path) -> None:
    film = calibrating(tmp_path)
    step = film.step
    assert isinstance(step, Calibrating)
    for name in VIEWS:
        film.show(picture(name))
    step._disagree("the flat picture is missing: add one with the board lying flat on the pane, print downwards")
    assert (step.told().ask.code, step.told().wanted, step.told().done) == ("board-flat", 5, 4)


def test_one_that_is_hardly_tilted_does_not_count(tmp_path: Path) -> None:
    film = calibrating(tmp_path)
    film.show(picture(VIEWS[0]))
    film.show(np.roll(picture(VIEWS[0]), 60, axis=1))
    assert counted(film) == 1 and film.said == "board-level"


def test_hands_and_the_empty_pane_are_no_refusals(tmp_path: Path) -> None:
    film = calibrating(tmp_path)
    for number in range(MOST_TRIES + 2):
        film.show(np.roll(picture("empty.jpg"), 40 * number, axis=1))
    assert film.step.told().phase == "waiting" and film.said == "board-unseen"


def test_mirrored_and_dark_pictures_say_so_and_are_not_asked_for_ever(tmp_path: Path) -> None:
    film = calibrating(tmp_path)
    film.show(np.ascontiguousarray(picture(VIEWS[0])[:, ::-1]))
    assert "mirrored" in film.said
    film.show(np.asarray(picture(VIEWS[0]) // 8, dtype=np.uint8))
    assert film.said == "dark"
    film.show(np.ascontiguousarray(picture(VIEWS[1])[:, ::-1]))
    assert film.step.told().phase == "stuck" and "corners" in film.step.told().choices
    film.tap("more")
    film.show(picture(VIEWS[0]))
    assert counted(film) == 1


def test_a_camera_that_was_moved_between_views_is_found_and_all_begins_anew(tmp_path: Path) -> None:
    film = calibrating(tmp_path)
    for name in VIEWS[:3]:
        film.show(picture(name))
    film.show(np.roll(picture(VIEWS[3]), 25, axis=0))
    assert counted(film) == 4
    film.tap("enough")
    assert film.step.learnt is None and "take all pictures anew" in film.said
    assert counted(film) == 0
    for name in VIEWS:
        film.show(picture(name))
    film.tap("enough")
    assert film.step.told().phase == "done", film.said


def test_it_is_left_and_gone_on_with(tmp_path: Path) -> None:
    film = calibrating(tmp_path)
    for name in VIEWS[:3]:
        film.show(picture(name))
    again = calibrating(tmp_path)
    assert counted(again) == 3
    again.show(picture(VIEWS[3]))
    again.tap("enough")
    assert again.step.told().phase == "done", again.said


def test_from_the_beginning_forgets_all(tmp_path: Path) -> None:
    film = calibrating(tmp_path)
    film.show(picture(VIEWS[0]))
    film.tap("over")
    assert counted(film) == 0 and not list(tmp_path.glob("*.jpg"))

"""What all guided steps share: what rests and is new is taken once, slow work is waited for, refusals end."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.protocol import EyeOrder, EyeTask, Said, Taught
from tests.vision.setup.guided.film import Film
from vision.cameras.base import Frame
from vision.errors import PaneError
from vision.picture import Picture
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import MOST_TRIES, Runner, Step, at_once, line

NO = Said("board-same")


class Trying(Step):
    """Takes what it wants, and remembers what grey it was."""

    def __init__(self, folder: Path, run: Runner = at_once) -> None:
        super().__init__(Shelf(folder), run)
        self.taken: list[int] = []
        self.willing = True

    def told(self) -> EyeTask:
        return EyeTask("calibrate", "waiting", len(self.taken), 6, Said("board-flat"), self.last, self.good)

    def order(self, order: EyeOrder) -> None:
        """Nobody taps."""

    def wants(self, frame: Frame) -> bool:
        return self.willing

    def take(self, frame: Frame) -> None:
        self.taken.append(int(frame.picture[0, 0, 0]))


class Later:
    """A runner whose work is done when a test says so."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Callable[[], Any], Future[Any]]] = []

    def __call__(self, work: Callable[[], Any]) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((work, future))
        return future

    def done(self) -> None:
        """The oldest work comes to its end."""
        work, future = self.waiting.pop(0)
        try:
            future.set_result(work())
        except Exception as error:
            future.set_exception(error)


@pytest.fixture
def later() -> Later:
    """Slow work."""
    return Later()


@pytest.fixture
def step(tmp_path: Path) -> Trying:
    """With work that is done at once."""
    return Trying(tmp_path)


def grey(level: int) -> Picture:
    """An even picture."""
    return np.full((96, 128, 3), level, np.uint8)


def failing() -> None:
    raise PaneError("one.jpg: nothing is to be seen")


def test_what_rests_is_taken_once_and_again_when_something_else_rests(step: Trying) -> None:
    film = Film(step)
    film.show(grey(100), 3.0)
    assert step.taken == [100]
    film.show(grey(150), 0.3)
    assert step.taken == [100], "it does not rest yet"
    film.show(grey(150))
    film.show(grey(100))
    assert step.taken == [100, 150, 100]


def test_what_moves_is_not_taken(step: Trying) -> None:
    film = Film(step)
    for level in range(80, 200, 10):
        film.show(grey(level), 0.3)
    assert step.taken == []


def test_what_is_not_wanted_now_is_taken_when_it_is(step: Trying) -> None:
    film = Film(step)
    step.willing = False
    film.show(grey(100))
    assert step.taken == []
    step.willing = True
    film.show(grey(100), 0.1)
    assert step.taken == [100]


def test_a_picture_that_is_forced_need_neither_rest_nor_be_new(step: Trying) -> None:
    film = Film(step)
    film.show(grey(100))
    step.force()
    film.show(grey(100))
    assert step.taken == [100, 100], "the next one, and no more"
    step.force()
    film.show(grey(150), 0.1)
    assert step.taken == [100, 100, 150]
    film.show(grey(150))
    assert step.taken == [100, 100, 150], "what was forced is dealt with"


def test_what_is_forced_waits_until_it_is_wanted(step: Trying) -> None:
    film = Film(step)
    step.willing = False
    step.force()
    film.show(grey(100), 0.2)
    step.willing = True
    film.show(grey(100), 0.1)
    assert step.taken == [100]


@pytest.mark.parametrize(("level", "code"), [(10, "dark"), (255, "washed")])
def test_a_picture_that_tells_nothing_is_refused_and_said_once(step: Trying, level: int, code: str) -> None:
    film = Film(step)
    film.show(grey(level), 3.0)
    assert (step.taken, film.said, step.good, step.tries) == ([], code, False, 1)


def test_a_mirrored_lamp_is_no_reason_to_refuse(step: Trying) -> None:
    lamp = grey(100)
    lamp[:8, :8] = 255
    Film(step).show(lamp)
    assert step.taken == [255] and step.last is None


def test_a_step_that_is_done_takes_nothing_more(step: Trying) -> None:
    step.learnt = Taught("pane.json", "{}")
    step.force()
    Film(step).show(grey(100))
    assert step.taken == []


def test_after_some_refusals_in_a_row_nothing_is_taken_until_somebody_says_to_go_on(step: Trying) -> None:
    film = Film(step)
    for _ in range(MOST_TRIES):
        assert not step.stuck
        step.refuse(NO)
    assert step.stuck and (step.last, step.good) == (NO, False)
    step.force()
    film.show(grey(100))
    assert step.taken == []
    step.go_on()
    assert not step.stuck
    film.show(grey(100), 0.1)
    assert step.taken == [100]


def test_to_go_on_is_to_look_at_the_same_picture_once_more(step: Trying) -> None:
    film = Film(step)
    film.show(grey(100))
    step.go_on()
    film.show(grey(100))
    assert step.taken == [100, 100]


def test_a_picture_that_counts_ends_a_row_of_refusals(step: Trying) -> None:
    for _ in range(MOST_TRIES - 1):
        step.refuse(NO)
    step.keep(Said("board-kept"))
    assert (step.last, step.good) == (Said("board-kept"), True)
    step.refuse(NO)
    assert not step.stuck


def test_pictures_that_do_not_fit_together_are_counted_though_each_of_them_is_good(step: Trying) -> None:
    for number in range(MOST_TRIES):
        assert not step.stuck
        step.keep(Said("board-kept", {"count": number}))
        step.refuse_all(NO)
        assert (step.last, step.good, step.tries) == (NO, False, 0)
    assert step.stuck
    step.go_on()
    assert not step.stuck and step.rounds == 0


def test_slow_work_is_waited_for_and_nothing_is_taken_meanwhile(tmp_path: Path, later: Later) -> None:
    step, found = Trying(tmp_path, later), list[int]()
    film = Film(step)
    step.work(lambda: 6 * 7, found.append)
    assert step.checking
    film.show(grey(100))
    assert step.taken == [] and found == []
    later.done()
    assert found == [], "it is gone on with when a frame comes"
    film.show(grey(100), 0.1)
    assert found == [42] and not step.checking and step.taken == [100]
    step.settle()
    assert found == [42]


def test_what_is_done_at_once_is_gone_on_with_at_once(step: Trying) -> None:
    found = list[int]()
    step.work(lambda: 1, lambda first: step.work(lambda: first + 1, found.append))
    assert found == [2] and not step.checking


def test_work_that_leads_to_more_work_is_still_under_way(tmp_path: Path, later: Later) -> None:
    step, found = Trying(tmp_path, later), list[int]()
    step.work(lambda: 1, lambda first: step.work(lambda: first + 1, found.append))
    later.done()
    step.settle()
    assert step.checking and found == []
    later.done()
    step.settle()
    assert not step.checking and found == [2]


def test_work_that_fails_is_told_as_what_is_wrong_with_the_picture(tmp_path: Path, later: Later) -> None:
    step, found = Trying(tmp_path, later), list[int]()
    step.work(failing, found.append)
    later.done()
    step.settle()
    assert (step.last, step.good, step.tries) == (line("one.jpg: nothing is to be seen"), False, 1)
    assert found == [] and not step.checking


def test_a_mistake_of_the_program_is_not_told_as_one_of_the_picture(tmp_path: Path, later: Later) -> None:
    step = Trying(tmp_path, later)
    step.work(lambda: 1 // 0, print)
    later.done()
    with pytest.raises(ZeroDivisionError):
        step.settle()
    assert step.last is None and not step.checking


def test_work_at_once_gives_what_came_of_it_or_the_error_of_the_eye() -> None:
    assert at_once(lambda: 42).result(0) == 42
    assert isinstance(at_once(failing).exception(0), PaneError)
    with pytest.raises(ZeroDivisionError):
        at_once(lambda: 1 // 0)


def test_a_sentence_of_the_checks_is_handed_on_as_it_is() -> None:
    assert line("1.jpg: {odd}") == Said("line", {"text": "1.jpg: {odd}"})

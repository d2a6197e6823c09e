"""Ten throws on trial: what the eye says, what people say of it, and what is left of it when they come back."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from companion.protocol import EyeDo, EyeOrder, Kind, Reading, Status, WandReading
from vision.cameras.base import Frame
from vision.live.trial import WANTED, Trial, values_of
from vision.setup.guided.shelf import Shelf
from vision.setup.guided.step import at_once

SURE, DOUBT = WandReading(0, "magic", True, [0], []), WandReading(None, "fate", False, [1, 2], [])
RIGHT: EyeDo = "right"
WRONG: EyeDo = "wrong"


def reading(status: Status = "ok", kind: Kind | None = None, **wands: WandReading) -> Reading:
    return Reading(status, kind, wands or {"red": SURE})


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    return Trial(Shelf(tmp_path / "trial"), at_once)


def tap(trial: Trial, do: EyeDo) -> None:
    trial.order(EyeOrder(1, do))


def answered(trial: Trial, *answers: EyeDo) -> None:
    """A throw for each, and what people say of it."""
    for do in answers:
        trial.threw(reading())
        tap(trial, do)


def counts(trial: Trial) -> tuple[int, int, int]:
    """Right, wrong and doubted throws."""
    return trial.right, trial.wrong, trial.doubts


def kept(trial: Trial) -> dict[str, int]:
    """What is there for the next time."""
    return trial.shelf.notes()


def test_it_begins_with_a_throw_to_make(trial: Trial) -> None:
    task = trial.told()
    assert (task.job, task.phase, task.ask.code, task.choices) == ("trial", "waiting", "trial-throw", ["toss"])
    assert (task.done, task.wanted, task.last, task.values) == (0, WANTED, None, {})


def test_a_throw_that_was_read_is_shown_and_asked_about_and_counts_nothing_yet(trial: Trial) -> None:
    trial.threw(reading("unsure"))
    trial.threw(reading(red=SURE, black=DOUBT))
    task = trial.told()
    assert (task.phase, task.ask.code, task.choices) == ("asking", "trial-right", ["right", "wrong"])
    assert task.values == {"red": [0], "black": [1, 2]}
    assert (task.last, task.done) == (None, 1)


@pytest.mark.parametrize(("do", "said", "good"), [("right", "trial-yes", True), ("wrong", "trial-no", False)])
def test_people_say_whether_it_is_so(trial: Trial, do: EyeDo, said: str, good: bool) -> None:
    trial.threw(reading())
    tap(trial, do)
    task = trial.told()
    assert task.last is not None and (task.last.code, task.good) == (said, good)
    assert (task.phase, task.done, task.values) == ("waiting", 1, {})
    assert counts(trial) == (int(good), int(not good), 0)


@pytest.mark.parametrize(
    ("status", "kind", "said", "doubts"),
    [
        ("unsure", None, "trial-doubt", 1),
        ("unsure", "moved", "trial-doubt", 1),
        ("invalid", "moved", "trial-moved", 0),
        ("invalid", "stacked", "trial-none", 0),
        ("invalid", None, "trial-none", 0),
        ("blind", None, "trial-none", 0),
    ],
)
def test_what_is_not_read_is_said_and_of_it_doubts_alone_count(
    trial: Trial, status: Status, kind: Kind | None, said: str, doubts: int
) -> None:
    answered(trial, "right")
    trial.threw(reading(status, kind))
    task = trial.told()
    assert task.last is not None and task.last.code == said and not task.good
    assert (task.phase, task.values) == ("waiting", {})
    assert counts(trial) == (1, 0, doubts)


@pytest.mark.parametrize("status", ["unsure", "invalid"])
def test_a_throw_that_is_not_read_takes_the_place_of_the_one_that_was_asked_about(trial: Trial, status: Status) -> None:
    trial.threw(reading())
    trial.threw(reading(status))
    tap(trial, "right")
    assert counts(trial)[:2] == (0, 0)


def test_another_throw_before_the_answer_is_the_one_that_is_asked_about(trial: Trial) -> None:
    trial.threw(reading(red=SURE))
    trial.threw(reading(black=DOUBT))
    assert trial.told().values == {"black": [1, 2]}
    tap(trial, "wrong")
    assert counts(trial) == (0, 1, 0)


def test_an_answer_counts_once(trial: Trial) -> None:
    trial.threw(reading())
    tap(trial, "right")
    tap(trial, "right")
    tap(trial, "wrong")
    assert counts(trial) == (1, 0, 0)


@pytest.mark.parametrize("do", ["toss", "lay", "take", "enough", "stop", "lock", "begin"])
def test_other_orders_are_no_answer(trial: Trial, do: EyeDo) -> None:
    answered(trial, "right")
    trial.threw(reading())
    before = trial.told()
    tap(trial, do)
    assert trial.told() == before and counts(trial) == (1, 0, 0)


@pytest.mark.parametrize(
    ("right", "wrong", "end"),
    [(10, 0, "trial-done"), (7, 0, "trial-done"), (0, 0, "trial-done"), (9, 1, "trial-wrong")],
)
def test_after_ten_throws_the_score_is_told_and_one_wrong_throw_is_too_many(
    trial: Trial, right: int, wrong: int, end: str
) -> None:
    doubts = WANTED - right - wrong
    for _ in range(doubts):
        trial.threw(reading("unsure"))
    answered(trial, *[RIGHT] * right, *[WRONG] * wrong)
    task = trial.told()
    assert (task.phase, task.done, task.choices) == ("done", WANTED, ["over"])
    assert task.ask.code == end and task.ask.values == {"right": right, "wrong": wrong, "doubts": doubts}


def test_nine_throws_are_not_enough(trial: Trial) -> None:
    answered(trial, *[RIGHT] * (WANTED - 1))
    trial.threw(reading("invalid"))
    assert (trial.told().phase, trial.told().done) == ("waiting", WANTED - 1)


@pytest.mark.parametrize("status", ["ok", "unsure", "invalid"])
def test_a_throw_after_the_tenth_changes_nothing(trial: Trial, status: Status) -> None:
    answered(trial, *[RIGHT] * WANTED)
    before = trial.told()
    trial.threw(reading(status, "moved"))
    tap(trial, "wrong")
    assert trial.told() == before and counts(trial) == (WANTED, 0, 0)


def test_each_judgement_is_kept_as_soon_as_it_is_made(trial: Trial) -> None:
    trial.threw(reading())
    assert kept(trial) == {}
    tap(trial, "right")
    assert kept(trial) == {"right": 1, "wrong": 0, "doubts": 0}
    answered(trial, "wrong")
    trial.threw(reading("unsure"))
    assert kept(trial) == {"right": 1, "wrong": 1, "doubts": 1}


def test_who_comes_back_goes_on_and_is_not_asked_of_a_throw_that_lies_there_no_more(trial: Trial) -> None:
    answered(trial, "right", "right", "wrong")
    trial.threw(reading("unsure"))
    trial.threw(reading())
    again = Trial(trial.shelf, at_once)
    assert counts(again) == (2, 1, 1)
    assert (again.told().phase, again.told().done, again.told().last) == ("waiting", 4, None)


@pytest.mark.parametrize(
    ("notes", "found"),
    [
        ({"right": 3}, (3, 0, 0)),
        ({"wrong": 1, "doubts": 2}, (0, 1, 2)),
        ({"right": 20, "other": 5}, (20, 0, 0)),
    ],
)
def test_notes_that_lack_something_or_say_too_much_are_gone_on_with(
    trial: Trial, notes: dict[str, int], found: tuple[int, int, int]
) -> None:
    trial.shelf.note(notes)
    again = Trial(trial.shelf, at_once)
    assert counts(again) == found
    assert again.told().done == min(sum(found), WANTED)


def test_notes_that_nobody_can_read_are_none(trial: Trial) -> None:
    trial.shelf.note({"right": 1})
    (trial.shelf.folder / "notes.json").write_text('{"right": "many"}')
    assert counts(Trial(trial.shelf, at_once)) == (0, 0, 0)


def test_from_the_beginning_nothing_is_left_of_it(trial: Trial) -> None:
    answered(trial, "right", "wrong")
    trial.threw(reading("unsure"))
    trial.threw(reading())
    tap(trial, "over")
    assert trial.told().phase == "waiting" and trial.told().last is None
    assert counts(trial) == (0, 0, 0) and not trial.shelf.folder.exists()
    assert counts(Trial(trial.shelf, at_once)) == (0, 0, 0)
    answered(trial, "right")
    assert kept(trial) == {"right": 1, "wrong": 0, "doubts": 0}


def test_frames_are_no_throws_and_none_is_taken(trial: Trial) -> None:
    """A picture at rest, which any other step would take."""
    before, frame = trial.told(), Frame(np.full((96, 128, 3), 128, np.uint8), 1.0)
    trial.force()
    for number in range(30):
        trial.feed(Frame(frame.picture, 1 + number / 10))
    trial.take(frame)
    assert trial.told() == before and not trial.wants(frame)
    assert not trial.shelf.folder.exists()


@pytest.mark.parametrize(
    ("wand", "values"),
    [
        (WandReading(2, "power", True, [2], []), [2]),
        (WandReading(0, "power", True, [0, 1], []), [0]),
        (WandReading(1, "power", False, [1, 2], []), [1, 2]),
        (WandReading(None, "power", True, [0, 2], []), [0, 2]),
        (WandReading(None, None, False, [], []), []),
    ],
)
def test_a_wand_shows_its_value_where_it_is_sure_and_else_what_it_may_be(wand: WandReading, values: list[int]) -> None:
    assert values_of(reading(black=wand), "black") == values
    assert wand.options is not values_of(reading(black=wand), "black"), "nobody changes the reading by it"


def test_where_it_stands_comes_over_to_the_host(trial: Trial) -> None:
    trial.threw(reading())
    task = trial.told()
    assert msgspec.json.decode(msgspec.json.encode(task), type=type(task)) == task

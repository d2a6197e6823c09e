"""What a step asks, and what came of the last picture, as lines of a terminal."""

from __future__ import annotations

import inspect
import re
from types import ModuleType
from typing import get_args

import msgspec
import pytest

from companion.protocol import EyeDo, EyeTask, Said
from vision.setup.guided import boards, step, wands
from vision.setup.guided.spoken import KEYS, LINES, lines, spoken
from vision.setup.guided.step import UNUSABLE

TASK = EyeTask("calibrate", "waiting", 1, 6, Said("board-tilt"))


def changed(**fields: object) -> list[str]:
    """The lines of a task that differs in something."""
    return lines(msgspec.structs.replace(TASK, **fields))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (Said("board-kept", {"count": 2, "of": 6}), "2 of 6: good"),
        (Said("dark", {"level": 41}), "too dark: the bright parts reach only 41 of 255"),
        (Said("washed", {"percent": 35}), "too bright: 35 % of the pane are plain white"),
        (
            Said("teach-lay", {"wand": "red", "face": "fate", "top": 2}),
            "red: lay the wand with fate down, 2 notches up",
        ),
        (Said("kept", {"name": "red_top2_fate.jpg"}), "taken and checked: red_top2_fate.jpg"),
        (Said("line", {"text": "as {it} stands"}), "as {it} stands"),
        (Said("trial-throw"), "trial-throw"),
    ],
)
def test_a_sentence_is_filled_in_and_one_that_is_not_known_is_its_code(said: Said, told: str) -> None:
    assert spoken(said) == told


@pytest.mark.parametrize("module", [boards, wands, step])
def test_whatever_the_guided_steps_say_has_a_line(module: ModuleType) -> None:
    codes = set(re.findall(r'Said\(\s*"([a-z-]+)"', inspect.getsource(module)))
    assert codes and codes <= set(LINES)
    assert {*boards.GOALS, *UNUSABLE} <= set(LINES)


def test_keys_are_orders_that_the_eye_knows_each_once() -> None:
    assert set(KEYS.values()) <= set(get_args(EyeDo))
    assert len(set(KEYS.values())) == len(KEYS)
    assert not {"0", "1", "2", "l"} & set(KEYS), "values, and the hand of a simulated camera"


def test_what_is_asked_is_told_with_how_far_it_is() -> None:
    assert changed() == ["1 of 6: lift one side of the sheet by a hand's width and hold still"]
    assert changed(done=5, ask=Said("board-flat")) == ["5 of 6: lay the printed sheet flat on the pane, print down"]


def test_keys_are_offered_for_what_may_be_chosen_and_values_stand_for_themselves() -> None:
    asked = "1 of 6: lift one side of the sheet by a hand's width and hold still"
    assert changed(choices=["enough", "take"]) == [f"{asked} [t take, e enough]"]
    assert changed(choices=["more", "over", "stop"]) == [f"{asked} [m more, o over, q stop]"]
    assert changed(choices=["value:0", "value:2"]) == [f"{asked} [0, 2]"]
    assert changed(choices=["value:1", "values"]) == [f"{asked} [v values, 1]"]
    assert changed(choices=["corners"]) == [asked], "nobody marks corners on a terminal"


@pytest.mark.parametrize(("good", "before"), [(True, "ok: "), (False, "no: ")])
def test_what_came_of_the_last_picture_comes_first_and_whether_it_counts(good: bool, before: str) -> None:
    told = changed(last=Said("board-same"), good=good)
    assert told == [before + LINES["board-same"], *changed()]


def test_notes_come_last_in_their_order() -> None:
    told = changed(
        last=Said("board-done"), good=True, notes=[Said("line", {"text": "one"}), Said("dark", {"level": 9})]
    )
    assert told[1:] == [*changed(), "one", "too dark: the bright parts reach only 9 of 255"]

"""The lamp map under way: remembered with every tap, gone on with where it was left, completed where partly there."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table import lampmap
from companion.table.errors import Unreadable
from companion.table.lampmap import Draft
from companion.table.setup import Setup

NODES = {"a", "b", "c"}


def test_a_map_under_way_is_remembered(tmp_path: Path) -> None:
    assert lampmap.draft(Setup(tmp_path), NODES) == Draft()
    lampmap.keep_draft(Setup(tmp_path), {"a": [0, 3]}, [1, 2], 4)
    assert lampmap.draft(Setup(tmp_path), NODES) == Draft({"a": [0, 3]}, [1, 2], 4)
    assert lampmap.taught(Setup(tmp_path)) is None, "nothing holds before it is kept"


def test_a_map_that_is_partly_there_is_completed(tmp_path: Path) -> None:
    lampmap.save(Setup(tmp_path), {"a": [5], "b": [2]}, NODES)
    assert lampmap.draft(Setup(tmp_path), NODES) == Draft({"a": [5], "b": [2]}, [], 6)


def test_of_another_board_only_the_nodes_that_are_there_count(tmp_path: Path) -> None:
    lampmap.keep_draft(Setup(tmp_path), {"a": [0], "elsewhere": [1]}, [], 2)
    assert lampmap.draft(Setup(tmp_path), NODES) == Draft({"a": [0]}, [], 2)


@pytest.mark.parametrize(
    ("lamps", "spare", "at"), [({"a": [1]}, [1], 0), ({"a": [1], "b": [1]}, [], 0), ({}, [600], 0), ({}, [], -1)]
)
def test_a_lamp_is_one_thing_only(tmp_path: Path, lamps: dict[str, list[int]], spare: list[int], at: int) -> None:
    with pytest.raises(Unreadable):
        lampmap.keep_draft(Setup(tmp_path), lamps, spare, at)
    assert lampmap.draft(Setup(tmp_path), NODES) == Draft()


def test_choices_that_cannot_be_read_stop_nothing(tmp_path: Path) -> None:
    setup = Setup(tmp_path)
    setup.choose(lampmap={"lamps": 7})
    assert lampmap.draft(setup, NODES) == Draft()

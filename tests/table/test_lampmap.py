"""The lamp map under way: remembered with every tap, gone on with where it was left, completed where partly there."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table import lampmap
from companion.table.errors import Denied, Unreadable
from companion.table.lampmap import Draft
from companion.table.setup import Setup

NODES = {"a", "b", "c"}


def test_a_map_under_way_is_remembered(tmp_path: Path) -> None:
    assert lampmap.draft(Setup(tmp_path), "toy", NODES) == Draft()
    lampmap.keep_draft(Setup(tmp_path), "toy", {"a": [0, 3]}, [1, 2], 4)
    assert lampmap.draft(Setup(tmp_path), "toy", NODES) == Draft({"a": [0, 3]}, [1, 2], 4)
    assert lampmap.taught(Setup(tmp_path), "toy", NODES) is None, "nothing holds before it is kept"


def test_a_map_that_is_partly_there_is_completed(tmp_path: Path) -> None:
    lampmap.save(Setup(tmp_path), "toy", {"a": [5], "b": [2]}, NODES)
    assert lampmap.draft(Setup(tmp_path), "toy", NODES) == Draft({"a": [5], "b": [2]}, [], 6)


def test_of_another_board_only_the_nodes_that_are_there_count(tmp_path: Path) -> None:
    lampmap.keep_draft(Setup(tmp_path), "toy", {"a": [0], "elsewhere": [1]}, [], 2)
    assert lampmap.draft(Setup(tmp_path), "toy", NODES) == Draft({"a": [0]}, [], 2)


@pytest.mark.parametrize(
    ("lamps", "spare", "at"), [({"a": [1]}, [1], 0), ({"a": [1], "b": [1]}, [], 0), ({}, [600], 0), ({}, [], -1)]
)
def test_a_lamp_is_one_thing_only(tmp_path: Path, lamps: dict[str, list[int]], spare: list[int], at: int) -> None:
    with pytest.raises(Unreadable):
        lampmap.keep_draft(Setup(tmp_path), "toy", lamps, spare, at)
    assert lampmap.draft(Setup(tmp_path), "toy", NODES) == Draft()


def test_choices_that_cannot_be_read_stop_nothing(tmp_path: Path) -> None:
    setup = Setup(tmp_path)
    setup.choose(lampmap={"lamps": 7})
    assert lampmap.draft(setup, "toy", NODES) == Draft()


def test_each_game_has_its_own_map_and_its_own_under_way(tmp_path: Path) -> None:
    setup = Setup(tmp_path)
    lampmap.save(setup, "toy", {"a": [5], "b": [2]}, NODES)
    lampmap.save(setup, "other", {"a": [7]}, NODES)
    assert setup.names() == ["lamps.other.json", "lamps.toy.json"]
    assert lampmap.taught(setup, "toy", NODES) == {"a": [5], "b": [2]}
    assert lampmap.taught(setup, "other", NODES) == {"a": [7]} and lampmap.taught(setup, "third", NODES) is None
    lampmap.keep_draft(setup, "toy", {"c": [9]}, [1], 10)
    assert lampmap.draft(setup, "toy", NODES) == Draft({"c": [9]}, [1], 10)
    assert lampmap.draft(setup, "other", NODES) == Draft({"a": [7]}, [], 8)
    assert lampmap.draft(setup, "third", NODES) == Draft()


def test_a_map_of_an_older_program_is_that_of_the_game_with_its_nodes(tmp_path: Path) -> None:
    setup = Setup(tmp_path)
    setup.put("lamps.json", b'{"a": [5], "gone": [2]}')
    setup.choose(lampmap={"lamps": {"a": [5]}, "spare": [1], "at": 6})
    assert lampmap.taught(setup, "toy", NODES) == {"a": [5], "gone": [2]}
    assert lampmap.draft(setup, "toy", NODES) == Draft({"a": [5]}, [1], 6)
    assert lampmap.taught(setup, "other", {"1", "2"}) is None and lampmap.draft(setup, "other", {"1"}) == Draft()
    lampmap.save(setup, "other", {"1": [0]}, {"1", "2"})
    assert lampmap.taught(setup, "toy", NODES) == {"a": [5], "gone": [2]}


@pytest.mark.parametrize("part", ["lamps.json", "lamps.toy.json"])
def test_a_map_is_checked_whichever_game_it_is_of(tmp_path: Path, part: str) -> None:
    setup = Setup(tmp_path, checks={"lamps.json": lampmap.check})
    with pytest.raises(Denied):
        setup.put(part, b'{"a": [1, 1]}')

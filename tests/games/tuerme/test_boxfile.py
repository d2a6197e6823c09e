"""An owner's box written as a file: what was said is read again, lamps go along with the ring, faults are told."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion.games import Invalid, Json
from companion.games.tuerme.box import load_box
from companion.games.tuerme.boxfile import box_file, contents


def own(**changes: Any) -> Json:
    """The shipped box under a name of one's own."""
    return {**contents("default"), "name": 'Ünsere "Box"\\', **changes}


def lamps() -> dict[str, list[int]]:
    """Those of the shipped box."""
    found: dict[str, list[int]] = contents("default")["lamps"]
    return found


def test_a_written_box_says_what_the_shipped_one_says() -> None:
    made, usual = load_box(box_file(own(checked=True), lamps())), load_box("default")
    assert made.name == 'Ünsere "Box"\\' and made.checked and not made.advice()
    for part in ("shields", "keep", "tower_spaces", "rooms", "players", "cards", "copies", "prices", "lamps", "hand"):
        assert getattr(made, part) == getattr(usual, part), part


def test_the_same_data_make_the_same_file() -> None:
    assert box_file(own(), lamps()) == box_file(copy.deepcopy(own()), lamps())


@pytest.mark.parametrize("spaces", [15, 18])
def test_lamps_go_along_with_the_ring(spaces: int) -> None:
    ring = {**contents("default")["ring"], "spaces": spaces}
    found = load_box(box_file(own(ring=ring), lamps())).lamps
    assert found == {str(space): (space - 1,) for space in range(1, spaces + 1)}


def test_nobody_elses_box_is_called_like_the_shipped_one() -> None:
    with pytest.raises(Invalid) as wrong:
        box_file(own(name=" Default "), lamps())
    assert [fault.where for fault in wrong.value.faults] == ["name"]


@pytest.mark.parametrize("ring", [None, 3, {"spaces": None}, {"spaces": -1}, {"spaces": True}, {"spaces": 10**9}])
def test_what_makes_no_sense_is_told_and_breaks_nothing(ring: Any) -> None:
    with pytest.raises(Invalid):
        box_file(own(ring=ring), lamps())

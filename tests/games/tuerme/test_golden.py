"""Recorded games come to the same last position: records of today are read tomorrow."""

from __future__ import annotations

import json

import pytest

from companion.games.tuerme import GAME, glass, notation
from companion.table import record
from tests.games.tuerme.golden import OPTIONS, RECORDS


@pytest.mark.parametrize("name", list(OPTIONS))
def test_a_recorded_game_comes_to_the_same_end(name: str) -> None:
    text = (RECORDS / f"{name}.jsonl").read_text(encoding="utf-8")
    position, _ = record.replay(GAME, text)
    assert notation.to_line(position) == (RECORDS / f"{name}.txt").read_text(encoding="utf-8").strip()
    header, *actions = map(json.loads, text.splitlines())
    assert len(glass.positions(header, actions)) == len(actions) + 1

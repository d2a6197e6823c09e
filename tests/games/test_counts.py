"""The counts in ``data/counts.txt`` hold; on failure the divide is printed."""

from __future__ import annotations

import pytest

from companion.games.dreimagier.notation import from_line
from tests.games.counts import FILE, count, divide

ROWS = [line.split(maxsplit=2) for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


def test_there_are_twenty_positions_in_many_phases() -> None:
    assert len(ROWS) == 20
    assert len({line.split()[2] for _, _, line in ROWS}) >= 9


@pytest.mark.parametrize(("one", "two", "line"), ROWS, ids=[f"{n}-{row[2].split()[2]}" for n, row in enumerate(ROWS)])
def test_counts_to_depth_two(one: str, two: str, line: str) -> None:
    position = from_line(line)
    found = count(position, 1), count(position, 2)
    assert found == (int(one), int(two)), "\n" + divide(position, 2)

"""The order in which tests run: what waits beside what counts."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.conftest import spread


@pytest.mark.parametrize(("rare", "common"), [(0, 5), (5, 0), (1, 6), (3, 9), (4, 7), (58, 365)])
def test_what_is_rare_lies_evenly_among_the_rest_and_keeps_its_order(rare: int, common: int) -> None:
    things = [*range(rare), *range(rare, rare + common)]
    placed = spread(things, [n < rare for n in things])
    assert sorted(placed) == things
    assert [n for n in placed if n < rare] == things[:rare] and [n for n in placed if n >= rare] == things[rare:]
    gaps = [after - before for before, after in pairwise(i for i, n in enumerate(placed) if n < rare)]
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_what_alone_there_is_stays_as_it_was() -> None:
    assert spread(["b", "a", "c"], [False, False, False]) == ["b", "a", "c"]
    assert spread([], []) == []

"""Tables of our own generator that were refused though a person sees enough: each stands for a kind of table."""

from __future__ import annotations

import pytest

from tests.hardframes.figures import Job, read_setup, setup_of
from tests.hardframes.hardset import HardSet
from tests.hardframes.harshset import HarshSet

TABLES: dict[str, tuple[type[HardSet], int, int, int]] = {
    "two woods of one colour, told apart by their marks": (HarshSet, 77002, 7, 55),
    "a white wand in bright light": (HarshSet, 77002, 39, 55),
    "a large mark beside no shadow": (HardSet, 77001, 12, 55),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_with_light_enough_is_taught(name: str) -> None:
    series, seed, number, count = TABLES[name]
    with setup_of(Job(seed, number, count, series=series)) as (setup, _):
        assert read_setup(setup)[1] == []

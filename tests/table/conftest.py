"""A table of the toy game in a folder of its own, and hands to play it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.table import Table
from tests.table.hands import Hands
from tests.table.pocket import POCKET


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A fresh table."""
    made = Table(tmp_path / "data", POCKET)
    yield made
    made.close()


@pytest.fixture
def hands(table: Table) -> Hands:
    """The three players of the fresh table, all seated."""
    return Hands(table).seated()

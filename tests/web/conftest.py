"""An app of the toy game with three players, two devices and the host's owner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.table.table import Table
from tests.table.pocket import POCKET
from tests.web.guests import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A host with all seats taken."""
    table = Table(tmp_path / "data", POCKET)
    yield House(table)
    table.close()

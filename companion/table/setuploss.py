"""A part of the set-up that was damaged: set aside, and told to the table."""

from __future__ import annotations

import contextlib

from companion.table import files
from companion.table.entries import Draft
from companion.table.errors import StorageFailed
from companion.table.setup import LAMPS, Setup, kind
from companion.table.table import Table


def told(table: Table, setup: Setup) -> None:
    """Set every damaged part aside and note it; what cannot be moved stays and is told at the next start."""
    with contextlib.suppress(OSError, StorageFailed):
        for name, fault in setup.damaged().items():
            aside = files.set_aside(setup.path(name)).name
            note = {"type": "lamps" if kind(name) == LAMPS else "setup", "aside": aside, "fault": fault}
            table.write(lambda _, note=note: [Draft("note", note)])  # type: ignore[misc]

"""The host as a program: what stands when it has started."""

from __future__ import annotations

import gc

from companion.web import server


def test_what_was_made_at_the_start_is_not_looked_through_again() -> None:
    before = gc.get_freeze_count()
    try:
        server.settle()
        assert gc.get_freeze_count() > before + 10_000
    finally:
        gc.unfreeze()

"""The real command with a wall clock that may be set under it: ``python -m tests.programs.stepped FILE host ..``.

FILE holds the seconds by which the clock is wrong now.  Durations go on as they are: the system's clock that only
rises is not touched by a step either.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path


def set_wrong(file: Path) -> None:
    """Let every question after the time of day be answered by the wrong clock."""
    right, right_ns, local, shown = time.time, time.time_ns, time.localtime, time.strftime

    def wrong() -> float:
        return float(file.read_text())

    time.time = lambda: right() + wrong()
    time.time_ns = lambda: right_ns() + int(wrong()) * 10**9
    time.localtime = lambda at=None: local(time.time() if at is None else at)
    time.strftime = lambda form, at=None: shown(form, time.localtime() if at is None else at)


if __name__ == "__main__":
    set_wrong(Path(sys.argv.pop(1)))
    from companion.cli import main

    main()

"""The programs' log: a line on standard error, which is the journal under systemd.

Levels are sd-daemon's prefixes (``<3>`` error, ``<4>`` warning, ``<5>`` notice) where standard error *is* the journal,
so that ``journalctl -p`` finds them; a terminal or a file gets plain lines.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select

ERROR, WARNING, NOTICE = logging.ERROR, logging.WARNING, 25
"""NOTICE: no fault, but worth a line, as a device that is back again."""
LONGEST = 400
"""Characters of a line: below what a pipe takes at once."""
STDERR = 2


class LineHandler(logging.Handler):
    """Writes whole lines to a descriptor, and drops a line rather than wait: a stopped terminal must stop no lamp."""

    def __init__(self, descriptor: int = STDERR) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._journal = is_journal(descriptor)

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record; a closed or full descriptor swallows it."""
        prefix = f"<{priority(record.levelno)}>" if self._journal else "dreimagier "
        line = f"{prefix}{record.name.rpartition('.')[2]}: {plain(record.getMessage())}\n"
        with contextlib.suppress(OSError, ValueError):
            if select.select([], [self._descriptor], [], 0)[1]:
                os.write(self._descriptor, line.encode("utf-8", "replace"))


def opened(program: str, descriptor: int = STDERR) -> logging.Logger:
    """The log of a program (``vision``, ``firmware``), with its lines going to ``descriptor`` and nowhere else."""
    log = logging.getLogger(f"dreimagier.{program}")
    log.handlers = [LineHandler(descriptor)]
    log.propagate = False
    log.setLevel(NOTICE)
    return log


def is_journal(descriptor: int) -> bool:
    """Whether a descriptor leads to the journal.

    ``$JOURNAL_STREAM`` names the journal's socket.  The variables alone say little: a shell that systemd started has
    them too, and so has a program whose standard error went into a file.
    """
    try:
        status = os.fstat(descriptor)
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


def priority(level: int) -> int:
    """sd-daemon's number of a level: 3 error, 4 warning, 5 notice."""
    if level >= ERROR:
        return 3
    return 4 if level >= WARNING else 5


def plain(text: str) -> str:
    """One line that a terminal shows as it is: no control characters (some of it came over the network), not long."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(shown.split())[:LONGEST]

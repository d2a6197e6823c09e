"""Tell systemd that the eye is ready and that its loop still turns (sd_notify, without a library).

Of ``NotifyAccess=all``: a child that does the looking may feed the watchdog for the program.
"""

from __future__ import annotations

import contextlib
import os
import socket


def tell(state: str, address: str | None = None) -> None:
    """Send ``state`` to ``$NOTIFY_SOCKET``; without one, or when it is gone, nothing happens.  It never blocks."""
    where = os.environ.get("NOTIFY_SOCKET", "") if address is None else address
    if not where:
        return
    where = "\0" + where[1:] if where.startswith("@") else where
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.setblocking(False)
        line.sendto(state.encode(), where)


def ready(status: str = "the eye is open") -> None:
    """The program works (Type=notify)."""
    tell(f"READY=1\nSTATUS={status}")


def alive() -> None:
    """Feed the watchdog: only the loop that looks calls this."""
    tell("WATCHDOG=1")


def stopping() -> None:
    """The program ends by itself."""
    tell("STOPPING=1")

"""Tell systemd that a program is ready and that its loop still turns (sd_notify, without a library)."""

from __future__ import annotations

import contextlib
import os
import socket


class Notifier:
    """Sends to ``$NOTIFY_SOCKET``; without one, or when it is gone, every call does nothing.  It never blocks."""

    def __init__(self, address: str | None = None) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "") if address is None else address

    def ready(self, status: str) -> None:
        """The program works (Type=notify)."""
        self._send(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """Feed the watchdog: only the loop that does the work calls this."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The program ends by itself."""
        self._send("STOPPING=1")

    def _send(self, text: str) -> None:
        if not self._address:
            return
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(text.encode(), address)

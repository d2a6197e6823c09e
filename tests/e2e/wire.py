"""A wire between phones and host that can be cut: a TCP relay on this machine."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType


class Wire:
    """Relays to a port and counts the bytes that come from there (``carried``).

    While it is cut every connection is gone and new ones are refused.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self.carried = 0
        self._lock = threading.Lock()
        self._open: list[socket.socket] = []
        self._cut = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Every connection ends, new ones too."""
        with self._lock:
            self._cut = True
            self._end()

    def mend(self) -> None:
        """New connections pass again."""
        with self._lock:
            self._cut = False

    def _end(self) -> None:
        for each in self._open:
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
        self._open.clear()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                if self._cut:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += [near, far]
            for one, other, count in ((near, far, False), (far, near, True)):
                threading.Thread(target=self._relay, args=(one, other, count), daemon=True).start()

    def _relay(self, one: socket.socket, other: socket.socket, count: bool) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
                if count:
                    with self._lock:
                        self.carried += len(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Wire:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.close()
        self.cut()

"""One thread tells all open streams what is new: waking a thread for each of them costs more than what it then does.

A line is lent to the crier while its client takes at once what it is told.  One that does not, is gone or must end
comes back to its own thread, which waits for it as long as anybody is waited for; the others never wait for it.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable

from companion.table.table import Table


class Line:
    """The connection of one open stream.  ``speak(version)`` gives what is to be said at this version of the table,
    None when the stream must end; ``chunked`` is how the answer is framed."""

    def __init__(self, sock: socket.socket, chunked: bool, speak: Callable[[int], bytes | None]) -> None:
        self._sock, self._chunked, self._speak = sock, chunked, speak
        self._rest = b""
        self._fault: Exception | None = None
        self._back = threading.Event()

    def tell(self, version: int) -> bool:
        """Say what is to be said without waiting for the client; whether the line can be told more."""
        try:
            said = self._speak(version)
            if said is None:
                return False
            self._rest = self._left(b"%X\r\n%b\r\n" % (len(said), said) if self._chunked else said)
        except Exception as fault:  # whatever it is, it is this line's own
            self._fault = fault
        return not self._rest and self._fault is None

    def _left(self, said: bytes) -> bytes:
        """What the client does not take at once."""
        try:
            return said[os.write(self._sock.fileno(), said) :]
        except BlockingIOError:
            return said

    def give_back(self) -> None:
        """The line's own thread goes on with it."""
        self._back.set()

    def returned(self) -> None:
        """Wait until it is given back, then say what is left.  Raises what befell it, as if this thread had told it."""
        self._back.wait()
        self._back.clear()
        rest, self._rest = self._rest, b""
        if self._fault is not None:
            raise self._fault
        if rest:
            self._sock.sendall(rest)


class Crier:
    """Tells the lines that are lent to it, at every new version of the table and at every beat.

    Its thread runs while there is a line.  Thread-safe.
    """

    def __init__(self, table: Table, beat_s: float) -> None:
        self._table, self._beat_s = table, beat_s
        self._lock = threading.Lock()
        self._lines: list[Line] = []
        self._runs = False

    def lend(self, line: Line, version: int) -> None:
        """Have a line told that knows this version, until it is given back.  Raises what ``Line.returned`` does."""
        with self._lock:
            self._lines.append(line)
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._cry, name="crier", daemon=True).start()
        if version != self._table.version:  # the crier may have told it to the others before this one was there
            self._table.touch()
        line.returned()

    def _cry(self) -> None:
        version = -1
        while self._lent():
            reached = self._table.wait(version, self._beat_s)
            for line in self._lent():
                if not line.tell(reached):
                    self._give_back(line)
            version = reached

    def _lent(self) -> list[Line]:
        """The lines that are here; without one the thread ends."""
        with self._lock:
            self._runs = bool(self._lines)
            return list(self._lines)

    def _give_back(self, line: Line) -> None:
        with self._lock:
            self._lines.remove(line)
        line.give_back()

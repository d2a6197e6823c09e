"""The worker of gunicorn behind the lobby: threads only for whole requests, streams and uploads in rooms of their own.

Taps, streams and uploads have their own threads: 24 open streams or a phone that loses its way in the middle of a photo
leave the taps alone.  What a client does not take at once of a tap's answer is sent on by the loop; until all of it is
taken nothing more is heard of the client.
"""

from __future__ import annotations

import contextlib
import errno
import selectors
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from flask import Flask
from gunicorn import util
from gunicorn.http import get_parser
from gunicorn.workers.gthread import TConn, ThreadWorker

from companion.web import lobby, patience
from companion.web.lobby import SMALL, Kind, Lobby, asked
from companion.web.patience import patient

THREADS: dict[Kind, int] = {"tap": 8, "stream": 26, "upload": 6}
"""Streams: the 24 that there may be, and two that take the place of older ones."""
WAITERS = THREADS["tap"] // 2
"""Taps that may wait in their threads for clients to take more than an outbox holds; the others go on."""
LINGER_S = 0.3
"""A request that is on its way when the worker ends is still answered, and an answer that is being taken goes on."""
GONE = (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED)


class Client(TConn):  # type: ignore[misc]
    """A connection: what was heard of its next request, and what kind that is."""

    def __init__(self, worker: Worker, client: socket.socket, address: Any, server: Any) -> None:
        super().__init__(worker.cfg, patient(client), address, server)
        self.parser = get_parser(worker.cfg, self.sock, address)
        self.data_ready = True
        self.heard = b""
        self.kind: Kind = "tap"
        self.dropped = False
        self._worker = worker

    @property
    def address(self) -> str:
        """Where it comes from."""
        return str(self.client[0]) if isinstance(self.client, tuple) and self.client else ""

    def close(self, graceful: bool = False) -> None:
        """Close it; gracefully, the client is waited for in the lobby, not by the loop that serves everybody."""
        if graceful and self._worker.see_off(self):
            return
        util.close(self.sock)


class Worker(ThreadWorker):  # type: ignore[misc]
    """Gunicorn's worker with threads, for clients that may be slow, silent or hostile."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.lobby = Lobby()
        self.takers = Lobby(room=lobby.ROOM)
        self._waiters = threading.Semaphore(WAITERS)
        self._pools: dict[Kind, ThreadPoolExecutor] = {}

    def get_thread_pool(self) -> ThreadPoolExecutor:
        """The threads of the taps; those of streams and uploads stand beside."""
        self._pools = {kind: ThreadPoolExecutor(many, thread_name_prefix=kind) for kind, many in THREADS.items()}
        return self._pools["tap"]

    def accept(self, listener: socket.socket) -> None:
        """A new client comes into the lobby."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in GONE:
                raise
            return
        self.nr_conns += 1
        self.enqueue_req(Client(self, client, address, listener.getsockname()))

    def enqueue_req(self, conn: Client) -> None:
        """Wait for a request in the lobby (part of it may have come with the one before)."""
        conn.sock.setblocking(False)
        conn.heard = conn.parser.unreader.take_buffered()
        self.lobby.enter(conn, conn.address, lobby.HEAD_S, partial(self._drop, conn))
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._hear, conn))
        self._hear(conn)

    def _hear(self, conn: Client, _: Any = None) -> None:
        """Take what has come; hand the client on when it is a request."""
        try:
            more = conn.sock.recv(SMALL)
        except (BlockingIOError, InterruptedError):
            more = None
        except OSError:
            more = b""
        if more == b"":
            self.lobby.forget(conn)
            self._drop(conn)
            return
        conn.heard += more or b""
        found = asked(conn.heard)
        if found is not None:
            self._serve(conn, found.kind, found.whole)

    def _serve(self, conn: Client, kind: Kind, whole: bool) -> None:
        self.lobby.forget(conn)
        self.poller.unregister(conn.sock)
        conn.sock.until = time.monotonic() + (0.0 if whole else lobby.BODY_S)
        conn.parser.unreader.unread(conn.heard)
        conn.heard, conn.kind = b"", kind
        conn.sock.waiters = self._waiters if kind == "tap" else None
        served = self._pools[kind].submit(self.handle, conn)
        served.add_done_callback(lambda future: self.method_queue.defer(self.finish_request, conn, future))

    def _keepalive_after(self, conn: Client, keepalive: bool) -> bool:
        """After an upload the connection closes: what was refused of it is not read."""
        return conn.kind != "upload" and bool(super()._keepalive_after(conn, keepalive))

    def _drop(self, conn: Client) -> None:
        """A client that came to nothing.  One that was let go may still be called among the events of the same turn."""
        if conn.dropped:
            return
        conn.dropped = True
        with contextlib.suppress(OSError, KeyError, ValueError):
            self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()

    def see_off(self, conn: Client) -> bool:
        """Say good-bye, and wait a moment in the lobby until the client hangs up; False where that is not possible."""
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            conn.sock.setblocking(False)
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._drain, conn))
        except (OSError, KeyError, ValueError):
            return False
        self.lobby.enter(conn, conn.address, lobby.LEAVE_S, partial(self._gone, conn))
        return True

    def _drain(self, conn: Client, _: Any = None) -> None:
        with contextlib.suppress(BlockingIOError, InterruptedError):
            if self._says_more(conn):
                return
            self.lobby.forget(conn)
            self._gone(conn)

    @staticmethod
    def _says_more(conn: Client) -> bool:
        """Whether something came on its line.  One that was let go may still be called among the events of the turn.

        Raises BlockingIOError or InterruptedError where nothing has come yet.
        """
        try:
            return bool(conn.sock.recv(SMALL))
        except (BlockingIOError, InterruptedError):
            raise
        except OSError:
            return False

    def _gone(self, conn: Client) -> None:
        with contextlib.suppress(OSError, KeyError, ValueError):
            self.poller.unregister(conn.sock)
        util.close(conn.sock)

    def murder_pending(self) -> None:
        """Called by the loop once a second and after events: those go whose time is over; all, when the worker ends."""
        self.lobby.sweep(everybody=not self.alive)
        self.takers.sweep()

    def _cap_keepalive(self, deadline: float) -> None:
        """When the worker ends, who is idle gets a moment, not seconds: the next worker answers him.

        Who has not all of his answer gets a moment each time that he takes some of it.
        """
        super()._cap_keepalive(min(deadline, time.monotonic() + LINGER_S))
        self.takers.hurry(LINGER_S)

    def finish_request(self, conn: Client, fs: Any) -> None:
        """As usual, when all of the answer is taken; a stream that ended because the worker does gets no seconds."""
        if conn.sock.outbox:
            self._await_taker(conn, fs)
            return
        super().finish_request(conn, fs)
        if not self.alive:
            self._cap_keepalive(time.monotonic())

    def _await_taker(self, conn: Client, fs: Any) -> None:
        """The thread is done and the line is full: send what is left whenever the line takes some of it."""
        try:
            conn.sock.setblocking(False)
            self.poller.register(conn.sock, selectors.EVENT_WRITE, partial(self._send_on, conn, fs))
        except (OSError, ValueError):  # an answer that failed half-way was closed by its thread
            self._drop(conn)
            return
        self.takers.enter(conn, conn.address, self._send_s(), partial(self._drop, conn))

    def _send_on(self, conn: Client, fs: Any, _: Any = None) -> None:
        outbox = conn.sock.outbox
        try:
            sent = outbox.flush(conn.sock.fileno())
        except OSError:
            self.takers.forget(conn)
            self._drop(conn)
            return
        if not outbox:
            self.takers.forget(conn)
            self.poller.unregister(conn.sock)
            self.finish_request(conn, fs)
        elif sent:
            self.takers.stay(conn, self._send_s())

    def _send_s(self) -> float:
        return patience.SEND_S if self.alive else LINGER_S

    def handle_exit(self, sig: int, frame: Any) -> None:
        """SIGTERM: no lock may be taken in a signal handler, so the streams find a flag at their next heartbeat."""
        self._end_streams()
        super().handle_exit(sig, frame)

    def is_parent_alive(self) -> bool:
        """Without the arbiter the worker ends, and makes room for the next host."""
        found = bool(super().is_parent_alive())
        if not found:
            self._end_streams()
        return found

    def run(self) -> None:
        """Serve until the end."""
        super().run()
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)

    def _end_streams(self) -> None:
        app = self.app.callable
        if isinstance(app, Flask) and "streams" in app.extensions:
            app.extensions["streams"].closing = True

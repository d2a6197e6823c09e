"""The worker: who takes nothing of his answer holds no thread, and gets the rest of it in order once he takes it.

The worker's loop is turned by hand, so that between two turns all stands still but the threads that answer.
"""

from __future__ import annotations

import os
import select
import selectors
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gunicorn.config import Config

from companion.web import patience
from companion.web.lobby import ROOM
from companion.web.outbox import AT_MOST
from companion.web.worker import LINGER_S, THREADS, WAITERS, Client, Worker

PATIENCE_S = 30.0
FOR_EVER_S = 3600.0
LINE = 4096
LARGE = AT_MOST - 1000
"""With its head an outbox just holds it."""
LARGEST = 2 * AT_MOST
"""More than a line and an outbox hold."""
CLOSE = "Connection: close\r\n"


class Silent:
    """A log that keeps nothing, and takes no logger of the process for itself."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None


class Turned(Worker):
    """A worker whose loop is turned by hand: ``turn``.  Its lobby of takers goes by a clock that is set by hand.

    It answers ``/N`` with N bytes, ``/chunks/N`` with N bytes in chunks and ``/file/N`` with N bytes of a file.
    """

    def __init__(self, folder: Path) -> None:
        config = Config()
        config.set("keepalive", 3600)
        super().__init__(0, os.getppid(), [], None, 30, config, Silent())
        self.now = 0.0
        self.takers._clock = lambda: self.now
        self.entered = 0
        self.served: list[str] = []
        self.wsgi, self._folder = self._answer, folder
        self.tpool, self.poller = self.get_thread_pool(), selectors.DefaultSelector()
        self.method_queue.init()
        self.poller.register(self.method_queue.fileno(), selectors.EVENT_READ, self.method_queue.run_callbacks)

    def enter(self) -> socket.socket:
        """A new client with an address of his own, whose line takes some kilobytes at once."""
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LINE)
        theirs.setblocking(False)
        self.nr_conns += 1
        self.entered += 1
        self.enqueue_req(Client(self, ours, (f"10.0.0.{self.entered}", 50_000), ("10.0.0.254", 80)))
        return theirs

    def _answer(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        path = str(environ["PATH_INFO"])
        self.served.append(path)
        how, _, number = path.rpartition("/")
        said = body(int(number))
        start("200 OK", [] if how == "/chunks" else [("Content-Length", number)])
        if how == "/file":
            (self._folder / number).write_bytes(said)
            opened: Iterable[bytes] = environ["wsgi.file_wrapper"]((self._folder / number).open("rb"))
            return opened
        return [said[at : at + 10_000] for at in range(0, len(said), 10_000)] if how == "/chunks" else [said]

    def turn(self) -> None:
        """One turn of the loop."""
        self.wait_for_and_dispatch_events(0.001)
        self.murder_keepalived()
        self.murder_pending()

    def turn_until(self, found: Callable[[], Any]) -> None:
        """Turn until this is so."""
        end = time.monotonic() + PATIENCE_S
        while not found():
            assert time.monotonic() < end, "it did not happen"
            self.turn()

    def end(self) -> None:
        """What gunicorn does at the end, and its process."""
        self.murder_keepalived(force=True)
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self.poller.close()
        self.method_queue.close()
        self.tmp.close()


def body(size: int) -> bytes:
    """An answer in which each byte stands at its own place."""
    return (bytes(range(251)) * (size // 251 + 1))[:size]


@pytest.fixture
def worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Turned]:
    """A worker without a process of its own, whose threads wait for a client as long as a test takes."""
    monkeypatch.setattr(patience, "SEND_S", FOR_EVER_S)
    made = Turned(tmp_path)
    yield made
    made.end()


Ask = Callable[..., socket.socket]


@pytest.fixture
def ask(worker: Turned) -> Iterator[Ask]:
    """A new client who asks for all of this at once."""
    clients: list[socket.socket] = []

    def asked(*paths: str, more: str = "") -> socket.socket:
        clients.append(worker.enter())
        clients[-1].sendall("".join(f"GET {path} HTTP/1.1\r\nHost: a\r\n{more}\r\n" for path in paths).encode())
        return clients[-1]

    yield asked
    for client in clients:
        client.close()


def takes(worker: Turned, client: socket.socket, size: int) -> bytes:
    """So many bytes of answers, taken while the worker turns; fewer at their end."""
    heard = b""
    while len(heard) < size:
        worker.turn_until(lambda: select.select([client], [], [], 0)[0])
        came = client.recv(size - len(heard))
        if not came:
            break
        heard += came
    return heard


def answer(worker: Turned, client: socket.socket, size: int) -> bytes:
    """The body of the next answer, which has so many bytes."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        one = takes(worker, client, 1)
        assert one, head
        head += one
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    return takes(worker, client, size)


def test_others_are_answered_while_more_clients_take_nothing_than_there_are_threads(worker: Turned, ask: Ask) -> None:
    many = 2 * THREADS["tap"]
    for _ in range(many):
        ask(f"/{LARGE}")
    worker.turn_until(lambda: len(worker.takers) == many)
    assert answer(worker, ask("/7"), 7) == body(7)
    assert len(worker.takers) == many == worker.nr_conns - 1, "nobody was let go for it"


@pytest.mark.parametrize("size", [1, 30_000, LARGE])
@pytest.mark.parametrize("how", ["", "/file"])
def test_answers_come_whole_and_in_order_however_late_they_are_taken(
    worker: Turned, ask: Ask, how: str, size: int
) -> None:
    sizes = [size, 3, size + 1, 0, 5]
    client = ask(*(f"{how}/{each}" for each in sizes))
    assert [answer(worker, client, each) for each in sizes] == [body(each) for each in sizes]
    worker.turn_until(lambda: len(worker.keepalived_conns) == 1)
    assert worker.nr_conns == 1 and not len(worker.takers)


def test_chunks_come_whole_and_with_their_end(worker: Turned, ask: Ask) -> None:
    client = ask(f"/chunks/{LARGE // 2}", more=CLOSE)
    worker.turn_until(lambda: len(worker.takers) == 1)
    told = takes(worker, client, LARGEST).partition(b"\r\n\r\n")[2]
    heard, rest = b"", told
    while rest:
        size, _, rest = rest.partition(b"\r\n")
        heard, rest = heard + rest[: int(size, 16)], rest[int(size, 16) + 2 :]
    assert heard == body(LARGE // 2) and told.endswith(b"\r\n0\r\n\r\n")


def test_the_next_request_is_not_heard_before_the_answer_is_taken(worker: Turned, ask: Ask) -> None:
    client = ask(f"/{LARGE}", "/1")
    worker.turn_until(lambda: len(worker.takers) == 1)
    for _ in range(5):
        worker.turn()
    assert worker.served == [f"/{LARGE}"]
    assert answer(worker, client, LARGE) == body(LARGE) and answer(worker, client, 1) == body(1)
    assert worker.served == [f"/{LARGE}", "/1"]


def test_a_connection_that_is_to_close_does_so_after_the_last_byte(worker: Turned, ask: Ask) -> None:
    client = ask(f"/{LARGE}", more=CLOSE)
    worker.turn_until(lambda: len(worker.takers) == 1)
    assert answer(worker, client, LARGE + 1) == body(LARGE)
    assert worker.nr_conns == 0
    client.close()
    worker.turn_until(lambda: not len(worker.lobby))


def test_who_takes_nothing_is_let_go_when_his_time_is_over(worker: Turned, ask: Ask) -> None:
    ask(f"/{LARGE}")
    worker.turn_until(lambda: len(worker.takers) == 1)
    worker.now += 0.9 * FOR_EVER_S
    worker.turn()
    assert len(worker.takers) == 1 == worker.nr_conns
    worker.now += 0.2 * FOR_EVER_S
    worker.turn()
    assert len(worker.takers) == 0 == worker.nr_conns


def test_who_takes_some_has_his_time_anew(worker: Turned, ask: Ask) -> None:
    client = ask(f"/{LARGE}")
    worker.turn_until(lambda: len(worker.takers) == 1)
    for _ in range(5):
        worker.now += 0.9 * FOR_EVER_S
        takes(worker, client, LARGE // 10)
    assert len(worker.takers) == 1


def test_who_hangs_up_is_gone_at_once(worker: Turned, ask: Ask) -> None:
    client = ask(f"/{LARGE}")
    worker.turn_until(lambda: len(worker.takers) == 1)
    client.close()
    worker.turn_until(lambda: worker.nr_conns == 0)
    assert not len(worker.takers)


def test_what_no_outbox_holds_is_waited_for_by_half_of_the_threads_and_no_more(worker: Turned, ask: Ask) -> None:
    waiting = [ask(f"/{LARGEST}") for _ in range(WAITERS)]
    worker.turn_until(lambda: worker._waiters._value == 0)
    refused = [ask(f"/{LARGEST}") for _ in range(THREADS["tap"])]
    worker.turn_until(lambda: worker.nr_conns == WAITERS)
    assert answer(worker, ask("/7"), 7) == body(7)
    for client in refused:
        assert len(takes(worker, client, LARGEST)) < LARGEST, "cut off"
    for client in waiting:
        assert answer(worker, client, LARGEST) == body(LARGEST)


def test_an_answer_that_is_being_taken_has_a_moment_when_the_worker_ends(worker: Turned, ask: Ask) -> None:
    silent, takes_all, takes_nothing = ask(), ask(f"/{LARGE}"), ask(f"/{LARGE}")
    worker.turn_until(lambda: len(worker.takers) == 2 and len(worker.lobby) == 1)
    worker.alive = False
    worker._cap_keepalive(FOR_EVER_S)
    worker.turn()
    assert len(worker.takers) == 2 and silent.recv(1) == b"", "who only waited is gone"
    heard = b""
    for _ in range(4):
        worker.now += 0.9 * LINGER_S
        heard += takes(worker, takes_all, LARGE // 4)
    heard += takes(worker, takes_all, LARGEST)
    assert heard.partition(b"\r\n\r\n")[2] == body(LARGE)
    assert len(takes(worker, takes_nothing, LARGEST)) < LARGE


def test_who_takes_no_more_when_the_worker_ends_is_waited_for_no_longer_than_a_moment(worker: Turned, ask: Ask) -> None:
    client = ask(f"/{LARGE}")
    worker.turn_until(lambda: len(worker.takers) == 1)
    worker.alive = False
    takes(worker, client, LARGE // 2)
    worker.now += 1.1 * LINGER_S
    worker.turn_until(lambda: worker.nr_conns == 0)


def test_all_full_outboxes_together_have_so_much_room(worker: Turned, ask: Ask) -> None:
    oldest = ask(f"/{LARGE}")
    worker.turn_until(lambda: len(worker.takers) == 1)
    others = [ask(f"/{LARGE}") for _ in range(ROOM)]
    worker.turn_until(lambda: worker.entered - worker.nr_conns == 1)
    worker.turn_until(lambda: len(worker.takers) == ROOM)
    assert len(takes(worker, oldest, LARGEST)) < LARGE
    assert answer(worker, others[-1], LARGE) == body(LARGE)


def test_who_is_let_go_among_the_events_of_a_turn_is_counted_once(worker: Turned, ask: Ask) -> None:
    ask()
    worker.turn_until(lambda: len(worker.lobby) == 1)
    (conn,) = worker.lobby._waiting
    assert isinstance(conn, Client)
    worker.lobby.forget(conn)
    worker._drop(conn)
    worker._hear(conn)
    assert worker.nr_conns == 0


def test_who_was_told_to_close_and_let_go_among_the_events_of_a_turn_ends_nothing(worker: Turned, ask: Ask) -> None:
    client = ask("/5", CLOSE)
    assert answer(worker, client, 5) == body(5)
    worker.turn_until(lambda: len(worker.lobby) == 1)
    (conn,) = worker.lobby._waiting
    assert isinstance(conn, Client)
    worker._gone(conn)
    worker._drain(conn)
    assert len(worker.lobby) == 0 and worker.nr_conns == 0


def test_a_stream_and_an_upload_wait_in_threads_of_their_own(worker: Turned, ask: Ask) -> None:
    client = ask("/5")
    assert answer(worker, client, 5) == body(5)
    worker.turn_until(lambda: len(worker.keepalived_conns) == 1)
    conn = worker.keepalived_conns[0]
    assert conn.sock.waiters is worker._waiters
    client.sendall(b"POST /6 HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n" + bytes(99_999))
    assert answer(worker, client, 6) == body(6)
    assert conn.sock.waiters is None

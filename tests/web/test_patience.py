"""Sockets whose patience ends, and what they do with an answer that the line does not take."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.web import patience
from companion.web.outbox import AT_MOST
from companion.web.patience import Patience, patient

Pair = tuple[Patience, socket.socket]
LARGE = AT_MOST + 5_000_000
"""More than the line and an outbox hold."""


@pytest.fixture
def pair() -> Iterator[Pair]:
    """A patient socket and its other end."""
    ours, theirs = socket.socketpair()
    made = patient(ours)
    made.setblocking(True)
    yield made, theirs
    made.close()
    theirs.close()


def test_a_body_that_does_not_come_in_time_ends_as_if_the_client_had_gone(
    pair: Pair,
) -> None:
    ours, theirs = pair
    theirs.sendall(b"half")
    ours.until = time.monotonic() + 0.05
    assert ours.recv(100) == b"half"
    assert ours.recv(100) == b""
    theirs.sendall(b"too late")
    assert ours.recv(100) == b""


def test_a_client_that_takes_nothing_counts_as_gone(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SEND_S", 0.05)
    pair[0].setblocking(True)
    with pytest.raises(BrokenPipeError):
        pair[0].sendall(b"x" * 10_000_000)


@pytest.mark.parametrize("size", [0, 1, 3_000, 5_000_000])
def test_all_arrives_whether_the_line_takes_it_at_once_or_not(pair: Pair, size: int) -> None:
    ours, theirs = pair
    said, heard = bytes(number % 251 for number in range(size)), bytearray()

    def hear() -> None:
        while more := theirs.recv(50_000):
            heard.extend(more)

    listener = threading.Thread(target=hear)
    listener.start()
    ours.sendall(said)
    ours.sendall(b"end")
    ours.shutdown(socket.SHUT_WR)
    listener.join()
    assert bytes(heard) == said + b"end"


def test_what_the_line_takes_at_once_is_sent_without_asking(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket.socket, "sendall", lambda *_: pytest.fail("Python's own way asks the line first"))
    pair[0].sendall(b"x" * 3_000)
    assert pair[1].recv(5_000) == b"x" * 3_000


def test_a_client_who_hung_up_is_gone(pair: Pair) -> None:
    pair[1].close()
    with pytest.raises(BrokenPipeError):
        pair[0].sendall(b"x")


def shown(size: int) -> bytes:
    """Bytes of which each stands at its own place."""
    return bytes(number % 251 for number in range(size))


def sent_on(ours: Patience, theirs: socket.socket) -> bytes:
    """All that comes while the outbox is emptied as the loop does it."""
    heard = bytearray()
    theirs.settimeout(0.0)
    while True:
        ours.outbox.flush(ours.fileno())
        try:
            heard += theirs.recv(1_000_000)
        except BlockingIOError:
            if not ours.outbox:
                return bytes(heard)


def fill(ours: Patience) -> int:
    """Fill the line, and tell with how much."""
    filled = 0
    ours.setblocking(False)
    try:
        while True:
            filled += ours.send(b"." * 100_000)
    except BlockingIOError:
        return filled
    finally:
        ours.setblocking(True)


def test_what_a_tap_s_line_does_not_take_waits_in_the_outbox_in_order(pair: Pair) -> None:
    ours, theirs = pair
    ours.waiters = threading.Semaphore(0)
    said = shown(AT_MOST)
    for start in range(0, len(said), 100_000):
        ours.sendall(said[start : start + 100_000])
    assert 0 < len(ours.outbox) < AT_MOST
    assert sent_on(ours, theirs) == said


def test_nothing_goes_past_an_outbox_that_is_not_empty(pair: Pair) -> None:
    ours, theirs = pair
    ours.waiters = threading.Semaphore(0)
    filled = fill(ours)
    ours.sendall(b"first")
    assert len(theirs.recv(filled, socket.MSG_WAITALL)) == filled
    ours.sendall(b"second")
    assert len(ours.outbox) == len(b"firstsecond")
    assert sent_on(ours, theirs) == b"firstsecond"


def test_a_file_waits_in_the_outbox_like_any_answer(pair: Pair, tmp_path: Path) -> None:
    ours, theirs = pair
    ours.waiters = threading.Semaphore(0)
    said = shown(900_000)
    (tmp_path / "file").write_bytes(said)
    with (tmp_path / "file").open("rb") as file:
        assert ours.sendfile(file, 1_000, 800_000) == 800_000
        assert sent_on(ours, theirs) == said[1_000:801_000]
        assert ours.sendfile(file, 899_990) == 10
    assert sent_on(ours, theirs) == said[899_990:]


def test_more_than_an_outbox_holds_is_waited_for_by_its_thread_in_order(pair: Pair) -> None:
    ours, theirs = pair
    ours.waiters = threading.Semaphore(1)
    filled, said, heard = fill(ours), shown(LARGE), bytearray()

    def hear() -> None:
        while more := theirs.recv(50_000):
            heard.extend(more)

    ours.sendall(b"head")
    assert len(ours.outbox) == 4
    listener = threading.Thread(target=hear)
    listener.start()
    ours.sendall(said)
    assert not ours.outbox and ours.waiters.acquire(blocking=False), "the place is free again"
    ours.shutdown(socket.SHUT_WR)
    listener.join()
    assert heard[filled:] == b"head" + said


def test_where_too_many_wait_already_the_next_is_let_go_at_once(pair: Pair) -> None:
    ours, _ = pair
    ours.waiters = threading.Semaphore(0)
    ours.sendall(shown(AT_MOST))
    with pytest.raises(BrokenPipeError, match="too many"):
        ours.sendall(shown(LARGE))
    assert not ours.outbox, "nothing of it is sent on"


def test_who_takes_nothing_gives_his_thread_s_place_back(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SEND_S", 0.05)
    ours, _ = pair
    ours.setblocking(True)
    ours.waiters = threading.Semaphore(1)
    with pytest.raises(BrokenPipeError, match="takes nothing"):
        ours.sendall(shown(LARGE))
    assert ours.waiters.acquire(blocking=False)


def test_streams_and_uploads_have_no_outbox(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SEND_S", 0.05)
    ours, _ = pair
    fill(ours)
    with pytest.raises(BrokenPipeError):
        ours.sendall(b"x")
    assert not ours.outbox

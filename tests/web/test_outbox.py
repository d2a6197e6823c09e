"""The outbox: how much waits in it, and what a line takes of it."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

import pytest

from companion.table.evidence import LARGEST
from companion.web.outbox import AT_MOST, Outbox


@pytest.fixture
def line() -> Iterator[tuple[socket.socket, socket.socket]]:
    """A line that never blocks, and its other end."""
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    theirs.setblocking(False)
    yield ours, theirs
    ours.close()
    theirs.close()


def test_it_holds_so_much_and_any_picture() -> None:
    outbox = Outbox()
    assert outbox.has_room(2 * LARGEST)
    outbox.put(b"x")
    assert outbox.has_room(AT_MOST - 1) and not outbox.has_room(AT_MOST)


def test_it_gives_what_the_line_takes_and_keeps_the_rest(line: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = line
    outbox, said, heard = Outbox(), os.urandom(AT_MOST), b""
    outbox.put(said[:1_000])
    outbox.put(memoryview(said)[1_000:])
    sent = outbox.flush(ours.fileno())
    assert 0 < sent < AT_MOST and len(outbox) == AT_MOST - sent
    assert outbox.flush(ours.fileno()) == 0, "the line is full"
    while len(heard) < AT_MOST:
        heard += theirs.recv(AT_MOST)
        outbox.flush(ours.fileno())
    assert heard == said and not outbox


def test_a_line_that_is_gone_is_told(line: tuple[socket.socket, socket.socket]) -> None:
    ours, theirs = line
    outbox = Outbox()
    outbox.put(b"x")
    theirs.close()
    with pytest.raises(BrokenPipeError):
        outbox.flush(ours.fileno())


def test_what_is_taken_out_is_here_no_more() -> None:
    outbox = Outbox()
    outbox.put(b"abc")
    assert outbox.taken_out() == b"abc" and not outbox

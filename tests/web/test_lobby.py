"""The lobby: what is a whole request, who must go and when, sockets whose patience ends."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from companion.web import lobby
from companion.web.lobby import HEAD_AT_MOST, SMALL, Asked, Lobby, asked, patient

GET = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
POST = b"POST /api/act HTTP/1.1\r\nHost: a\r\ncontent-LENGTH: 5\r\n\r\n"


@pytest.mark.parametrize(
    ("heard", "found"),
    [
        (GET, Asked("tap", True)),
        (POST + b"12345", Asked("tap", True)),
        (POST + b"12345GET /next", Asked("tap", True)),
        (GET.replace(b"/health", b"/live?page=play"), Asked("stream", True)),
        (GET.replace(b"/health", b"/api/live"), Asked("stream", True)),
        (GET.replace(b"/health", b"/lively"), Asked("tap", True)),
        (POST.replace(b": 5", b": %d" % (SMALL + 1)), Asked("upload", False)),
        (GET.replace(b"Host: a", b"Transfer-Encoding: chunked"), Asked("upload", False)),
        (b"x" * (HEAD_AT_MOST + 1), Asked("tap", True)),
    ],
)
def test_what_is_asked_is_told_by_the_head(heard: bytes, found: Asked) -> None:
    assert asked(heard) == found


@pytest.mark.parametrize("whole", [GET, POST + b"12345"])
def test_of_a_small_request_every_byte_is_waited_for(whole: bytes) -> None:
    assert {asked(whole[:length]) for length in range(len(whole))} == {None}


class Door:
    """Who was let go, and a clock that is set by hand."""

    def __init__(self, places: int = 3) -> None:
        self.now = 0.0
        self.gone: list[str] = []
        self.lobby = Lobby(lambda: self.now, places)

    def enter(self, who: str, address: str = "a", seconds: float = 10.0) -> None:
        """Somebody comes in."""
        self.lobby.enter(who, address, seconds, lambda: self.gone.append(who))


def test_who_is_not_done_in_time_goes_however_often_he_says_something() -> None:
    door = Door()
    door.enter("slow")
    door.now = 6.0
    door.enter("later")
    door.lobby.sweep()
    assert door.gone == []
    door.now = 10.0
    door.lobby.sweep()
    assert door.gone == ["slow"] and len(door.lobby) == 1


def test_an_address_has_so_many_places_and_takes_none_of_another() -> None:
    door = Door()
    for number in range(3):
        door.enter(f"a{number}")
    door.enter("b", "b")
    door.enter("a3")
    assert door.gone == ["a0"] and len(door.lobby) == 4


def test_who_goes_on_is_not_let_go_and_at_the_end_all_are() -> None:
    door = Door()
    door.enter("one")
    door.enter("two")
    door.lobby.forget("one")
    door.lobby.sweep(everybody=True)
    assert door.gone == ["two"] and len(door.lobby) == 0


@pytest.fixture
def pair() -> Iterator[tuple[lobby.Patience, socket.socket]]:
    """A patient socket and its other end."""
    ours, theirs = socket.socketpair()
    made = patient(ours)
    made.setblocking(True)
    yield made, theirs
    made.close()
    theirs.close()


def test_a_body_that_does_not_come_in_time_ends_as_if_the_client_had_gone(
    pair: tuple[lobby.Patience, socket.socket],
) -> None:
    ours, theirs = pair
    theirs.sendall(b"half")
    ours.until = time.monotonic() + 0.05
    assert ours.recv(100) == b"half"
    assert ours.recv(100) == b""
    theirs.sendall(b"too late")
    assert ours.recv(100) == b""


def test_a_client_that_takes_nothing_counts_as_gone(
    pair: tuple[lobby.Patience, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "SEND_S", 0.05)
    pair[0].setblocking(True)
    with pytest.raises(BrokenPipeError):
        pair[0].sendall(b"x" * 10_000_000)


@pytest.mark.parametrize("size", [0, 1, 3_000, 5_000_000])
def test_all_arrives_whether_the_line_takes_it_at_once_or_not(
    pair: tuple[lobby.Patience, socket.socket], size: int
) -> None:
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


def test_what_the_line_takes_at_once_is_sent_without_asking(
    pair: tuple[lobby.Patience, socket.socket], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket.socket, "sendall", lambda *_: pytest.fail("Python's own way asks the line first"))
    pair[0].sendall(b"x" * 3_000)
    assert pair[1].recv(5_000) == b"x" * 3_000


def test_a_client_who_hung_up_is_gone(pair: tuple[lobby.Patience, socket.socket]) -> None:
    pair[1].close()
    with pytest.raises(BrokenPipeError):
        pair[0].sendall(b"x")

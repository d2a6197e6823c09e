"""The lobby: what is a whole request, who must go and when."""

from __future__ import annotations

import pytest

from companion.web.lobby import HEAD_AT_MOST, SMALL, Asked, Lobby, asked

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


def test_who_moved_may_wait_anew_at_the_place_that_he_has() -> None:
    door = Door()
    for who in ("a0", "a1", "a2"):
        door.enter(who)
    door.now = 6.0
    door.lobby.stay("a0", 10.0)
    door.now = 10.0
    door.lobby.sweep()
    assert door.gone == ["a1", "a2"]
    door.enter("a3")
    door.enter("a4")
    door.enter("a5")
    assert door.gone[2:] == ["a0"], "he is still the oldest"


def test_who_is_hurried_goes_sooner_and_never_later() -> None:
    door = Door()
    door.enter("long", seconds=10.0)
    door.enter("short", seconds=1.0)
    door.lobby.hurry(2.0)
    door.now = 1.0
    door.lobby.sweep()
    assert door.gone == ["short"]
    door.now = 2.0
    door.lobby.sweep()
    assert door.gone == ["short", "long"]


def test_all_addresses_together_have_so_much_room() -> None:
    door = Door()
    door.lobby = Lobby(lambda: door.now, 3, room=2)
    for who in "abc":
        door.enter(who, who)
    assert door.gone == ["a"] and len(door.lobby) == 2

"""The crier: one thread for all streams, which waits for no client."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator

import pytest

from companion.table.table import Table
from companion.web.crier import Crier, Line
from companion.web.patience import Patience, patient
from tests.web.guests import House

PATIENCE_S = 10.0
NEVER_S = 60.0
MUCH = b"x" * 5_000_000
"""More than any line takes at once."""


class Client:
    """A stream as its own thread has it, and the other end of its line.  ``speak`` is asked in its name."""

    def __init__(self, table: Table, crier: Crier, speak: Callable[[int], bytes | None], chunked: bool) -> None:
        ours, self.ear = socket.socketpair()
        self.ear.settimeout(PATIENCE_S)
        self.mouth: Patience = patient(ours)
        self.mouth.setblocking(True)
        self.fault: BaseException | None = None
        self.tellers: list[str] = []
        self._crier, self._speak = crier, speak
        self._line = Line(self.mouth, chunked, self._said)
        self._version = table.version
        self._thread = threading.Thread(target=self._lend, name="its own", daemon=True)

    def _said(self, version: int) -> bytes | None:
        self.tellers.append(threading.current_thread().name)
        return self._speak(version)

    def _lend(self) -> None:
        try:
            self._crier.lend(self._line, self._version)
        except (OSError, LookupError) as fault:
            self.fault = fault

    def lent(self) -> Client:
        """Lend the line; its thread waits from now on."""
        self._thread.start()
        return self

    def back(self) -> None:
        """Wait until its own thread has the line again."""
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()

    def hears(self, size: int) -> bytes:
        """So many bytes."""
        heard = bytearray()
        while len(heard) < size:
            more = self.ear.recv(size - len(heard))
            assert more
            heard += more
        return bytes(heard)

    def learns(self, version: int) -> None:
        """Hear until this version, or a later one, is told."""
        while int(self.hears(5)[:4]) < version:
            pass

    def close(self) -> None:
        """Hang up."""
        self.mouth.close()
        self.ear.close()


Enter = Callable[..., Client]


@pytest.fixture
def enter(house: House) -> Iterator[Enter]:
    """Clients of one crier, who beats at no time but at the beginning."""
    crier, clients, ended = Crier(house.table, NEVER_S), list[Client](), threading.Event()

    def come(speak: Callable[[int], bytes | None] = lambda version: b"%4d;" % version, chunked: bool = False) -> Client:
        def spoken(version: int) -> bytes | None:
            return None if ended.is_set() else speak(version)

        clients.append(Client(house.table, crier, spoken, chunked))
        return clients[-1]

    yield come
    ended.set()
    house.table.touch()
    for client in clients:
        client.back()
        client.close()


def test_all_are_told_by_one_thread(enter: Enter, house: House) -> None:
    clients = [enter().lent() for _ in range(5)]
    house.table.touch()
    for client in clients:
        client.learns(house.table.version)
    assert {name for client in clients for name in client.tellers} == {"crier"}


def test_a_chunk_is_framed_as_one(enter: Enter) -> None:
    client = enter(lambda _: b"a line of news, no less", chunked=True).lent()
    assert client.hears(29) == b"17\r\na line of news, no less\r\n"


def test_who_takes_not_all_is_left_to_its_own_thread_and_holds_nobody_up(enter: Enter, house: House) -> None:
    slow, quick = enter(lambda _: MUCH).lent(), enter()
    while "crier" not in slow.tellers:
        pass
    quick.lent()
    for _ in range(3):
        house.table.touch()
        quick.learns(house.table.version)
    assert len(slow.tellers) == 1, "a line that is behind is told nothing more"
    assert slow.hears(len(MUCH)) == MUCH
    slow.back()
    assert slow.fault is None


def test_who_takes_nothing_at_all_waits_in_its_own_thread(enter: Enter) -> None:
    client = enter()
    client.mouth.settimeout(0.0)
    filled = 0
    with pytest.raises(BlockingIOError):
        while True:
            filled += client.mouth.send(MUCH)
    client.mouth.setblocking(True)
    client.lent()
    while "crier" not in client.tellers or "crier" in {thread.name for thread in threading.enumerate()}:
        pass  # with no line left it ends
    client.hears(filled)
    client.back()
    assert client.ear.recv(100).endswith(b";")


def test_who_is_gone_ends_alone(enter: Enter, house: House) -> None:
    gone, here = enter(), enter()
    gone.ear.close()
    gone.lent()
    gone.back()
    assert isinstance(gone.fault, BrokenPipeError)
    here.lent()
    house.table.touch()
    assert here.hears(1)


def test_what_fails_for_one_is_raised_in_its_own_thread(enter: Enter, house: House) -> None:
    def fails(_: int) -> bytes | None:
        raise LookupError("no such part")

    fallen, here = enter(fails).lent(), enter().lent()
    fallen.back()
    assert isinstance(fallen.fault, LookupError)
    house.table.touch()
    assert here.hears(1)


def test_a_stream_that_must_end_comes_back_unharmed(enter: Enter) -> None:
    client = enter(lambda _: None).lent()
    client.back()
    assert client.fault is None and client.tellers == ["crier"]


def test_what_came_to_pass_before_a_line_was_lent_is_told_at_once(enter: Enter, house: House) -> None:
    """The crier has told it to the others, and its next beat is far."""
    first, late = enter().lent(), enter()
    house.table.touch()
    first.learns(house.table.version)
    late.lent()
    late.learns(house.table.version)


def test_beats_come_without_news(house: House) -> None:
    beats = iter([b"beat", b"beat", None])
    client = Client(house.table, Crier(house.table, 0.01), lambda _: next(beats), False).lent()
    client.back()
    assert client.hears(8) == b"beatbeat"
    client.close()


def test_the_crier_sleeps_while_nobody_is_there_and_wakes_for_the_next(enter: Enter) -> None:
    for _ in range(3):
        client = enter(lambda _: None).lent()
        client.back()
        assert client.tellers == ["crier"]

"""What a device's log says of its host: one line for each change, however often it is tried in between."""

from __future__ import annotations

import queue
import threading
from pathlib import Path

import msgspec
import pytest

from companion.link.errors import Garbled, HostError, Refused, TokenError
from companion.link.faults import Faults
from companion.link.follower import AGAIN, fault_of
from companion.link.host import Host
from companion.link.log import ERROR, NOTICE, WARNING
from tests.firmware.states import state
from tests.link.hosts import FakeHost, Part, event
from tests.link.watched import Watched

TRIES = 4
STRANGER: list[Part] = [b'event: state\ndata: {"view":{}}\n\n']
"""What the host sends to whom it does not know: a state for spectators."""
GOOD: list[Part] = [event(state(seq=9)), threading.Event()]


class Line:
    """A follower of a host, and the lines that it has written."""

    def __init__(self, host: FakeHost, folder: Path) -> None:
        self.lines: list[tuple[int, str]] = []
        self.host = host.client(folder, Faults(lambda level, line: self.lines.append((level, line))))

    def follow(self) -> Watched:
        return Watched(self.host)


@pytest.mark.parametrize(
    ("script", "level", "said"),
    [
        ([], WARNING, "the host is away: the host closed the stream"),
        ([b": heartbeat\n\n"], WARNING, "the host is away: the host closed the stream"),
        ([b"event: state\ndata: {}\n\n"], WARNING, "the host sent a state that cannot be read: "),
        ([b"data: " + b"x" * 300_000], WARNING, "the host sent more than a state can be"),
        (
            STRANGER,
            ERROR,
            "the host does not know this device; is the token its newest?",
        ),
        ([b"event: replaced\ndata: {}\n\n"], ERROR, "another program follows the table with this device's token"),
    ],
    ids=["closed", "silent", "unreadable", "too long", "stranger", "replaced"],
)
def test_a_stream_that_is_none_is_one_line_and_its_end_another(
    script: list[Part], level: int, said: str, tmp_path: Path
) -> None:
    with FakeHost(*[script] * TRIES, GOOD) as host:
        line = Line(host, tmp_path)
        watched = line.follow()
        assert len(watched.until(state(seq=9))) == TRIES
        watched.follower.end()
    assert [each for each, _ in line.lines] == [level, NOTICE]
    assert line.lines[0][1].startswith(said) and line.lines[1][1] == AGAIN


@pytest.mark.parametrize(
    ("status", "level", "said"),
    [
        (403, ERROR, "the host refuses this device (403); is the token its newest?"),
        (503, WARNING, "the host is away: the host is not ready (503)"),
    ],
)
def test_a_status_that_is_no_stream_is_one_line(status: int, level: int, said: str, tmp_path: Path) -> None:
    with FakeHost(status=status) as host:
        line = Line(host, tmp_path)
        watched = line.follow()
        for _ in range(TRIES):
            watched.change()
        assert line.lines == [(level, said)]
        host.scripts, host.status = iter([GOOD]), 200
        watched.until(state(seq=9))
        assert line.lines[1:] == [(NOTICE, AGAIN)]
        watched.follower.end()


def test_a_token_that_is_missing_and_comes(tmp_path: Path) -> None:
    with FakeHost(GOOD) as host:
        line = Line(host, tmp_path)
        token = line.host.token_file.read_text()
        line.host.token_file.unlink()
        watched = line.follow()
        for _ in range(TRIES):
            watched.change()
        assert [level for level, _ in line.lines] == [ERROR]
        assert "copy it from there" in line.lines[0][1]
        line.host.token_file.write_text(token)
        watched.until(state(seq=9))
        assert line.lines[1:] == [(NOTICE, AGAIN)]
        watched.follower.end()


def test_one_fault_after_another_is_a_line_each(tmp_path: Path) -> None:
    with FakeHost([event(state())], STRANGER, STRANGER, [], GOOD) as host:
        line = Line(host, tmp_path)
        watched = line.follow()
        watched.until(state(seq=9))
        watched.follower.end()
    assert [text.split(";")[0] for _, text in line.lines] == [
        "the host is away: the host closed the stream",
        "the host does not know this device",
        "the host is away: the host closed the stream",
        AGAIN,
    ]


def test_a_host_that_was_never_away_is_silence(tmp_path: Path) -> None:
    with FakeHost([event(state()), event(state(seq=9)), threading.Event()]) as host:
        line = Line(host, tmp_path)
        watched = line.follow()
        watched.until(state(seq=9))
        watched.follower.end()
        assert line.lines == []


def test_being_away_is_one_fault_in_all_its_words() -> None:
    words: queue.Queue[tuple[int, str]] = queue.Queue()
    faults = Faults(lambda level, line: words.put((level, line)))
    for error in (ConnectionRefusedError(111, "refused"), TimeoutError("timed out"), HostError("the host closed it")):
        faults.tell("host", fault_of(error, str(error)), AGAIN)
    assert words.get_nowait() == (WARNING, "the host is away: [Errno 111] refused")
    assert words.empty()


def test_away_refused_unreadable_and_no_token_are_four_faults() -> None:
    errors = [HostError("x"), Refused("x"), Garbled("x"), TokenError("y")]
    assert len({fault_of(error, str(error)).same for error in errors}) == 4


def test_a_program_that_ends_says_nothing_of_its_host(tmp_path: Path) -> None:
    goes_on = threading.Event()
    with FakeHost([event(state()), goes_on]) as host:
        line = Line(host, tmp_path)
        watched = line.follow()
        watched.until(state())
        watched.follower.end()
        goes_on.set()
        watched.follower.join(20)
        assert not watched.follower.is_alive()
        assert line.lines == []


def test_a_host_is_known_while_it_sends_states(tmp_path: Path) -> None:
    goes_on = threading.Event()
    with FakeHost([event(state()), goes_on]) as host:
        client: Host = Line(host, tmp_path).host
        assert not client.known
        watched = Watched(client)
        watched.until(state())
        assert client.known
        goes_on.set()
        watched.change()
        assert not client.known
        watched.follower.end()


def test_the_state_of_a_spectator_is_no_fault_of_the_bytes() -> None:
    from companion.protocol import NotForDevices, Unreadable, read_device_state

    with pytest.raises(NotForDevices):
        read_device_state(msgspec.json.encode({"view": {}, "seq": 1}))
    with pytest.raises(Unreadable) as unreadable:
        read_device_state(b"[]")
    assert not isinstance(unreadable.value, NotForDevices)

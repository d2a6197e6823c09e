"""Slow, silent and half-sending clients beside a real host: taps are answered as if they were not there.

The host lets none of them go (``tests.programs.enduring``) while there are more of them than it has threads for taps:
if one held a thread, so would the others, and no answer came at all.
"""

from __future__ import annotations

import socket
import time
import urllib.parse
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.web.lobby import PLACES
from companion.web.ticker import ROUND_EVERY
from companion.web.worker import THREADS
from tests.programs.running import Running, running, seated, until

PATIENCE_S = 30.0
"""For one answer, on the slowest machine; by the seconds of a host that lets nobody go it is nothing."""
LOOK_AGAIN_S = 0.5
ESTABLISHED = "01"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A host with nobody at the table, who lets nobody go."""
    folder = Path(tmp_path_factory.mktemp("slow")) / "data"
    with running(folder, module="tests.programs.enduring") as found:
        yield found


@pytest.fixture
def crowd() -> Iterator[ExitStack]:
    """Connections that close when the test is over."""
    with ExitStack() as stack:
        yield stack


def connect(host: Running, crowd: ExitStack, said: bytes, holds: int | None = None) -> socket.socket:
    """A client that has said so much, and whose end of the line ``holds`` so many bytes that it does not take."""
    where = urllib.parse.urlsplit(host.url)
    client = crowd.enter_context(socket.socket())
    client.settimeout(PATIENCE_S)
    if holds is not None:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, holds)
    client.connect((where.hostname, where.port))
    client.sendall(said)
    return client


def answered(host: Running, times: int = 20) -> None:
    """The table answers a newcomer, again and again."""
    for _ in range(times):
        told = host.ask("/api/state", timeout_s=PATIENCE_S)
        assert told is not None and told[0] == 200


def lines(host: Running) -> dict[int, tuple[str, int]]:
    """The host's connections by the port of the client: state, and how many bytes wait for him in the kernel."""
    port = urllib.parse.urlsplit(host.url).port
    rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ours = [row for row in rows if int(row[1].split(":")[1], 16) == port]
    return {int(row[2].split(":")[1], 16): (row[3], int(row[4].split(":")[0], 16)) for row in ours}


def held(host: Running, clients: list[socket.socket]) -> list[int]:
    """How much waits for each of these clients, none of whom was let go."""
    found = lines(host)
    states = [found.get(client.getsockname()[1], ("gone", 0)) for client in clients]
    assert {state for state, _ in states} == {ESTABLISHED}
    return [waiting for _, waiting in states]


def full(host: Running, clients: list[socket.socket]) -> bool:
    """Whether answers wait for all of them, and no more flows."""
    before = held(host, clients)
    time.sleep(LOOK_AGAIN_S)
    return all(before) and held(host, clients) == before


HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
DOCUMENT = b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.mark.parametrize(
    "said",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(HEAD + b"X-A: b", id="half a head"),
        pytest.param(b"POST /api/act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{", id="half a body"),
        pytest.param(
            b"POST /api/act HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
            id="half a chunk",
        ),
        pytest.param(
            b"POST /api/dispute/photo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999\r\n\r\n\xff\xd8\xff",
            id="half a photo",
        ),
        pytest.param(b"\x16\x03\x01", id="https"),
    ],
)
def test_eighty_half_sent_requests_delay_nobody(host: Running, crowd: ExitStack, said: bytes) -> None:
    for _ in range(80):
        connect(host, crowd, said)
    answered(host)


def test_requests_cut_off_anywhere_delay_nobody(host: Running, crowd: ExitStack) -> None:
    whole = b"POST /api/act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n"
    clients = [connect(host, crowd, whole[:length]) for length in range(1, len(whole), 3)]
    assert THREADS["tap"] < len(clients) <= PLACES
    answered(host)
    held(host, clients)


def test_photos_of_a_seat_that_never_end_leave_the_taps_alone(host: Running, crowd: ExitStack) -> None:
    token = next(iter(seated(host).values())).encode()
    begun = b"POST /api/dispute/photo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999\r\n"
    for _ in range(20):
        connect(host, crowd, begun + b"Authorization: Bearer " + token + b"\r\n\r\n\xff\xd8\xff")
    answered(host)


def test_answers_that_nobody_takes_leave_the_taps_alone(host: Running, crowd: ExitStack) -> None:
    """They are asked for until the lines are full: 14 MB for each, of which the kernel holds three."""
    clients = [connect(host, crowd, 200 * DOCUMENT, holds=4096) for _ in range(3 * THREADS["tap"])]
    until(lambda: full(host, clients), 2 * PATIENCE_S, "full lines")
    answered(host)
    assert all(held(host, clients))


def test_who_takes_his_answers_late_gets_all_of_them_in_order(host: Running, crowd: ExitStack) -> None:
    """What the kernel, the outbox and the requests not yet heard hold comes once the client takes it."""
    asked = 100
    late = connect(host, crowd, asked * DOCUMENT + HEAD + b"Connection: close\r\n\r\n", holds=4096)
    until(lambda: full(host, [late]), 2 * PATIENCE_S, "a full line")
    heard = bytearray()
    while more := late.recv(1_000_000):
        heard += more
    bodies = [answer.partition(b"\r\n\r\n")[2] for answer in bytes(heard).split(b"HTTP/1.1 200 OK\r\n")[1:]]
    assert len(bodies) == asked + 1 and len(set(bodies[:-1])) == 1 and bodies[-1].startswith(b"{")


def test_clients_that_do_not_hang_up_delay_nobody(host: Running, crowd: ExitStack) -> None:
    for _ in range(5 * THREADS["tap"]):
        connect(host, crowd, HEAD + b"Connection: close\r\n\r\n")
    answered(host)


def test_requests_that_come_together_or_in_pieces_are_all_answered(host: Running, crowd: ExitStack) -> None:
    ask = HEAD + b"\r\n"
    client = connect(host, crowd, ask + ask + ask[:20])
    client.sendall(ask[20:])
    heard = b""
    while heard.count(b"200 OK") < 3:
        more = client.recv(65536)
        assert more, heard
        heard += more


def test_a_stranger_s_upload_is_refused_before_its_body(host: Running, crowd: ExitStack) -> None:
    client = connect(
        host, crowd, b"POST /api/dispute/photo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999\r\n\r\n"
    )
    assert b" 403 " in client.recv(65536).split(b"\r\n", 1)[0]


def test_systemd_s_watchdog_is_fed_by_requests_that_go_round(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "15000000")
        with running(tmp_path / "data") as found:
            fed = 0
            while fed < 2 * ROUND_EVERY:
                fed += systemd.recv(1000).count(b"WATCHDOG=1")
            assert found.state()["seq"] >= 0

"""Slow, silent and half-sending clients beside a real host: taps are answered as if they were not there."""

from __future__ import annotations

import socket
import urllib.parse
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.web.ticker import ROUND_EVERY
from tests.pace import bar, took
from tests.programs.running import Running, running, seated

SOON_S = 1.0


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A host with nobody at the table."""
    with running(Path(tmp_path_factory.mktemp("slow")) / "data") as found:
        yield found


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Another host, left alone by everybody: as fast as the machine is just now."""
    with running(Path(tmp_path_factory.mktemp("calm")) / "data") as found:
        yield found


@pytest.fixture
def crowd(host: Running) -> Iterator[ExitStack]:
    """Connections that close when the test is over."""
    with ExitStack() as stack:
        yield stack


def connect(host: Running, crowd: ExitStack, said: bytes) -> socket.socket:
    """A client that has said so much."""
    where = urllib.parse.urlsplit(host.url)
    client = crowd.enter_context(socket.create_connection((where.hostname, where.port), timeout=5))
    client.sendall(said)
    return client


def answered_soon(host: Running, calm: Running, times: int = 3) -> None:
    """The table answers a newcomer at once, again and again, as a host answers that is left alone."""
    for _ in range(times):
        waited = took(host.state)
        limit = bar(SOON_S, calm.state)
        assert waited < limit, f"{waited:.2f} s of {limit:.2f}"


HEAD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"


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
def test_eighty_half_sent_requests_delay_nobody(host: Running, calm: Running, crowd: ExitStack, said: bytes) -> None:
    for _ in range(80):
        connect(host, crowd, said)
    answered_soon(host, calm)


def test_photos_of_a_seat_that_never_end_leave_the_taps_alone(host: Running, calm: Running, crowd: ExitStack) -> None:
    token = next(iter(seated(host).values())).encode()
    begun = b"POST /api/dispute/photo HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999\r\n"
    for _ in range(20):
        connect(host, crowd, begun + b"Authorization: Bearer " + token + b"\r\n\r\n\xff\xd8\xff")
    answered_soon(host, calm)


def test_answers_that_nobody_takes_leave_the_taps_alone(host: Running, calm: Running, crowd: ExitStack) -> None:
    for _ in range(30):
        connect(host, crowd, b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 200)
    answered_soon(host, calm)


def test_a_client_that_does_not_hang_up_delays_nobody(host: Running, calm: Running, crowd: ExitStack) -> None:
    for _ in range(10):
        connect(host, crowd, HEAD + b"Connection: close\r\n\r\n")
    answered_soon(host, calm)


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

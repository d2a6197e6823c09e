"""Where the host is, who speaks to it, and what is said of an answer that is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.link.errors import AddressError, HostError, TokenError
from companion.link.faults import Faults
from companion.link.host import Host
from tests.link.hosts import FakeHost


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x",
        "https://x",
        "http://",
        "192.168.1.20:8080",
        "http://x:port",
        "http://x:99999",
        "http://a..b",
        "http://[::1",
    ],
)
def test_a_bad_address_is_named(url: str, tmp_path: Path) -> None:
    with pytest.raises(AddressError, match="the host's address"):
        Host(url, tmp_path)


@pytest.mark.parametrize("content", [None, b"", b"\xff", b"two words"])
def test_a_bad_token_file_is_named(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "firmware.token"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(TokenError, match=r"firmware\.token"):
        Host("http://127.0.0.1:8080", file).token()


class Lines(list[tuple[int, str]]):
    """A log that a test reads: levels and lines."""

    def faults(self) -> Faults:
        return Faults(lambda level, line: self.append((level, line)))


def test_an_answer_is_its_status_and_body(tmp_path: Path) -> None:
    with FakeHost() as host:
        assert host.client(tmp_path).post("/api/x", b"{}") == (200, b"")
        assert host.posts.get() == ("/api/x", b"{}", "Bearer secret")


def test_nobody_there_and_no_token_are_told_apart(tmp_path: Path) -> None:
    with FakeHost() as host:
        client = host.client(tmp_path)
    with pytest.raises(HostError, match="no answer from the host"):
        client.post("/api/x", b"{}")
    client.token_file.unlink()
    with pytest.raises(TokenError, match="copy it from there"):
        client.post("/api/x", b"{}")


def test_a_message_that_is_refused_is_one_line_and_one_when_it_is_taken_again(tmp_path: Path) -> None:
    lines = Lines()
    with FakeHost() as host:
        client = host.client(tmp_path, lines.faults())
        client.known = True
        for status in (200, 409, 413, 413, 200, 200):
            host.answers.put(status)
            client.post("/api/device/picture", b"")
        assert [line for _, line in lines] == [
            "the host refuses /api/device/picture (status 413): ",
            "the host takes /api/device/picture again",
        ]


def test_to_a_stranger_only_the_stream_says_so(tmp_path: Path) -> None:
    lines = Lines()
    with FakeHost() as host:
        client = host.client(tmp_path, lines.faults())
        host.answers.put(403)
        assert client.post("/api/device/heartbeat", b"").status == 403
        assert lines == []

"""The line to the host: whatever comes, the newest good state is there and nothing grows or hangs."""

from __future__ import annotations

import io
import json
import queue
import socket
import threading
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.protocol import ButtonPress, DeviceState, Heartbeat, read_device_state
from firmware import client
from firmware.client import Host, Poster, StateReader
from firmware.errors import HostError, OptionError
from firmware.events import MAX_EVENT, Event, read_events
from tests.firmware.hosts import WAIT_S, FakeHost, event
from tests.firmware.states import state

QUICK = (0.01,)
BEAT = Heartbeat("firmware", "ok", "virtual", True)
PRESS = ButtonPress(1, "press", "r1", 7)


class Watched:
    """A reader whose changes can be waited for."""

    def __init__(self, host: Host) -> None:
        self.changes: queue.Queue[tuple[DeviceState | None, str]] = queue.Queue()
        self.reader = StateReader(host, QUICK, self._told)
        self.reader.start()

    def _told(self) -> None:
        self.changes.put((self.reader.state, self.reader.trouble))

    def change(self) -> tuple[DeviceState | None, str]:
        return self.changes.get(timeout=WAIT_S)

    def until(self, wanted: DeviceState) -> list[str]:
        """Wait for a state; the troubles on the way."""
        troubles: list[str] = []
        while True:
            now, trouble = self.change()
            if now == wanted:
                return troubles
            troubles.append(trouble)


class TestEvents:
    def read(self, data: bytes) -> list[Event]:
        return list(read_events(io.BytesIO(data)))

    def test_events_comments_and_several_lines(self) -> None:
        data = b": heartbeat\n\nevent: state\r\ndata: a\r\ndata:b\r\n\r\ndata: c\n\nevent: lonely\n\n"
        assert self.read(data) == [Event("", b""), Event("state", b"a\nb"), Event("message", b"c")]

    def test_a_line_broken_off_is_no_event(self) -> None:
        with pytest.raises(HostError):
            self.read(b"event: state\ndata: {")

    @pytest.mark.parametrize("data", [b"data: " + b"x" * 10_000_000, b"data: x\n" * 1_000_000], ids=["line", "lines"])
    def test_ten_megabytes_are_refused_after_a_bounded_part(self, data: bytes) -> None:
        stream = io.BytesIO(data)
        with pytest.raises(HostError):
            list(read_events(stream))
        assert stream.tell() <= 5 * MAX_EVENT

    @given(st.binary(max_size=300))
    def test_no_bytes_break_the_reader(self, data: bytes) -> None:
        try:
            events = self.read(data)
        except HostError:
            return
        assert all(isinstance(each, Event) for each in events)


class TestReader:
    def test_the_newest_state_is_kept(self, tmp_path: Path) -> None:
        with FakeHost([event(state()), b": heartbeat\n\n", event(state(seq=2))]) as host:
            watched = Watched(host.client(tmp_path))
            assert watched.change() == (state(), "")
            assert watched.change() == (state(seq=2), "")
            assert watched.change() == (None, "the host closed the stream")
            assert host.streams.get(timeout=WAIT_S) == "Bearer secret"
            watched.reader.end()

    @pytest.mark.parametrize(
        ("rubbish", "told"),
        [
            (b"data: " + b"x" * 10_000_000, "more than a state can be"),
            (b"event: state\ndata: {}\n\n", "cannot be read"),
            (b"event: state\ndata: " + b"[" * 100_000 + b"\n\n", "cannot be read"),
            (b"event: state\ndata: \xff\xfe\n\n", "cannot be read"),
            (b'event: state\ndata: {"version":"x"}\n\n', "cannot be read"),
            (b"event: state\ndata: 1", "broke off"),
        ],
        ids=["10 MB", "empty", "deep", "not utf-8", "wrong type", "broken off"],
    )
    def test_after_rubbish_the_stream_is_opened_anew(self, rubbish: bytes, told: str, tmp_path: Path) -> None:
        with FakeHost([rubbish], [event(state(seq=9)), threading.Event()]) as host:
            watched = Watched(host.client(tmp_path))
            troubles = watched.until(state(seq=9))
            assert len(troubles) == 1 and told in troubles[0]
            watched.reader.end()

    def test_a_role_of_a_newer_host_is_left_out(self, tmp_path: Path) -> None:
        told = json.loads(msgspec.json.encode(state({"n1": ["own"]})))
        told["lamps"] = {"n1": ["comet", "own"], "n2": ["comet"]}
        line = b"event: state\ndata: " + json.dumps(told).encode() + b"\n\n"
        with FakeHost([line, threading.Event()]) as host:
            watched = Watched(host.client(tmp_path))
            assert watched.change() == (state({"n1": ["own"], "n2": []}), "")
            watched.reader.end()

    @pytest.mark.parametrize("lamps", [1, {"n1": "own"}, {"n1": [3]}, {"n1": [["own"]]}, ["n1"]])
    def test_lamps_of_another_shape_are_still_refused(self, lamps: object) -> None:
        told = json.loads(msgspec.json.encode(state())) | {"lamps": lamps}
        with pytest.raises(msgspec.ValidationError):
            read_device_state(json.dumps(told).encode())

    def test_events_that_are_no_states_are_passed_over(self, tmp_path: Path) -> None:
        with FakeHost([b"event: news\ndata: {\n\n", event(state())]) as host:
            watched = Watched(host.client(tmp_path))
            assert watched.until(state()) == []
            watched.reader.end()

    def test_a_silent_host_is_left_after_a_bounded_time(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(client, "SILENCE_S", 0.1)
        with FakeHost([event(state()), threading.Event()], [event(state(seq=2)), threading.Event()]) as host:
            watched = Watched(host.client(tmp_path))
            assert watched.until(state(seq=2)) == ["", "timed out"]
            watched.reader.end()

    def test_a_refused_token_is_told_and_tried_again(self, tmp_path: Path) -> None:
        with FakeHost(status=403) as host:
            watched = Watched(host.client(tmp_path))
            assert [watched.change()[1] for _ in range(2)] == [
                "the host refuses this device (403); is the token its newest?"
            ] * 2
            watched.reader.end()

    def test_a_new_token_is_used_at_the_next_try(self, tmp_path: Path) -> None:
        with FakeHost([event(state())], [event(state(seq=2))]) as host:
            link = host.client(tmp_path)
            watched = Watched(link)
            assert host.streams.get(timeout=WAIT_S) == "Bearer secret"
            link.token_file.write_text("fresh")
            watched.until(state(seq=2))
            assert host.streams.get(timeout=WAIT_S) in ("Bearer fresh", "Bearer secret")
            assert host.streams.get(timeout=WAIT_S) == "Bearer fresh"
            watched.reader.end()

    def test_no_host_at_all(self, tmp_path: Path) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # bound, not listening: refused
            token = tmp_path / "token"
            token.write_text("secret")
            watched = Watched(Host(f"http://127.0.0.1:{taken.getsockname()[1]}", token))
            assert "refused" in watched.change()[1]
            watched.reader.end()

    def test_the_delay_is_bounded(self) -> None:
        assert max(client.DELAYS_S) + client.SILENCE_S <= 10, "healed within 10 s"


class TestPoster:
    def posted(self, host: FakeHost) -> tuple[str, dict[str, object]]:
        path, body, authorization = host.posts.get(timeout=WAIT_S)
        assert authorization == "Bearer secret"
        return path, json.loads(body)

    def test_heartbeats_and_presses_go_to_their_places(self, tmp_path: Path) -> None:
        with FakeHost() as host:
            poster = Poster(host.client(tmp_path))
            poster.start()
            assert poster.send(BEAT) and poster.send(PRESS)
            path, body = self.posted(host)
            assert (path, body["device"], body["state"]) == ("/api/device/heartbeat", "firmware", "ok")
            assert self.posted(host) == (
                "/api/device/button",
                {"button": 1, "gesture": "press", "request": "r1", "seq": 7},
            )
            poster.end()
            poster.join(WAIT_S)
            assert not poster.is_alive()

    def test_a_press_is_sent_again_with_the_same_request(self, tmp_path: Path) -> None:
        with FakeHost() as host:
            host.answers.put(503)
            poster = Poster(host.client(tmp_path))
            poster.start()
            poster.send(PRESS)
            assert self.posted(host) == self.posted(host)
            poster.end()

    @pytest.mark.parametrize("status", [200, 409, 422, 403, 400])
    def test_an_answer_is_an_answer(self, status: int, tmp_path: Path) -> None:
        with FakeHost() as host:
            host.answers.put(status)
            poster = Poster(host.client(tmp_path))
            poster.start()
            poster.send(PRESS)
            poster.send(BEAT)
            assert self.posted(host)[0] == "/api/device/button"
            assert self.posted(host)[0] == "/api/device/heartbeat"
            poster.end()

    def test_what_became_old_is_dropped(self, tmp_path: Path) -> None:
        with FakeHost() as host:
            now = iter([0.0, 0.0, 0.0, 100.0, 100.0, 0.5])
            poster = Poster(host.client(tmp_path), now=lambda: next(now))
            for message in (PRESS, BEAT, ButtonPress(2, "hold", "r2", 7)):
                poster.send(message)
            poster.start()
            path, body = self.posted(host)
            assert (path, body["request"]) == ("/api/device/button", "r2")
            poster.end()

    def test_a_host_that_is_away_does_not_fill_the_memory(self, tmp_path: Path) -> None:
        with FakeHost() as host:
            poster = Poster(host.client(tmp_path))
            assert [poster.send(BEAT) for _ in range(100)] == [True] * 16 + [False] * 84


class TestHost:
    @pytest.mark.parametrize("url", ["ftp://x", "https://x", "http://", "192.168.1.20:8080", "http://x:port"])
    def test_a_bad_address_is_named(self, url: str, tmp_path: Path) -> None:
        with pytest.raises(OptionError, match="the host's address"):
            Host(url, tmp_path)

    @pytest.mark.parametrize("content", [None, b"", b"\xff", b"two words"])
    def test_a_bad_token_file_is_named(self, content: bytes | None, tmp_path: Path) -> None:
        file = tmp_path / "firmware.token"
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(OptionError, match=r"firmware\.token"):
            Host("http://127.0.0.1:8080", file)

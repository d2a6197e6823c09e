"""The line to the host: whatever comes, the newest good state is there and nothing hangs."""

from __future__ import annotations

import json
import socket
import threading
from pathlib import Path

import msgspec
import pytest

from companion.link import follower
from companion.link.host import SILENCE_S, Host
from companion.protocol import read_device_state
from tests.firmware.states import state
from tests.link.hosts import WAIT_S, FakeHost, event
from tests.link.watched import Watched


def test_the_newest_state_is_kept(tmp_path: Path) -> None:
    with FakeHost([event(state()), b": heartbeat\n\n", event(state(seq=2))]) as host:
        watched = Watched(host.client(tmp_path))
        assert watched.change() == (state(), "")
        assert watched.change() == (state(seq=2), "")
        assert watched.change() == (None, "the host closed the stream")
        assert host.streams.get(timeout=WAIT_S) == "Bearer secret"
        watched.follower.end()


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
def test_after_rubbish_the_stream_is_opened_anew(rubbish: bytes, told: str, tmp_path: Path) -> None:
    with FakeHost([rubbish], [event(state(seq=9)), threading.Event()]) as host:
        watched = Watched(host.client(tmp_path))
        troubles = watched.until(state(seq=9))
        assert len(troubles) == 1 and told in troubles[0]
        watched.follower.end()


def test_a_role_of_a_newer_host_is_left_out(tmp_path: Path) -> None:
    told = json.loads(msgspec.json.encode(state({"n1": ["own"]})))
    told["lamps"] = {"n1": ["comet", "own"], "n2": ["comet"]}
    line = b"event: state\ndata: " + json.dumps(told).encode() + b"\n\n"
    with FakeHost([line, threading.Event()]) as host:
        watched = Watched(host.client(tmp_path))
        assert watched.change() == (state({"n1": ["own"], "n2": []}), "")
        watched.follower.end()


@pytest.mark.parametrize("lamps", [1, {"n1": "own"}, {"n1": [3]}, {"n1": [["own"]]}, ["n1"]])
def test_lamps_of_another_shape_are_still_refused(lamps: object) -> None:
    told = json.loads(msgspec.json.encode(state())) | {"lamps": lamps}
    with pytest.raises(msgspec.ValidationError):
        read_device_state(json.dumps(told).encode())


def test_events_that_are_no_states_are_passed_over(tmp_path: Path) -> None:
    with FakeHost([b"event: news\ndata: {\n\n", event(state())]) as host:
        watched = Watched(host.client(tmp_path))
        assert watched.until(state()) == []
        watched.follower.end()


def test_a_silent_host_is_left_after_a_bounded_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follower, "SILENCE_S", 0.1)
    with FakeHost([event(state()), threading.Event()], [event(state(seq=2)), threading.Event()]) as host:
        watched = Watched(host.client(tmp_path))
        assert watched.until(state(seq=2)) == ["", "timed out"]
        watched.follower.end()


def test_a_refused_token_is_told_and_tried_again(tmp_path: Path) -> None:
    with FakeHost(status=403) as host:
        watched = Watched(host.client(tmp_path))
        assert [watched.change()[1] for _ in range(2)] == [
            "the host refuses this device (403); is the token its newest?"
        ] * 2
        watched.follower.end()


def test_a_new_token_is_used_at_the_next_try(tmp_path: Path) -> None:
    with FakeHost([event(state())], [event(state(seq=2))]) as host:
        link = host.client(tmp_path)
        watched = Watched(link)
        assert host.streams.get(timeout=WAIT_S) == "Bearer secret"
        link.token_file.write_text("fresh")
        watched.until(state(seq=2))
        assert host.streams.get(timeout=WAIT_S) in ("Bearer fresh", "Bearer secret")
        assert host.streams.get(timeout=WAIT_S) == "Bearer fresh"
        watched.follower.end()


def test_no_host_at_all(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, not listening: refused
        token = tmp_path / "token"
        token.write_text("secret")
        watched = Watched(Host(f"http://127.0.0.1:{taken.getsockname()[1]}", token))
        assert "refused" in watched.change()[1]
        watched.follower.end()


def test_the_delay_is_bounded() -> None:
    assert max(follower.DELAYS_S) + SILENCE_S <= 10, "healed within 10 s"

"""What goes out to the host: in order, again where it must, and never an old press."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.protocol import ButtonPress, Heartbeat
from firmware.client import Poster
from tests.link.hosts import WAIT_S, FakeHost

BEAT = Heartbeat("firmware", "ok", "virtual", True)
PRESS = ButtonPress(1, "press", "r1", 7)


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

"""A host of cardboard: streams states, keeps what devices post."""

from __future__ import annotations

import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import msgspec

from companion.protocol import DeviceState, Heartbeat, ThrowAnswer, ThrowReport, ThrowRequest, encode

TOKEN = "secret-of-the-test"
PATIENCE_S = 60.0


def state(seq: int, toss: int = 0, wands: list[str] | None = None, kept: dict[str, int] | None = None) -> DeviceState:
    """A state that awaits a throw of some wands, or none."""
    throw = None if wands is None else ThrowRequest(f"throw.red.{seq}", "red", "pip", wands, kept or {})
    return DeviceState(1, "t", seq, throw, {}, True, {}, ["red", "black", "white"], ["red"], toss)


class CardboardHost:
    """Use as a context manager; ``url`` and ``token_file`` are for the client."""

    def __init__(self, folder: Path) -> None:
        self.token_file = folder / "vision.token"
        self.token_file.write_text(TOKEN)
        self.posts: queue.Queue[tuple[str, bytes]] = queue.Queue()
        self.beats: queue.Queue[Heartbeat] = queue.Queue()
        self.outcome: Literal["accepted", "ignored"] = "accepted"
        self.taught: dict[str, bytes] = {}
        self._states: list[DeviceState] = []
        self._news = threading.Condition()
        self._closed = False
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._closed = True
        with self._news:
            self._news.notify_all()
        self._server.shutdown()
        self._server.server_close()

    def send(self, new: DeviceState) -> None:
        """Stream a state."""
        with self._news:
            self._states.append(new)
            self._news.notify_all()

    def beat_until(self, wanted: str) -> Heartbeat:
        """Take heartbeats until one has the state."""
        while True:
            beat = self.beats.get(timeout=PATIENCE_S)
            if beat.state == wanted:
                return beat

    def throw(self) -> tuple[bytes, ThrowReport]:
        """The next throw and the picture that came before it."""
        path, jpeg = self.posts.get(timeout=PATIENCE_S)
        assert path == "/api/device/picture"
        path, report = self.posts.get(timeout=PATIENCE_S)
        assert path == "/api/device/throw"
        return jpeg, msgspec.json.decode(report, type=ThrowReport)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        host = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *arguments: Any) -> None:
                """Say nothing."""

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                right = self.headers["Authorization"] == f"Bearer {TOKEN}"
                if right and self.path == "/api/device/heartbeat":
                    host.beats.put(msgspec.json.decode(body, type=Heartbeat))
                elif right:
                    host.posts.put((self.path, body))
                self.send_response(200 if right else 403)
                self.end_headers()
                self.wfile.write(encode(ThrowAnswer(host.outcome, 1)) if self.path.endswith("/throw") else b"{}")

            def do_GET(self) -> None:
                if self.path.startswith("/api/device/taught/"):
                    content = host.taught.get(self.path.rpartition("/")[2])
                    self.send_response(404 if content is None else 200)
                    self.end_headers()
                    self.wfile.write(content or b"")
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.end_headers()
                sent = 0
                while not host._closed:
                    with host._news:
                        if sent == len(host._states):
                            host._news.wait(0.5)
                        new, sent = host._states[sent:], len(host._states)
                    lines = b"".join(b"event: state\ndata: " + msgspec.json.encode(s) + b"\n\n" for s in new)
                    try:
                        self.wfile.write(lines or b": heartbeat\n\n")
                        self.wfile.flush()
                    except OSError:
                        return

        return Handler

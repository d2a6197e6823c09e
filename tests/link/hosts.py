"""A host that answers as a test tells it, good or bad."""

from __future__ import annotations

import http.server
import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from companion.link.faults import Faults
from companion.link.host import Host
from companion.protocol import DeviceState, encode

WAIT_S = 20
Part = bytes | threading.Event


def event(state: DeviceState) -> bytes:
    """A state as the host sends it."""
    return b"event: state\ndata: " + encode(state) + b"\n\n"


class FakeHost:
    """Each connection to the live stream takes the next script: parts to send, events to wait for, then it closes.

    With another ``status`` than 200 it closes at once and no script is taken.
    ``posts`` gets (path, body, authorization) of each post; ``answers`` may hold statuses for them (default 200).
    """

    def __init__(self, *scripts: list[Part], status: int = 200) -> None:
        self.scripts: Iterator[list[Part]] = iter(scripts)
        self.posts: queue.Queue[tuple[str, bytes, str]] = queue.Queue()
        self.streams: queue.Queue[str] = queue.Queue()
        self.answers: queue.Queue[int] = queue.Queue()
        self.ended = threading.Event()
        self.status = status
        self.server = _Server(("127.0.0.1", 0), _Handler)
        self.server.owner = self
        self.port = self.server.server_address[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self, folder: Path, faults: Faults | None = None) -> Host:
        """A client with the token ``secret``."""
        token = folder / "firmware.token"
        token.write_text("secret\n")
        return Host(self.url, token, faults)

    def __enter__(self) -> FakeHost:
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.ended.set()
        self.server.shutdown()
        self.server.server_close()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    owner: FakeHost

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that leaves is no error here."""


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_: Any) -> None:
        """Quiet."""

    def do_POST(self) -> None:
        host = self.server.owner
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status = 200 if host.answers.empty() else host.answers.get()
        host.posts.put((self.path, body, self.headers["Authorization"]))
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self) -> None:
        host = self.server.owner
        host.streams.put(self.headers["Authorization"])
        self.close_connection = True
        status = host.status
        script = next(host.scripts, [host.ended]) if status == 200 else []
        self.send_response(status)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for part in script:
            if isinstance(part, threading.Event):
                part.wait(WAIT_S)
            else:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
                self.wfile.flush()
        if not host.ended.is_set():
            self.wfile.write(b"0\r\n\r\n")

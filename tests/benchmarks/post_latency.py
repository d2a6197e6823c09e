"""POST of an action to the last of 6 phones and 2 devices updated: median at most 8 ms, p99 at most 30 ms.

The same to seats and devices while 50 spectators come and, put out by each other, come back, 20 clients send half a
request each, and 10 ask for more than they take: p99 at most 150 ms.
Run as ``python -m tests.benchmarks.post_latency``.  A real host with real pages; phones listen to their pages' streams,
devices to theirs.  Prints the figures and ends with 1 when one is over its bar.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import re
import socket
import statistics
import sys
import tempfile
import threading
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

from companion.games import registry
from companion.table import record, tokens
from tests.programs.running import Running, running, seated
from tests.table.hands import next_action

ACTIONS = 300
MEDIAN_MS = 8.0
P99_MS = 30.0
CROWD_P99_MS = 150.0
CROWD_ACTIONS = 150
SPECTATORS = 50
SLOW = 20
SLOW_S = 2.0
"""How often a slow client begins again."""
FULL = 10
FULL_S = 10.0
"""How often one begins again who takes no answer; the host has let it go by then."""
GAME = registry.find("dreimagier")
SEQ = re.compile(rb'"seq":(\d+)')
"""The number of the state comes before anything else that has one (``companion.web.live``, ``DeviceState``)."""


class Screen(threading.Thread):
    """One phone or device: remembers when it was told of each sequence number."""

    def __init__(self, host: Running, path: str, token: str) -> None:
        super().__init__(daemon=True)
        self._where = urllib.parse.urlsplit(host.url)
        self._path, self._token = path, token
        self._told = threading.Condition()
        self._when: dict[int, float] = {}

    def run(self) -> None:
        """Read the stream."""
        connection = http.client.HTTPConnection(self._where.hostname or "", self._where.port)
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        connection.request("GET", self._path, headers=headers)
        answer = connection.getresponse()
        while line := answer.readline():
            if line.startswith(b"data: "):
                now, seq = time.perf_counter(), _seq(line)
                with self._told:
                    self._when[seq] = now
                    self._told.notify()

    def told(self, seq: int) -> float:
        """When it was told of this number or a later one."""
        with self._told:
            assert self._told.wait_for(lambda: any(each >= seq for each in self._when), 10), "a screen stays silent"
            return min(when for each, when in self._when.items() if each >= seq)


def _seq(line: bytes) -> int:
    """The number of the state in an event, without reading all of it: phones read each for themselves, these screens
    share one processor, and what they spend would be counted as the host's."""
    found = SEQ.search(line)
    assert found is not None, line[:80]
    return int(found[1])


@contextlib.contextmanager
def crowd(host: Running) -> Iterator[None]:
    """Spectators who come back whenever they are put out, clients who never end a request, and who take no answer."""
    ended = threading.Event()
    people = [threading.Thread(target=_look_on, args=(host, ended), daemon=True) for _ in range(SPECTATORS)]
    people += [threading.Thread(target=_dawdle, args=(host, ended), daemon=True) for _ in range(SLOW)]
    people += [threading.Thread(target=_take_nothing, args=(host, ended), daemon=True) for _ in range(FULL)]
    for each in people:
        each.start()
    try:
        yield
    finally:
        ended.set()
        for each in people:
            each.join(10)


def _look_on(host: Running, ended: threading.Event) -> None:
    """Watch the table's page; who is put out comes back after the second that the stream asks for."""
    where = urllib.parse.urlsplit(host.url)
    while not ended.wait(1.0):
        connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=5)
        with contextlib.suppress(OSError, http.client.HTTPException):
            connection.request("GET", "/live?page=table")
            answer = connection.getresponse()
            while not ended.is_set() and answer.readline():
                pass
        connection.close()


def _dawdle(host: Running, ended: threading.Event) -> None:
    """Half a head, or half a body."""
    where = urllib.parse.urlsplit(host.url)
    head = b"POST /api/act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    while not ended.is_set():
        with contextlib.suppress(OSError), socket.create_connection((where.hostname or "", where.port or 80)) as line:
            line.sendall(head)
            ended.wait(SLOW_S)
            line.sendall(b"Content-Length: 500\r\n\r\n{")
            ended.wait(SLOW_S)


def _take_nothing(host: Running, ended: threading.Event) -> None:
    """Ask again and again for what fills the line."""
    where = urllib.parse.urlsplit(host.url)
    while not ended.is_set():
        with contextlib.suppress(OSError), socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect((where.hostname or "", where.port or 80))
            line.sendall(200 * b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            ended.wait(FULL_S)


class Phone:
    """The phone that acts: one kept connection."""

    def __init__(self, host: Running) -> None:
        where = urllib.parse.urlsplit(host.url)
        self._connection = http.client.HTTPConnection(where.hostname or "", where.port)

    def post(self, body: dict[str, object], token: str) -> int:
        """Act; the new sequence number."""
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._connection.request("POST", "/api/act", json.dumps(body).encode(), headers)
        answer = self._connection.getresponse()
        told = json.loads(answer.read())
        assert answer.status == 200, told
        return int(told["seq"])


def screens(host: Running, seats: dict[str, str], spectators: int) -> list[Screen]:
    """Three seats, spectators, two devices, all listening."""
    devices = [tokens.path(host.folder, kind).read_text().strip() for kind in ("vision", "firmware")]
    made = [Screen(host, "/live?page=play", token) for token in seats.values()]
    made += [Screen(host, "/live?page=table", "") for _ in range(spectators)]
    made += [Screen(host, "/api/live", token) for token in devices]
    for screen in made:
        screen.start()
    for screen in made:
        screen.told(0)
    return made


def measure(host: Running, actions: int, spectators: int = 3) -> list[float]:
    """Milliseconds from sending each action until the last screen has it, the smallest first."""
    seats = seated(host)
    shown, phone, rng = screens(host, seats, spectators), Phone(host), random.Random(1)
    course: list[float] = []
    while len(course) < actions:
        state = host.state()
        position, _ = record.replay(GAME, _record(host))
        action = next_action(GAME, position, rng)
        if action is None:
            _new_game(host, state)
            continue
        seat = GAME.actor(position, action)
        body = {"seq": state["seq"], "question": state["question"][seat], "request": f"b{len(course)}", "seat": seat}
        began = time.perf_counter()
        seq = phone.post({**body, "action": action}, seats[seat])
        course.append(1000 * (max(screen.told(seq) for screen in shown) - began))
    return sorted(course)


def _record(host: Running) -> str:
    where = urllib.parse.urlsplit(host.url)
    connection = http.client.HTTPConnection(where.hostname or "", where.port)
    connection.request("GET", "/api/record")
    return connection.getresponse().read().decode()


def _new_game(host: Running, state: dict[str, object]) -> None:
    token = tokens.path(host.folder, "host").read_text().strip()
    host.ask("/api/new", {"seq": state["seq"], "request": f"n{state['seq']}"}, token)


def p99(times: list[float]) -> float:
    """All but one in a hundred are no longer."""
    return times[int(0.99 * len(times))]


def main() -> int:
    """Measure and judge."""
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data") as host:
        times = measure(host, ACTIONS)
    median = statistics.median(times)
    print(
        f"{len(times)} actions to 6 phones and 2 devices: median {median:.1f} ms (bar {MEDIAN_MS:g}), "
        f"p99 {p99(times):.1f} ms (bar {P99_MS:g}), worst {times[-1]:.1f} ms"
    )
    with tempfile.TemporaryDirectory() as folder, running(Path(folder) / "data") as host, crowd(host):
        crowded = measure(host, CROWD_ACTIONS, 0)
    print(
        f"{len(crowded)} actions to 3 phones and 2 devices among {SPECTATORS} spectators, {SLOW} slow and {FULL} "
        f"full clients: median {statistics.median(crowded):.1f} ms, p99 {p99(crowded):.1f} ms (bar {CROWD_P99_MS:g}), "
        f"worst {crowded[-1]:.1f} ms"
    )
    return 0 if median <= MEDIAN_MS and p99(times) <= P99_MS and p99(crowded) <= CROWD_P99_MS else 1


if __name__ == "__main__":
    sys.exit(main())

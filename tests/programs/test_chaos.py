"""Chaos: programs are killed and stopped, phones vanish and half-send, garbage and ten megabytes come in, while people
play on.  A seat's action is answered within a second wherever the host lives, nothing acknowledged is lost, and at the
end memory, threads and descriptors are where they were.

In what order things happen is drawn with a seed, each as often as every other; the system's own clock is left alone,
since it belongs to everybody here.
"""

from __future__ import annotations

import http.client
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.games import Json
from companion.table import tokens
from tests.programs.running import until
from tests.programs.test_host import Listening, descriptors, threads
from tests.programs.test_kills import Evening
from tests.programs.test_soak import resident

SOON_S = 1.0
HEALED_S = 10.0
GROWTH_KIB = 16 * 1024
LONGEST = 400
"""Actions after which people begin another game, as an evening has them: those who tap at random never end one, and the
host keeps every position of a game that goes on (some 2.6 KiB an action), which is no leak.
"""
LARGE = b"\0" * 10_000_000


class Eye:
    """The simulated camera as a program of its own."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self.process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        host = self._evening.host
        token = tokens.path(host.folder, "vision")
        arguments = ["vision", "run", "--host", host.url, "--token-file", str(token), "--camera", "simulated"]
        with (host.folder / "vision.output").open("ab") as output:
            return subprocess.Popen(
                [sys.executable, "-m", "companion.cli", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def again(self) -> None:
        """SIGKILL with all its children, and a new one."""
        self.over()
        self.process = self._started()

    def over(self) -> None:
        """Kill it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Chaos:
    """What may happen on an evening, all at once."""

    def __init__(self, evening: Evening, rng: random.Random) -> None:
        self.evening, self.rng = evening, rng
        self.eye = Eye(evening)
        self._held: list[socket.socket] = []
        self._stopped: list[int] = []
        self.killed = False

    def round(self) -> list[Callable[[], None]]:
        """Every disturbance once."""
        devils = [
            self.kill_worker,
            self.kill_lamps,
            self.kill_eye,
            self.stop_somebody,
            self.let_everybody_go_on,
            self.phones_vanish,
            self.half_send,
            self.hang_up,
            self.garbage,
            self.ten_megabytes,
        ]
        return self.rng.sample(devils, len(devils))

    def kill_worker(self) -> None:
        """The process that holds the table."""
        os.kill(self.evening.host.worker, signal.SIGKILL)
        self.killed = True

    def kill_lamps(self) -> None:
        """The lamps start anew."""
        self.evening.firmware.kill()

    def kill_eye(self) -> None:
        """The eye starts anew."""
        self.eye.again()

    def stop_somebody(self) -> None:
        """Eye or lamps hang."""
        lamps = self.evening.firmware.process
        assert lamps is not None
        pid = self.rng.choice([self.eye.process.pid, lamps.pid])
        os.kill(pid, signal.SIGSTOP)
        self._stopped.append(pid)

    def let_everybody_go_on(self) -> None:
        """Who hung goes on, where he still lives."""
        for pid in self._stopped:
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                continue
        self._stopped.clear()

    def _connect(self, said: bytes) -> socket.socket:
        where = urllib.parse.urlsplit(self.evening.host.url)
        client = socket.create_connection((where.hostname, where.port), timeout=5)
        client.sendall(said)
        return client

    def phones_vanish(self) -> None:
        """Thirty phones open their stream and are gone."""
        for _ in range(30):
            self._connect(b"GET /live?page=table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").close()

    def half_send(self) -> None:
        """Twenty clients begin a request and stay."""
        whole = b"POST /api/act HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\n{"
        self._held += [self._connect(whole[: self.rng.randrange(len(whole))]) for _ in range(20)]

    def hang_up(self) -> None:
        """They go."""
        for client in self._held:
            client.close()
        self._held.clear()

    def garbage(self) -> None:
        """Bytes that mean nothing."""
        self._held += [self._connect(self.rng.randbytes(2000)) for _ in range(5)]

    def ten_megabytes(self) -> None:
        """To a route that takes 64 kB."""
        where = urllib.parse.urlsplit(self.evening.host.url)
        client = http.client.HTTPConnection(where.hostname or "", where.port, timeout=10)
        try:
            client.request("POST", "/api/act", LARGE, {"Authorization": f"Bearer {self.evening.seats['red']}"})
            assert client.getresponse().status in (400, 403, 413)
        except (ConnectionError, http.client.HTTPException):
            pass  # refused and closed before the body was read
        finally:
            client.close()

    def over(self) -> None:
        """The end of it."""
        self.let_everybody_go_on()
        self.hang_up()
        self.eye.over()


def tap(evening: Evening, chaos: Chaos, body: Json, seat: str) -> float:
    """Seconds until a seat's action is answered; the same tap again where the host was killed meanwhile."""
    began = time.monotonic()
    limit = HEALED_S if chaos.killed else SOON_S
    answer: Any = None
    while answer is None:
        answer = evening.host.ask("/api/act", body, evening.seats[seat], quiet=True)
        assert time.monotonic() - began < limit, f"no answer for {limit} s"
    assert answer[0] == 200, answer
    chaos.killed = False
    return time.monotonic() - began


def evening_of_chaos(folder: Path, seed: int, rounds: int) -> str:
    """Play, and disturb in every way so many times; what to say of it."""
    evening = Evening(folder, seed)
    chaos = Chaos(evening, random.Random(seed))
    struck = 0
    times: list[float] = []
    try:
        until(lambda: evening.host.ask("/health")[1]["vision"]["state"] == "ok", what="the eye")  # type: ignore[index]
        fresh = evening.host.worker
        before = (resident(fresh), descriptors(fresh), threads(fresh))
        for strike in (each for _ in range(rounds) for each in chaos.round()):
            strike()
            struck += 1
            if chaos.killed:
                until(lambda: evening.host.ask("/health", quiet=True), HEALED_S, "the host")
            times += played(evening, chaos)
        chaos.let_everybody_go_on()
        chaos.hang_up()
        calm(evening, before)
        assert "Traceback" not in evening.host.output()
        return told(struck, times)
    finally:
        chaos.over()
        evening.over()


def played(evening: Evening, chaos: Chaos) -> list[float]:
    """A few actions; how long each took.  What was acknowledged before is still there."""
    times = []
    for _ in range(evening.rng.randrange(1, 6)):
        found = evening.command()
        if found is None or len(evening.acknowledged) >= LONGEST:
            evening.new_game()
            break
        seat, body = found
        times.append(tap(evening, chaos, body, seat))
        actions, _ = evening.record()
        assert actions[: len(evening.acknowledged)] == evening.acknowledged, "an acknowledged action is lost"
        evening.acknowledged = actions
    return times


def calm(evening: Evening, before: tuple[int, int, int]) -> None:
    """After the storm everybody is back, and the host holds no more than it did."""
    health = evening.host.ask
    until(lambda: health("/health")[1]["vision"]["state"] == "ok", 30, "the eye")  # type: ignore[index]
    until(lambda: health("/health")[1]["firmware"]["state"] == "ok", 30, "the lamps")  # type: ignore[index]
    worker = evening.host.worker
    until(lambda: descriptors(worker) <= before[1] + 8, 30, "closing of what vanished")
    assert threads(worker) <= before[2] + 40
    assert resident(worker) <= before[0] + GROWTH_KIB
    Listening(evening.host, "/live?page=play", evening.seats["red"]).data()


def told(struck: int, times: list[float]) -> str:
    """Figures of an evening."""
    assert len(times) > struck
    middle, worst = 1000 * statistics.median(times), 1000 * max(times)
    return f"{struck} disturbances, {len(times)} actions: median {middle:.0f} ms, worst {worst:.0f} ms"


def test_a_minute_of_chaos_in_every_way(tmp_path: Path) -> None:
    assert "100 disturbances" in evening_of_chaos(tmp_path / "data", 8, 10)


@pytest.mark.prove
def test_an_evening_of_chaos(tmp_path: Path) -> None:
    """Some twenty minutes."""
    print(evening_of_chaos(tmp_path / "data", 88, 300))

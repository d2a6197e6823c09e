"""SIGTERM at any moment ends the process that holds the table within three seconds, streams open and taps under way.

A handler that takes a lock which the main thread holds would hang for ever (cpython #126434), once in some hundreds.
"""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.programs.running import Running, alive, running, seated, until
from tests.programs.test_host import Listening

DOWN_S = 3.0


@contextmanager
def busy(host: Running, token: str) -> Iterator[None]:
    """Phones that listen, and one that asks without a pause."""
    over = threading.Event()

    def ask() -> None:
        while not over.is_set():
            host.ask("/api/state", token=token, quiet=True)

    asking = threading.Thread(target=ask)
    asking.start()
    try:
        yield
    finally:
        over.set()
        asking.join()


def slowest_end(host: Running, times: int, rng: random.Random) -> float:
    """The longest that an end took, of so many at random moments."""
    token, slowest = seated(host)["red"], 0.0
    for _ in range(times):
        with busy(host, token):
            phones = [Listening(host, "/live?page=play", token), Listening(host, "/live?page=table")]
            worker = host.worker
            time.sleep(rng.uniform(0.0, 0.05))
            began = time.monotonic()
            os.kill(worker, signal.SIGTERM)
            until(lambda pid=worker: not alive(pid), 10, "the end of the worker")  # type: ignore[misc]
            slowest = max(slowest, time.monotonic() - began)
            for phone in phones:
                phone.connection.close()
        until(lambda old=worker: host.worker != old and host.ask("/health", quiet=True), what="the next one")  # type: ignore[misc]
    return slowest


def test_ten_ends_at_any_moment(tmp_path: Path) -> None:
    with running(tmp_path / "data") as host:
        assert slowest_end(host, 10, random.Random(1)) < DOWN_S


@pytest.mark.prove
def test_five_hundred_ends_at_any_moment(tmp_path: Path) -> None:
    with running(tmp_path / "data") as host:
        slowest = slowest_end(host, 500, random.Random(5))
    assert slowest < DOWN_S
    print(f"the longest of 500 ends took {slowest:.2f} s")

"""A program ends at a signal, at whatever moment it comes."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from companion.link.ending import Ending

STORM = """
import signal
from companion.link.ending import Ending

for number in range(500):
    ending = Ending()
    ending.on(signal.SIGALRM)
    signal.setitimer(signal.ITIMER_REAL, 1e-5 * (1 + number % 40))
    while not ending.wait(1e-4):
        pass
print("ended", 500)
"""
TREE = Path(__file__).parents[2]


def test_five_hundred_signals_at_any_moment() -> None:
    """Right in the middle of a wait, before it, after it; with a lock in the handler one of them waits for ever."""
    done = subprocess.run([sys.executable, "-c", STORM], capture_output=True, text=True, timeout=60, cwd=TREE)
    assert done.stdout == "ended 500\n", done.stderr


def test_it_wakes_every_thread_that_waits() -> None:
    ending, woken = Ending(), []
    threads = [threading.Thread(target=lambda: woken.append(ending.wait(30))) for _ in range(3)]
    for thread in threads:
        thread.start()
    ending.set()
    for thread in threads:
        thread.join(10)
    assert woken == [True, True, True] and ending.wait(30) and ending.is_set()


def test_a_wait_ends_at_its_time() -> None:
    ending, began = Ending(), time.monotonic()
    assert not ending.wait(0.05) and not ending.is_set()
    assert time.monotonic() - began >= 0.049


@pytest.mark.parametrize("source", ["vision/live/client.py", "firmware/commands.py", "firmware/program.py"])
def test_no_program_sets_a_locked_event_from_a_signal(source: str) -> None:
    text = (TREE / source).read_text(encoding="utf-8")
    assert "threading.Event()" not in text and "signal.signal(" not in text

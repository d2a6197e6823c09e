"""Wizard with six phones and ten spectators: POST of a note to the last screen, and the host's memory.

Run as ``python -m tests.benchmarks.wizard_latency``.  The bars are those of the house: median at most 8 ms, p99 at most
30 ms, 90 MiB resident.  Prints the figures and ends with 1 when one is over its bar.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.post_latency import MEDIAN_MS, P99_MS, Phone, Screen
from tests.programs.running import Running, running, seated

NOTES, SPECTATORS, MEMORY_MIB = 120, 10, 90
SEATS = ["owl", "fox", "stag", "hare", "toad", "cat"]
SETTINGS = f'game = "wizard"\n[game_options]\nseats = {json.dumps(SEATS)}\n[game_options.settings]\nbids = "hidden"\n'


def measure(host: Running, notes: int) -> list[float]:
    """Milliseconds from sending each note until the last screen has it."""
    tokens, rng = seated(host), random.Random(1)
    screens = [Screen(host, "/live?page=play", token) for token in tokens.values()]
    screens += [Screen(host, "/live?page=table", "") for _ in range(SPECTATORS)]
    for screen in screens:
        screen.start()
    for screen in screens:
        screen.told(0)
    phone, course = Phone(host), list[float]()
    while len(course) < notes:
        state = host.state()
        seat = rng.choice([each["seat"] for each in state["view"]["asked"]])
        told = host.ask(f"/api/state?seat={seat}", token=tokens[seat])
        assert told is not None
        action = rng.choice(told[1]["view"]["legal"])
        body = {"seq": state["seq"], "question": state["question"][seat], "request": f"b{len(course)}", "seat": seat}
        began = time.perf_counter()
        seq = phone.post({**body, "action": action}, tokens[seat])
        course.append(1000 * (max(screen.told(seq) for screen in screens) - began))
    return course


def resident(pid: int) -> float:
    """MiB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def main() -> int:
    """Measure and judge."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        (data / "settings.toml").write_text(SETTINGS)
        with running(data) as host:
            course = sorted(measure(host, NOTES))
            memory = resident(host.worker)
    median, p99 = statistics.median(course), course[int(len(course) * 0.99)]
    print(f"{len(course)} notes to 16 screens: median {median:.1f} ms, p99 {p99:.1f} ms; host {memory:.0f} MiB")
    return int(median > MEDIAN_MS or p99 > P99_MS or memory > MEMORY_MIB)


if __name__ == "__main__":
    sys.exit(main())

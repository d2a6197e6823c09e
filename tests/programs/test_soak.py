"""Twenty minutes at speed: memory, descriptors and threads stay flat."""

from __future__ import annotations

import http.client
import random
import time
import urllib.parse
from pathlib import Path

import pytest

from companion.games import registry
from companion.table import record, tokens
from tests.programs.running import Running, running, seated
from tests.programs.test_host import Listening, descriptors, threads
from tests.table.hands import next_action

GAME = registry.find("dreimagier")
SETTLED_S = 120.0
MINUTES = 20.0
GROWTH_KIB = 12 * 1024


def resident(pid: int) -> int:
    """KiB of the worker in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1])


def play(host: Running, seats: dict[str, str], until: float, rng: random.Random) -> int:
    """Random players play game after game; returns how many actions."""
    token = tokens.path(host.folder, "host").read_text().strip()
    header = host.state()
    position, actions = None, 0
    while time.monotonic() < until:
        state = host.state()
        if position is None:
            body = {"seq": state["seq"], "request": f"n{state['seq']}", "options": {"board": "tiny"}}
            assert host.ask("/api/new", body, token)[0] == 200  # type: ignore[index]
            position = GAME.start(GAME.header({"board": "tiny"}))
            continue
        action = next_action(GAME, position, rng)
        if action is None or actions % 400 == 399:
            position, actions = None, actions + 1
            listening(host, seats)
            continue
        seat = GAME.actor(position, action)
        body = {"seq": state["seq"], "question": state["question"][seat], "request": f"s{state['seq']}", "seat": seat}
        answer = host.ask("/api/act", {**body, "action": action}, seats[seat])
        assert answer is not None and answer[0] == 200, answer
        position = _after(position, action)
        actions += 1
    assert header["code"] == host.state()["code"]
    return actions


def _after(position: object, action: dict[str, object]) -> object:
    """The position as the table has it: with forced steps."""
    position, _ = GAME.apply(position, action)
    while GAME.throw_wanted(position) is None and len(legal := GAME.legal(position)) == 1:
        position, _ = GAME.apply(position, legal[0])
    return position


def listening(host: Running, seats: dict[str, str]) -> None:
    """Phones that come and go."""
    for token in seats.values():
        phone = Listening(host, "/live?page=play", token)
        phone.data()
        phone.connection.close()


@pytest.mark.prove
def test_twenty_minutes_at_speed(tmp_path: Path) -> None:
    with running(tmp_path / "data") as host:
        seats, rng = seated(host), random.Random(1)
        assert urllib.parse.urlsplit(host.url).port
        play(host, seats, time.monotonic() + SETTLED_S, rng)
        before = (resident(host.worker), descriptors(host.worker), threads(host.worker))
        actions = play(host, seats, time.monotonic() + 60 * MINUTES - SETTLED_S, rng)
        after = (resident(host.worker), descriptors(host.worker), threads(host.worker))
        assert actions > 1000
        assert after[0] - before[0] < GROWTH_KIB, f"{before[0]} to {after[0]} KiB"
        assert after[1] <= before[1] + 8 and after[2] <= before[2] + 4
        assert record.replay(GAME, _record(host))[1] >= 0


def _record(host: Running) -> str:
    where = urllib.parse.urlsplit(host.url)
    connection = http.client.HTTPConnection(where.hostname or "", where.port)
    connection.request("GET", "/api/record")
    return connection.getresponse().read().decode()

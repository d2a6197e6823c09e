"""SIGKILL of the host, of the firmware program, or of both, at seeded random points of a scripted game.

After each kill: every acknowledged action is there, the one under way is there as a whole or not at all, the same
question stands, and the same tap sent again is played exactly once.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.parse
from pathlib import Path
from typing import Any

import pytest

from companion.games import Json, registry
from companion.table import record, tokens
from tests.programs.running import Running, seated, until
from tests.table.hands import next_action

GAME = registry.find("dreimagier")
VICTIMS = ("worker", "host", "firmware", "both")
MOMENTS = ("before", "during", "during", "after")
"""The host is stopped before it can commit; killed at a random moment; killed after its answer."""


class Firmware:
    """The lamps as a program of their own."""

    def __init__(self, host: Running) -> None:
        self.host = host
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it."""
        token = tokens.path(self.host.folder, "firmware")
        arguments = ["firmware", "run", "--host", self.host.url, "--token-file", str(token), "--strip", "virtual"]
        with (self.host.folder / "firmware.output").open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "companion.cli", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )

    def kill(self) -> None:
        """SIGKILL, and a new one."""
        self.over()
        self.start()

    def over(self) -> None:
        """Kill it."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


class Evening:
    """A scripted game against a host that is killed now and then."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.folder = folder
        self.host = Running(folder).start()
        port = str(urllib.parse.urlsplit(self.host.url).port)
        self.host.arguments = ("--port", port)
        self.seats = seated(self.host)
        self.firmware = Firmware(self.host)
        self.firmware.start()
        self.acknowledged: list[Json] = []
        self.requests = 0
        self.seen: set[str] = set()

    def over(self) -> None:
        """End both programs."""
        self.firmware.over()
        self.host.over()

    def record(self) -> tuple[list[Json], Any]:
        """Actions and position as the host has them now."""
        token = tokens.path(self.folder, "host").read_text().strip()
        where = urllib.parse.urlsplit(self.host.url)
        connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=10)
        connection.request("GET", "/api/record", headers={"Authorization": f"Bearer {token}"})
        text = connection.getresponse().read().decode()
        connection.close()
        position, _ = record.replay(GAME, text)
        return [json.loads(line) for line in text.splitlines()[1:]], position

    def command(self) -> tuple[str, Json] | None:
        """The next command of the seat that is asked; None when the game is over."""
        state = self.host.state()
        _, position = self.record()
        action = next_action(GAME, position, self.rng)
        if action is None:
            return None
        seat = GAME.actor(position, action)
        self.requests += 1
        question = state["question"][seat]
        body = {"seq": state["seq"], "question": question, "request": f"k{self.requests}", "seat": seat}
        return seat, {**body, "action": action}

    def play(self, actions: int) -> None:
        """Play so many actions."""
        for _ in range(actions):
            found = self.command()
            if found is None:
                return self.new_game()
            seat, body = found
            answer = self.host.ask("/api/act", body, self.seats[seat])
            assert answer is not None and answer[0] == 200, answer
            self.acknowledged = self.record()[0]
        return None

    def new_game(self) -> None:
        """The game was over: another one."""
        body = {"seq": self.host.state()["seq"], "request": f"n{self.requests}"}
        token = tokens.path(self.folder, "host").read_text().strip()
        assert self.host.ask("/api/new", body, token)[0] == 200  # type: ignore[index]
        self.acknowledged = []

    def kill_in_flight(self, victim: str) -> None:
        """Kill while a command is under way; then check all that was promised."""
        found = self.command()
        if found is None:
            return self.new_game()
        seat, body = found
        before = self.host.state()
        answers: list[Any] = []
        tap = threading.Thread(target=lambda: answers.append(self.host.ask("/api/act", body, self.seats[seat], True)))
        moment, worker = self.rng.choice(MOMENTS), self.host.worker
        if moment == "before":
            os.kill(worker, signal.SIGSTOP)
        tap.start()
        if moment == "after":
            tap.join()
        else:
            time.sleep(self.rng.uniform(0.0, 0.008))
        self.kill(victim)
        if moment == "before" and victim == "firmware":
            os.kill(worker, signal.SIGCONT)
        tap.join()
        self.check(seat, body, before, answers[0])
        return None

    def kill(self, victim: str) -> None:
        """SIGKILL, and wait until everything is back."""
        if victim in ("firmware", "both"):
            self.firmware.kill()
        if victim == "worker":
            worker = self.host.worker
            os.kill(worker, signal.SIGKILL)
            until(lambda: self.host.worker != worker and self.host.ask("/health", quiet=True), what="a new worker")
        if victim in ("host", "both"):
            self.host.kill()
            self.host.start()

    def check(self, seat: str, body: Json, before: Json, answer: Any) -> None:
        """Nothing lost, nothing half, the same question, the same tap once."""
        actions, _ = self.record()
        assert actions[: len(self.acknowledged)] == self.acknowledged, "an acknowledged action is lost"
        extra = [line for line in actions[len(self.acknowledged) :] if line["note"]["source"] != "table"]
        if answer is not None and answer[0] == 200:
            assert len(extra) == 1, "it was acknowledged, so it is there"
        after = self.host.state()
        if not extra:
            assert (after["seq"], after["question"], after["view"]) == (
                before["seq"],
                before["question"],
                before["view"],
            )
        again = self.host.ask("/api/act", body, self.seats[seat])
        assert again is not None and again[0] == 200, again
        final, _ = self.record()
        new = [line for line in final[len(self.acknowledged) :] if line["note"]["source"] != "table"]
        assert len(new) == 1, "the same tap is played exactly once"
        self.acknowledged = final
        self.seen.add("there" if extra else "not there")


def evening(folder: Path, seed: int, kills: int) -> None:
    """Play and kill."""
    made = Evening(folder, seed)
    try:
        for _ in range(kills):
            made.play(made.rng.randrange(3))
            made.kill_in_flight(made.rng.choice(VICTIMS))
        until(lambda: made.host.ask("/health")[1]["firmware"]["state"] == "ok", 10, "lamps")  # type: ignore[index]
        assert "damaged" not in made.host.output()
        assert made.seen == {"there", "not there"}, "the kills came before and after commits"
    finally:
        made.over()


def test_twenty_kills(tmp_path: Path) -> None:
    evening(tmp_path / "data", 20, 20)


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(4))
def test_two_hundred_kills(tmp_path: Path, seed: int) -> None:
    evening(tmp_path / "data", 200 + seed, 50)

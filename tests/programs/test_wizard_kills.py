"""SIGKILL of the host while secret bids are given and locked: nothing acknowledged is lost, and all stay secret."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
import urllib.parse
from pathlib import Path
from typing import Any

import pytest

from companion.games import Json
from tests.programs.running import Running, seated

SETTINGS = """game = "wizard"
[game_options]
seats = ["owl", "fox", "stag", "hare"]
[game_options.settings]
bids = "secret"
"""
MOMENTS = ("before", "during", "during", "after")
"""The host is stopped before it can commit; killed at a random moment; killed after its answer."""


class Evening:
    """Four seats with secret bids against a host that is killed again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        folder.mkdir()
        (folder / "settings.toml").write_text(SETTINGS)
        self.host = Running(folder).start()
        self.host.arguments = ("--port", str(urllib.parse.urlsplit(self.host.url).port))
        self.tokens = seated(self.host)
        self.bids: dict[str, int] = {}
        self.number = self.locked = 0

    def state(self, seat: str | None = None) -> Json:
        """What a seat or a spectator is told."""
        path = f"/api/state?seat={seat}" if seat else "/api/state"
        told = self.host.ask(path, token=self.tokens[seat] if seat else "")
        assert told is not None and told[0] == 200, told
        found: Json = told[1]
        return found

    def command(self) -> tuple[str, Json]:
        """The next note: the first that is asked does the first that is legal, a bid by chance."""
        state = self.state()
        seat = self.rng.choice([each["seat"] for each in state["view"]["asked"]])
        action = self.rng.choice(self.state(seat)["view"]["legal"])
        self.number += 1
        question = state["question"][seat]
        body = {"seq": state["seq"], "question": question, "request": f"k{self.number}", "seat": seat}
        return seat, {**body, "action": action}

    def step(self, kill: bool) -> None:
        """One note, the host killed meanwhile or not; the same tap again counts once."""
        seat, body = self.command()
        before = self.state()
        if kill:
            answer = self._killed(seat, body)
            after = self.state()
            if after["seq"] == before["seq"]:
                assert answer is None or answer[0] != 200, "it was acknowledged, so it is there"
                assert (after["question"], after["view"]) == (before["question"], before["view"])
        again = self.host.ask("/api/act", body, self.tokens[seat])
        assert again is not None and again[0] == 200, again
        self._remember(body["action"], before)
        self.check()

    def _killed(self, seat: str, body: Json) -> Any:
        answers: list[Any] = []
        ask = lambda: answers.append(self.host.ask("/api/act", body, self.tokens[seat], True))  # noqa: E731
        tap, moment = threading.Thread(target=ask), self.rng.choice(MOMENTS)
        if moment == "before":
            os.kill(self.host.worker, signal.SIGSTOP)
        tap.start()
        if moment == "after":
            tap.join()
        else:
            time.sleep(self.rng.uniform(0.0, 0.008))
        self.host.kill()
        self.host.start()
        tap.join()
        return answers[0]

    def _remember(self, action: Json, before: Json) -> None:
        if action["type"] == "bid":
            self.bids[action["seat"]] = action["bid"]
        done = self.state()["view"]["done"]
        if len(done) > len(before["view"]["done"]):
            assert done[-1]["bids"] == self.bids, "the bids that are shown are those that were given"
            self.bids = {}

    def check(self) -> None:
        """Every given bid is there for its owner, and nobody else is told."""
        assert self.state()["view"]["playing"]["bids"] == {}
        for seat in self.tokens:
            mine = {seat: self.bids[seat]} if seat in self.bids else {}
            assert self.state(seat)["view"]["playing"]["bids"] == mine
        self.locked += self.state()["view"]["playing"]["locked"]


def evening(folder: Path, seed: int, kills: int) -> None:
    """Play and kill."""
    made = Evening(folder, seed)
    try:
        for _ in range(kills):
            for _ in range(made.rng.randrange(3)):
                made.step(kill=False)
            made.step(kill=True)
        assert made.locked >= kills // 5, "bids were locked while the host died"
        assert "damaged" not in made.host.output()
    finally:
        made.host.over()


def test_five_kills_with_secret_bids(tmp_path: Path) -> None:
    evening(tmp_path / "data", 3, 5)


@pytest.mark.prove
def test_twenty_kills_with_secret_bids(tmp_path: Path) -> None:
    evening(tmp_path / "data", 20, 20)

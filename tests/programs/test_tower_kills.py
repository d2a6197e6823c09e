"""SIGKILL of host and lamps in the middle of a game of the wandering towers: in a claim, with an announced move too.

The same question stands again, nothing acknowledged is lost, and "check the board" goes no deeper than the roofs.
"""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
import tomllib
import urllib.parse
from pathlib import Path
from typing import Any

import pytest

from companion.games import Json
from companion.games.tuerme import GAME, twins
from companion.games.tuerme.actions import to_json
from companion.games.tuerme.players import next_action
from companion.games.tuerme.position import ANNOUNCED, CLAIM, OVER
from companion.table import tokens
from companion.table.table import forced_step
from tests.programs.running import Running, seated, until
from tests.programs.test_kills import Firmware

SETTINGS = """game = "tuerme"
[game_options]
seats = ["blue", "yellow", "red"]
[game_options.settings]
mode = "master"
spells = ["wizard_forward", "tower_forward", "swap", "wizard_back", "piggyback", "free"]
spell_costs = {wizard_forward = 1, wizard_back = 1, piggyback = 1, free = 1}
"""
MOMENTS = ("before", "during", "during", "after")
"""The host is stopped before it can commit; killed at a random moment; killed after its answer."""
VICTIMS = ("host", "host", "both", "worker")
HELD = (CLAIM, ANNOUNCED)
"""Phases that the kills are to meet."""
LATER = 40
"""Actions before the first kill: then there are bottles."""


class Evening:
    """A table that is killed again and again, beside the position as the rules have it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        folder.mkdir()
        (folder / "settings.toml").write_text(SETTINGS)
        self.host = Running(folder).start()
        self.host.arguments = ("--port", str(urllib.parse.urlsplit(self.host.url).port))
        self.tokens = seated(self.host)
        self.firmware = Firmware(self.host)
        self.firmware.start()
        self.position = GAME.start(GAME.header(tomllib.loads(SETTINGS)["game_options"]))
        self.number = 0
        self.checks = 0
        self.met: dict[str, int] = {}

    def over(self) -> None:
        """End both programs."""
        self.firmware.over()
        self.host.over()

    def state(self, seat: str | None = None) -> Json:
        """What a seat or a spectator is told."""
        path = f"/api/state?seat={seat}" if seat else "/api/state"
        told = self.host.ask(path, token=self.tokens[seat] if seat else "")
        assert told is not None and told[0] == 200, told
        found: Json = told[1]
        return found

    def command(self) -> tuple[str, Json, Json]:
        """The next action of a player who looks at one move: its seat, the message, and the action."""
        claims = [action for action in GAME.may(self.position) if action["type"] == "claim"]
        action = to_json(self.position.setup, next_action(self.position, self.rng.randrange))
        action = claims[0] if claims and self.rng.randrange(2) else action
        seat = GAME.actor(self.position, action)
        state = self.state(seat)
        self.number += 1
        question = state["may"] if action in state["view"]["may"] else state["question"][seat]
        body = {"seq": state["seq"], "question": question, "request": f"k{self.number}", "seat": seat}
        return seat, {**body, "action": action}, action

    def begin(self) -> None:
        """Another game, where one is over."""
        if self.position.phase != OVER:
            return
        self.number += 1
        token = tokens.path(self.host.folder, "host").read_text().strip()
        answer = self.host.ask("/api/new", {"seq": self.state()["seq"], "request": f"n{self.number}"}, token)
        assert answer is not None and answer[0] == 200, answer
        self.position = GAME.start(self.position.setup.header())

    def play(self) -> None:
        """One action."""
        self.begin()
        seat, body, action = self.command()
        self._sent(seat, body, action)

    def _sent(self, seat: str, body: Json, action: Json) -> None:
        answer = self.host.ask("/api/act", body, self.tokens[seat])
        assert answer is not None and answer[0] == 200, answer
        self.position, _ = GAME.apply(self.position, action)
        while (forced := forced_step(GAME, self.position)) is not None:
            self.position, _ = GAME.apply(self.position, forced.body["action"])

    def kill(self) -> None:
        """One action while the host dies; the same tap again counts once."""
        seat, body, action = self.command()
        before, phase = self.state(), self.position.phase
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
        self._down(self.rng.choice(VICTIMS))
        tap.join()
        after = self.state()
        self.checked(seat, after["seq"] == before["seq"])
        if after["seq"] == before["seq"]:
            assert answers[0] is None or answers[0][0] != 200, "it was acknowledged, so it is there"
            assert (after["question"], after["view"]) == (before["question"], before["view"])
        self._sent(seat, body, action)
        assert self.state()["view"] == plain(GAME.view(self.position, None)), "nothing lost, nothing twice"
        self.met[phase] = self.met.get(phase, 0) + 1

    def _down(self, victim: str) -> None:
        if victim == "both":
            self.firmware.kill()
        if victim == "worker":
            worker = self.host.worker
            os.kill(worker, signal.SIGKILL)
            until(lambda: self.host.worker != worker and self.host.ask("/health", quiet=True), what="a new worker")
            return
        self.host.kill()
        self.host.start()

    def checked(self, seat: str, still: bool) -> None:
        """V5: the board is offered to be checked, with nothing in it that depends on who is imprisoned where.

        Where the tap reached the new host the game has gone on, and the check is over.
        """
        check = self.state(seat)["check"]
        assert check or not still
        pieces = check["pieces"] if check else []
        assert all(set(each) == {"node", "towers", "visible", "keep"} for each in pieces)
        if still:
            twin = twins.dealt_anew(self.position, self.rng.randrange)
            assert pieces == plain(GAME.pieces(self.position)) == plain(GAME.pieces(twin))
            self.checks += 1


def plain(found: Any) -> Any:
    """As it comes out of JSON."""
    return json.loads(json.dumps(found))


def evening(folder: Path, seed: int, kills: int) -> Evening:
    """Play and kill: mostly where somebody has claimed or announced, else anywhere."""
    made = Evening(folder, seed)
    try:
        for _ in range(LATER):
            made.play()
        for number in range(kills):
            made.play()
            while made.position.phase == OVER or (number % 3 and made.position.phase != HELD[number % 2]):
                made.play()
            made.kill()
        assert sum(made.met.values()) == kills
        assert made.checks, "the board was checked"
        assert "damaged" not in made.host.output()
        return made
    finally:
        made.over()


def test_five_kills_in_a_claim_and_with_an_announced_move(tmp_path: Path) -> None:
    met = evening(tmp_path / "data", 3, 5).met
    assert met[CLAIM] and met[ANNOUNCED]


@pytest.mark.prove
def test_twenty_kills_in_a_claim_and_with_an_announced_move(tmp_path: Path) -> None:
    met = evening(tmp_path / "data", 20, 20).met
    assert met[CLAIM] >= 4 and met[ANNOUNCED] >= 4

"""The wall clock is set under a running host: an hour back, ten years on, to 1970.  Nothing but dates follows it."""

from __future__ import annotations

import http.client
import json
import random
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import Json, registry
from companion.table import record, tokens
from companion.table.summary import LONGEST_PAUSE_S
from tests.programs.running import Running, seated
from tests.table.hands import next_action

GAME = registry.find("dreimagier")
HOUR, YEARS = 3600, 10 * 365 * 86400
SINCE_1970 = 1_790_000_000
STEPS = (0, -HOUR, YEARS, -SINCE_1970, 0)
MINUTE_S = 60.0


class Evening:
    """A game against a host whose wall clock is set by a file; ``seats`` are the tokens of the first hour."""

    def __init__(self, folder: Path) -> None:
        self.clock = folder / "clock"
        self.set(0)
        self.host = Running(folder / "data")
        self.host.module = ["tests.programs.stepped", str(self.clock)]
        self.host.start()
        self.seats = seated(self.host)
        self.rng, self._ids = random.Random(4), 0

    def set(self, seconds: int) -> None:
        """The clock is wrong by so much from now on."""
        self.clock.with_suffix(".new").write_text(str(seconds))
        self.clock.with_suffix(".new").rename(self.clock)

    def say(self, path: str, body: Json, token: str) -> Json:
        """A message with its own request that must be taken."""
        self._ids += 1
        answer = self.host.ask(path, {"request": f"c{self._ids}", **body}, token)
        assert answer is not None and answer[0] == 200, answer
        told: Json = answer[1]
        return told

    def text(self, path: str) -> str:
        """What the owner downloads."""
        where = urllib.parse.urlsplit(self.host.url)
        connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=10)
        connection.request("GET", path, headers={"Authorization": f"Bearer {self.owner}"})
        return connection.getresponse().read().decode()

    @property
    def owner(self) -> str:
        """The host's own token."""
        return tokens.path(self.host.folder, "host").read_text().strip()

    def act(self) -> str:
        """One action; the seat that did it."""
        state = self.host.state()
        position, _ = record.replay(GAME, self.text("/api/record"))
        action = next_action(GAME, position, self.rng)
        assert action is not None
        seat = GAME.actor(position, action)
        told = {"seq": state["seq"], "question": state["question"][seat], "seat": seat, "action": action}
        assert self.say("/api/act", told, self.seats[seat])["outcome"] == "done"
        return seat

    def asked(self) -> tuple[int, float]:
        """The open question and the seconds that it has left."""
        state = self.host.state()
        return state["ask"]["id"], state["left"][str(state["ask"]["id"])]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    found = Evening(tmp_path)
    yield found
    found.host.over()


def test_a_question_stands_its_minute_whatever_the_wall_clock_does(evening: Evening) -> None:
    by = evening.act()
    while not (state := evening.host.state())["undo"] or by in state["question"]:
        by = evening.act()
    evening.say("/api/undo", {"seq": state["seq"], "seat": by}, evening.seats[by])
    ask, left = evening.asked()
    for step in STEPS[1:]:
        evening.set(step)
        again, less = evening.asked()
        assert again == ask and 0 < less <= left <= MINUTE_S, step
        left = less
    voter = evening.host.state()["ask"]["voters"][0]
    evening.say("/api/vote", {"seat": voter, "ask": ask, "choice": "no"}, evening.seats[voter])
    assert evening.host.state()["ask"] is None


def test_seats_play_on_with_their_tokens_and_history_and_record_are_in_order(evening: Evening) -> None:
    for step in STEPS:
        evening.set(step)
        before = evening.host.state()["seq"]
        for _ in range(3):
            evening.act()
        assert evening.host.state()["seq"] >= before + 3, step
    numbers = [entry["seq"] for entry in evening.host.state()["history"]]
    assert numbers == sorted(numbers) and len(set(numbers)) == len(numbers) >= 3 * len(STEPS)
    record.replay(GAME, evening.text("/api/record"))


def test_games_that_ended_are_whole_and_last_no_negative_time(evening: Evening) -> None:
    kept = evening.host.folder / "archive"
    for number, step in enumerate(STEPS, start=1):
        evening.act()
        evening.set(step)
        evening.act()
        evening.say("/api/new", {"seq": evening.host.state()["seq"], "options": {}}, evening.owner)
        assert len(list(kept.glob("*.jsonl"))) == number, step
    lasted = [header(path)["note"]["played_s"] for path in kept.glob("*.jsonl")]
    assert all(0 <= seconds <= LONGEST_PAUSE_S + MINUTE_S for seconds in lasted), lasted
    page = evening.text("/archive")
    assert all(path.stem in page for path in kept.glob("*.jsonl"))


def header(path: Path) -> Any:
    """The first line of a record, which as a whole can be replayed."""
    text = path.read_text()
    record.replay(GAME, text)
    return json.loads(text.splitlines()[0])


def test_a_host_that_starts_with_another_clock_knows_seats_owners_and_game(evening: Evening) -> None:
    code, owners = (evening.host.folder / "tokens" / name for name in ("owner.code", "owners.json"))
    answer = evening.host.ask("/api/owner/prove", {"code": code.read_text().strip()})
    assert answer is not None and answer[0] == 200
    known = owners.read_bytes()
    for step in STEPS[1:]:
        evening.act()
        before = told(evening)
        assert evening.host.stop() == 0
        evening.set(step)
        evening.host.start()
        assert told(evening) == before and owners.read_bytes() == known, step
    evening.act()


def told(evening: Evening) -> Json:
    """What must be the same after a start."""
    state = evening.host.state()
    return {part: state[part] for part in ("seq", "question", "view", "history", "notices")}

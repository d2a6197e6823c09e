"""A game whose throws come from the simulated camera: host, eye and lamps as programs, three phones, and kills."""

from __future__ import annotations

import json
import random
import signal
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.actions import to_json
from companion.games.dreimagier.players import greedy_player
from companion.table.record import Recorded
from companion.table.table import forced_step
from tests.e2e.phone import Phone, context
from tests.e2e.planner import HERO, Planned
from tests.e2e.programs import Host, Lamps, Sight
from tests.e2e.test_whole_game import NAMES, code

OPEN_S, THROW_S = 150.0, 60.0
EYE_DIES, HOST_DIES, THROWS = 2, 4, 6
"""After how many throws each is killed, and how many there are."""


class Evening:
    """Three phones at a table with an eye; decisions are greedy, throws are asked of the camera."""

    def __init__(self, host: Host, browser: Browser, sight: Sight, seed: int) -> None:
        self.host, self.sight = host, sight
        self.chance = random.Random(seed)
        self.throws = 0
        letters = code(host, browser)
        self.phones = {seat: Phone(context(browser).new_page(), host.url) for seat in NAMES}
        for seat, name in NAMES.items():
            self.phones[seat].join(letters, seat, name)

    def told(self) -> Json:
        """The state as everybody is sent it."""
        told: Json = self.phones["red"].page.request.get(f"{self.host.url}/api/state").json()
        return told

    def played(self) -> tuple[Any, list[tuple[Json, str]]]:
        """The position, and the actions that led there with their sources, from the game's own record."""
        text = self.phones["red"].page.request.get(f"{self.host.url}/api/record").text()
        reader = Recorded(GAME, text)
        actions = [(acted.action, str(acted.source)) for acted in reader.actions()]
        return reader.position, actions

    def eye(self, *states: str) -> None:
        """Wait until the host says one of these of the eye."""
        until = time.monotonic() + OPEN_S
        while (told := self.told()["devices"]["vision"])["state"] not in states:
            assert time.monotonic() < until, f"the eye is not {states}: {told}"
            self.phones["red"].page.wait_for_timeout(200)

    def step(self) -> bool:
        """One throw, judgement or decision on the phone that is asked; False when the game is over."""
        told = self.told()
        if told["proposal"]:
            self._judge(told)
            return True
        if told["view"]["winner"]:
            return False
        seat = told["view"]["asked"][0]["seat"]
        self.phones[seat].asked(seat, told["seq"])
        if told["view"]["throw_wanted"]:
            self._throw(seat, told["seq"])
        else:
            self._decide(seat)
        return True

    def _judge(self, told: Json) -> None:
        """A reading that was doubtful or not legal is put to the players: read again, or thrown again."""
        proposal = told["proposal"]
        page = self.phones[proposal["seat"]].page
        page.locator("[data-key=judge-again]").tap()
        self._goes_on(told["seq"])

    def _throw(self, seat: str, seq: int) -> None:
        self.phones[seat].page.locator('[data-post="/api/toss"]').tap()
        self._goes_on(seq)
        self.throws += 1

    def _decide(self, seat: str) -> None:
        position, _ = self.played()
        action = to_json(position.setup, greedy_player(position, self.chance.choice))
        seq = self.told()["seq"]
        self.phones[seat].do(action)
        self._goes_on(seq)

    def _goes_on(self, seq: int) -> None:
        until = time.monotonic() + THROW_S
        while self.told()["seq"] <= seq:
            assert time.monotonic() < until, f"nothing happens after {seq}: {self.told()['devices']}"
            self.phones["red"].page.wait_for_timeout(100)


def late_record(planned: Planned) -> str:
    """The planned game as a record, up to the throw after which the hero has six cards: its end is near."""
    header = GAME.header({})
    lines, position = [header], GAME.start(header)
    for step in planned.steps:
        view = GAME.view(position, None)
        if len(view["cards"][HERO]) == 6 and view["throw_wanted"] and view["throw_wanted"]["kind"] == "pip":
            break
        position, _ = GAME.apply(position, step.action)
        lines.append(step.action)
        while (forced := forced_step(GAME, position)) is not None:
            lines.append(forced.body["action"])
            position, _ = GAME.apply(position, forced.body["action"])
    return "".join(json.dumps(line) + "\n" for line in lines)


def import_record(host: Host, record: str) -> None:
    """Continue from a record, as the owner of the host."""
    token = (host.data / "tokens" / "host.token").read_text().strip()
    asked = urllib.request.Request(
        f"{host.url}/api/import",
        json.dumps({"record": record, "request": "late"}).encode(),
        {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(asked) as answer:
        assert answer.status == 200


@pytest.fixture
def evening(host: Host, lamps: Lamps, browser: Browser, cache: Path) -> Iterator[Evening]:
    sight = Sight(host, "simulated:seed=4", cache).start()
    found = Evening(host, browser, sight, 4)
    found.eye("ok")
    yield found
    sight.kill()


def sources(evening: Evening) -> set[str]:
    """Where the throws of the game came from."""
    return {source for action, source in evening.played()[1] if action["type"] == "throw"}


def test_throws_come_from_the_camera_and_kills_lose_nothing(evening: Evening, host: Host) -> None:
    for phone in evening.phones.values():
        expect(phone.page.locator(".simulated")).to_contain_text("simuliert")
    kills = {EYE_DIES: evening.sight.kill, HOST_DIES: lambda: host.signal(signal.SIGKILL)}
    while evening.throws < THROWS:
        assert evening.step()
        if (kill := kills.pop(evening.throws, None)) is not None:
            _, before = evening.played()
            question = evening.told()["question"]
            kill()
            if evening.throws == EYE_DIES:
                evening.eye("absent")
                evening.sight.start()
            else:
                host.start()
            evening.eye("ok")
            assert evening.played()[1] == before, "an acknowledged action is lost"
            assert evening.told()["question"] == question
    assert kills == {}
    assert sources(evening) == {"simulated"}
    assert all(phone.faults == [] or _only_lost_wire(phone.faults) for phone in evening.phones.values())


@pytest.mark.prove
def test_a_game_is_won_with_throws_from_the_camera(evening: Evening, host: Host, planned: Planned) -> None:
    import_record(host, late_record(planned))
    while evening.step():
        assert evening.throws < 300, "nobody wins"
    expect(evening.phones["red"].page.locator("#ask h1")).to_contain_text("alle sieben Karten")
    assert evening.throws > 0
    assert "simulated" in sources(evening)


def _only_lost_wire(faults: list[str]) -> bool:
    """While the host is away, the browser itself notes that it cannot be reached."""
    return all("Failed to load resource" in fault or "ERR_" in fault for fault in faults)

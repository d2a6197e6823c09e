"""An evening with ghosts in the browser: people tap for themselves and throw for the ghosts, which only wish."""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from companion.games.dreimagier import GAME
from companion.games.dreimagier.actions import to_json
from companion.games.dreimagier.ghost.arena import named
from companion.games.dreimagier.players import greedy_player
from companion.table import record
from tests.e2e.phone import Phone, context
from tests.e2e.programs import Host
from tests.e2e.test_whole_game import code
from tests.games.ghost.evenings import Steps, drawer, evening, first

NAMES = {"red": "Anna", "black": "Björn", "white": "Çelik"}
THROW_S = 60.0
FAR = 2000
"""No evening on the small board needs so many steps."""


class Haunted:
    """Phones by seat; ``eye``: throws are asked of the simulated camera, else typed by a thumb.

    The wands of people fall for whoever is ``lucky``: what ghosts choose is not known beforehand, and a short evening
    must be short whatever they choose.
    """

    def __init__(
        self, host: Host, browser: Browser, people: tuple[str, ...], eye: bool = False, lucky: str | None = None
    ) -> None:
        self.host, self.eye, self.lucky, self.chance = host, eye, lucky, random.Random(7)
        self.whole = True
        """Whether the game is played from its beginning."""
        self._known: tuple[str, Any] = "", None
        self.throws: dict[str, int] = dict.fromkeys(NAMES, 0)
        self.phones = {seat: Phone(context(browser).new_page(), host.url) for seat in people}
        self.code = code(host, browser)
        for seat, phone in self.phones.items():
            phone.join(self.code, seat, NAMES[seat])

    @property
    def page(self) -> Page:
        """That of the first person."""
        return next(iter(self.phones.values())).page

    def told(self) -> Json:
        """The state as everybody is sent it."""
        found: Json = self.page.request.get(f"{self.host.url}/api/state").json()
        return found

    def call(self, by: str, seat: str, level: str) -> None:
        """Hand a seat to a ghost, on the sheet of everything else; all others agree with their thumbs."""
        page = self.phones[by].page
        expect(page.locator("body[data-busy]")).to_have_count(0)
        page.locator('[data-open="sheet-more"]').first.tap()
        page.locator(f'#sheet-more [data-key="ghost-{seat}-{level}"]').tap()
        for other, phone in self.phones.items():
            if other != by:
                phone.page.locator("[data-key=vote-yes]").tap()
        if seat != by:
            expect(page.locator(f'#sheet-more [data-key="free-{seat}"]')).to_be_attached()
            expect(page.locator("#sheet-more[open]")).to_have_count(0)
        self._until(lambda told: told["seats"][seat]["ghost"] == level)

    def step(self) -> bool:
        """One throw, judgement or decision; False when the game is over."""
        told = self.told()
        if told["view"]["winner"]:
            return False
        if told["proposal"]:
            self._person(told["proposal"]["seat"]).page.locator("[data-key=judge-again]").tap()
        elif told["view"]["throw_wanted"]:
            self._throw(told)
        elif (seat := told["view"]["asked"][0]["seat"]) in self.phones:
            self.phones[seat].asked(seat, told["seq"])
            self.phones[seat].do(self._decision())
        self._goes_on(told["seq"])
        return True

    def play(self, until: int = FAR) -> None:
        """So many steps, or to the end."""
        for _ in range(until):
            if not self.step():
                return
        assert until < FAR, "nobody wins"

    def record(self) -> str:
        """The game's own record."""
        return self.page.request.get(f"{self.host.url}/api/record").text()

    def check_end(self) -> None:
        """All phones say who won, nothing went wrong, and every choice of a ghost is made again by the record."""
        doubts: list[str] = []
        record.replay(GAME, self.record(), doubts)
        assert doubts == []
        for phone in self.phones.values():
            expect(phone.page.locator("#ask h1")).to_contain_text("alle sieben Karten")
            assert phone.faults == []

    def ghosts(self) -> Counter[str]:
        """Choices of ghosts in the record, by level."""
        notes = [json.loads(line)["note"] for line in self.record().splitlines()[1:]]
        return Counter(str(note["ghost"]["level"]) for note in notes if "ghost" in note)

    def _person(self, seat: str) -> Phone:
        return self.phones.get(seat) or next(iter(self.phones.values()))

    def _throw(self, told: Json) -> None:
        wanted = told["view"]["throw_wanted"]
        phone = self._person(wanted["seat"])
        phone.shows(told["seq"])
        expect(phone.page.locator("body[data-busy]")).to_have_count(0)
        self.throws[wanted["seat"]] += 1
        if self.eye:
            self._toss(phone, told["seq"])
            return
        for colour, side in self._sides(wanted).items():
            phone.page.locator(f'[data-pad] [data-key="pad-{colour}-{side}"]').tap()

    def _toss(self, phone: Phone, seq: int) -> None:
        """A tap once the camera is open, and again when it had to be opened anew (a new board, a slow machine)."""
        ready = False

        def thrown(told: Json) -> bool:
            nonlocal ready
            before, ready = ready, told["devices"]["vision"]["state"] == "ok"
            if ready and not before and told["seq"] == seq:
                phone.page.locator('[data-post="/api/toss"]').tap()
            return bool(told["seq"] > seq)

        self._until(thrown)

    def _sides(self, wanted: Json) -> dict[str, str]:
        """How each wand falls."""
        sides: list[Any] = ["power", "magic", "fate"] if wanted["needs"] == "hidden" else [0, 1, 2]
        ways = [dict(zip(wanted["wands"], each, strict=True)) for each in product(sides, repeat=len(wanted["wands"]))]
        if self.lucky is None or wanted["seat"] not in self.phones:
            way = self.chance.choice(ways)
        else:
            way = max(ways, key=partial(self._odds, wanted["needs"]))
        return {colour: str(side) for colour, side in way.items()}

    def _odds(self, needs: str, way: Json) -> float:
        position = self._position()
        action = GAME.throw_action(position, {colour: {needs: side} for colour, side in way.items()})
        return GAME.odds(GAME.apply(position, action)[0])[str(self.lucky)]

    def _position(self) -> Any:
        text = self.record()
        if text != self._known[0]:
            self._known = text, record.replay(GAME, text)[0]
        return self._known[1]

    def _decision(self) -> Json:
        """A greedy one; of who is lucky the best."""
        position = self._position()
        seat = GAME.asked(position)[0].seat
        if seat == self.lucky:
            return to_json(position.setup, named("strong")(position, drawer("lucky")))
        return to_json(position.setup, greedy_player(position, self.chance.choice))

    def _goes_on(self, seq: int) -> None:
        self._until(lambda told: told["seq"] > seq)

    def _until(self, so: Callable[[Json], bool]) -> None:
        until = time.monotonic() + THROW_S
        while not so(told := self.told()):
            assert time.monotonic() < until, f"nothing happens: {told['question']} {told['devices']}"
            self.page.wait_for_timeout(50)


def shot(page: Page, name: str) -> None:
    """Kept where somebody wants to look."""
    folder = os.environ.get("GHOST_SHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}-{page.evaluate('innerWidth')}.png")


def late(left: int) -> str:
    """A record of a game on the small board that has about so many steps to go."""
    start = first(board="tiny")
    steps = evening(start, "late", named("greedy"))
    end = max(at for at, (position, _) in enumerate(steps[:-left]) if position.phase == "pip")
    return lines_of(steps[:end])


def lines_of(steps: Steps) -> str:
    """These steps as a record."""
    setup = steps[0][0].setup
    lines: list[Any] = [setup.header, *(to_json(setup, action) for _, action in steps)]
    return "".join(json.dumps(line) + "\n" for line in lines)

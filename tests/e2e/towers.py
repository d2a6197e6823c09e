"""Phones at the ring of the towers: hosts, seats, and every action by taps or, where these do not matter, at once."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from companion.games import Json
from companion.games.tuerme.box import COLOURS
from companion.games.tuerme.game import GAME
from companion.table import play
from companion.table import seats as seating
from companion.table.table import Table
from companion.web.auth import COOKIE
from tests.e2e import joining
from tests.e2e.joining import Served, state
from tests.e2e.phone import Phone, context
from tests.e2e.programs import Host
from tests.e2e.towersgame import Planned
from tests.table.hands import Hands

NAMES = dict(zip(COLOURS, ("Thomas", "Ute", "Kevin", "Lena", "Max", "Ida"), strict=True))
join = partial(joining.join, names=NAMES)
FORCED = ("waste", "over", "yield")
"""What the table may have done by itself."""
ANSWERED = "() => document.querySelector('#sheet-column[open], #actions [data-chosen]:not([data-piece=\"\"])')"
"""A tap on the ring has chosen a piece, or asks which of the column."""


def prepared(data: Path, game: Planned, until: int) -> dict[str, str]:
    """A data folder where the game has come so far; the tokens of the seats."""
    table = Table(data, GAME, {key: game.header[key] for key in ("seats", "start", "settings")})
    hands = Hands(table)
    for seat in game.header["seats"]:
        hands.tokens[seat] = seating.join(table, table.code, seat, NAMES[seat]).token
    for number in range(until):
        action, course = game.actions[number], table.course
        if action["type"] in FORCED and action not in GAME.legal(course.position):
            continue
        seat = game.actor(number)
        besides = action in GAME.may(course.position)
        question = course.offers[seat] if besides else course.questions[seat]
        play.act(table, hands.command(seat, action, question=question))
    table.close()
    return hands.tokens


def serving(data: Path, seats: tuple[str, ...], **settings: Any) -> Host:
    """A host of a fresh folder whose game is this one."""
    data.mkdir()
    said = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    (data / "settings.toml").write_text(
        f'game = "tuerme"\n[game_options]\nseats = {json.dumps(seats)}\nstart = "{seats[0]}"\n'
        f"[game_options.settings]\n{said}"
    )
    return Host(data)


class Taps:
    """Phones by seat; ``do`` plays an action with the thumb, ``act`` without."""

    def __init__(
        self,
        host: Served,
        browser: Browser,
        seats: tuple[str, ...],
        tokens: dict[str, str] | None = None,
        **size: Any,
    ) -> None:
        """``tokens`` are those of seats that were taken before."""
        self.host = host
        self._ids = count(1)
        if tokens is None:
            self.phones = {seat: join(host, browser, seat, **size) for seat in seats}
            return
        self.phones = {seat: Phone(context(browser, **size).new_page(), host.url) for seat in seats}
        for seat, phone in self.phones.items():
            phone.page.context.add_cookies([{"name": COOKIE, "value": tokens[seat], "url": host.url}])
            phone.page.goto(f"{host.url}/play")

    def page(self, seat: str) -> Page:
        """The page of a seat."""
        return self.phones[seat].page

    def state(self, seat: str) -> Json:
        """What its phone is told."""
        return state(self.page(seat), self.host, seat)

    def act(self, seat: str, action: Json) -> Json:
        """An action without its taps."""
        told = self.state(seat)
        besides = action in told["view"]["may"]
        question = told["may"] if besides else told["question"].get(seat) or told["may"]
        body = {"seat": seat, "seq": told["seq"], "request": f"t{next(self._ids)}", "question": question}
        answer = self.page(seat).request.post(f"{self.host.url}/api/act", data={**body, "action": action})
        assert answer.ok, f"{action}: {answer.text()}"
        found: Json = answer.json()
        return found

    def play(self, game: Planned, numbers: Iterable[int], taps: bool = False) -> None:
        """These steps of a game: with the thumb, or without; what the table did by itself is passed by."""
        for number in numbers:
            seat, action = game.actor(number), game.actions[number]
            if action["type"] in FORCED and action not in self.state(seat)["view"]["legal"]:
                continue
            if taps:
                self.do(seat, action)
            else:
                self.act(seat, action)

    def shown(self, *seats: str) -> None:
        """Wait until these pages show the present state."""
        for seat in seats or tuple(self.phones):
            seq = self.state(seat)["seq"]
            self.page(seat).wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq)
            expect(self.page(seat).locator("body[data-busy]")).to_have_count(0)

    def touch(self, button: Locator) -> None:
        """One tap, waited for."""
        button.tap()
        expect(button.page.locator("body[data-busy]")).to_have_count(0)

    def do(self, seat: str, action: Json) -> None:
        """An action with the thumb."""
        page, kind = self.page(seat), action["type"]
        self.shown(seat)
        if kind in FORCED and action not in self.state(seat)["view"]["legal"]:
            return
        if kind == "card":
            self.touch(page.locator(f'#actions [data-key="card-{action["card"]}"]'))
        elif kind == "hand":
            self.touch(page.locator('#actions [data-key="card-hand"]'))
        elif kind == "roll":
            self.touch(page.locator(f'#actions [data-key="die-{action["value"]}"]'))
        elif kind == "walk":
            self.pick(page, action["colour"], action["space"])
        elif kind == "tower":
            self.pick(page, action["tower"], place(self.state(seat)["view"], action["tower"]))
        elif kind == "cast":
            self.cast(seat, action)
        else:
            self.touch(button(page, action))

    def pick(self, page: Page, piece: str, space: int, done: bool = True) -> None:
        """A piece by its place on the ring, from the column where that holds several; then it moves."""
        tap_space(page, space)
        chosen, sheet = page.locator("#actions [data-chosen]"), page.locator("#sheet-column[open]")
        page.wait_for_function(ANSWERED)
        if sheet.count():
            sheet.locator(f'[data-piece="{piece}"]').tap()
            expect(sheet).to_have_count(0)
            page.wait_for_function("() => !history.state?.sheet")
        expect(chosen).to_have_attribute("data-piece", piece)
        if done:
            self.touch(page.locator("#actions [data-confirm]"))

    def cast(self, seat: str, action: Json) -> None:
        """A spell: which, on what, how often, and then it is cast."""
        page, spell = self.page(seat), action["spell"]
        self.touch(page.locator('#actions [data-key="spells"]'))
        page.locator(f'#sheet-spells [data-spell="{spell}"]').tap()
        expect(page.locator("dialog[open]")).to_have_count(0)
        page.wait_for_function("() => !history.state?.sheet")
        if "spaces" in action:
            for space in action["spaces"]:
                tap_space(page, space)
        elif "tower" in action:
            self.pick(page, action["tower"], place(self.state(seat)["view"], action["tower"]), False)
        elif "space" in action:
            self.pick(page, action["colour"] + ("+" if action.get("other") else ""), action["space"], False)
        steps = page.locator("#actions [data-steps] button:visible")
        if steps.count():
            wanted = json.dumps(action.get("times", 1))
            steps.filter(has_text=f"{wanted}×").tap() if spell != "keep" else steps.filter(has_text=action["way"]).tap()
        self.touch(page.locator("#actions [data-confirm]"))

    def close(self, seat: str) -> None:
        """The open sheet goes, and with it its step of the browser's history."""
        self.page(seat).locator("dialog[open] [data-close]").tap()
        expect(self.page(seat).locator("dialog[open]")).to_have_count(0)
        self.page(seat).wait_for_function("() => !history.state?.sheet")

    def asks(self, seat: str, title: str) -> None:
        """Wait for a question."""
        expect(self.page(seat).locator("#ask h1")).to_have_text(title)

    @property
    def faults(self) -> list[str]:
        """What the consoles say, besides that an action was refused."""
        return [fault for phone in self.phones.values() for fault in phone.faults if "422" not in fault]


def place(view: Json, tower: str) -> int:
    """The space of a tower."""
    return next(int(space["space"]) for space in view["spaces"] if tower in [each["tower"] for each in space["towers"]])


def tap_space(page: Page, space: int) -> None:
    """A finger on the ground of a space."""
    spot = page.locator(f'#stage [data-space="{space}"] [data-target]')
    box = spot.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.85)


def button(page: Page, action: Json) -> Locator:
    """The button of an action."""
    buttons = page.locator("#actions [data-act]:visible")
    expect(buttons.first).to_be_visible()
    for number in range(buttons.count()):
        if json.loads(buttons.nth(number).get_attribute("data-act") or "{}") == action:
            return buttons.nth(number)
    raise AssertionError(f"there is no button for {action}")

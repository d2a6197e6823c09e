"""Phones at the ring of the towers: hosts, seats, and every action by taps or, where these do not matter, at once."""

from __future__ import annotations

import json
import random
from itertools import count
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from companion.games import Json
from companion.games.tuerme.actions import to_json
from companion.games.tuerme.box import COLOURS
from companion.games.tuerme.game import GAME
from companion.games.tuerme.play import step
from companion.games.tuerme.players import next_action
from companion.games.tuerme.position import OVER, Position
from tests.e2e.phone import Phone, context
from tests.e2e.programs import Host

NAMES = dict(zip(COLOURS, ("Thomas", "Ute", "Kevin", "Lena", "Max", "Ida"), strict=True))
FORCED = ("waste", "over", "yield")
"""What the table may have done by itself."""
ANSWERED = "() => document.querySelector('#sheet-column[open], #actions [data-chosen]:not([data-piece=\"\"])')"
"""A tap on the ring has chosen a piece, or asks which of the column."""


def serving(data: Path, seats: tuple[str, ...], **settings: Any) -> Host:
    """A host of a fresh folder whose game is this one."""
    data.mkdir()
    said = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    (data / "settings.toml").write_text(
        f'game = "tuerme"\n[game_options]\nseats = {json.dumps(seats)}\nstart = "{seats[0]}"\n'
        f"[game_options.settings]\n{said}"
    )
    return Host(data)


def state(page: Page, host: Host, seat: str = "") -> Json:
    """What this browser is told."""
    told: Json = page.request.get(f"{host.url}/api/state?seat={seat}" if seat else f"{host.url}/api/state").json()
    return told


def join(host: Host, browser: Browser, *seats: str, names: dict[str, str] = NAMES, **size: Any) -> Phone:
    """A phone that holds these seats, on its page."""
    phone = Phone(context(browser, **size).new_page(), host.url)
    code = state(phone.page, host)["code"]
    for seat in seats:
        told = {"code": code, "seat": seat, "name": names[seat]}
        assert phone.page.request.post(f"{host.url}/api/join", data=told).ok
    phone.page.goto(f"{host.url}/play")
    return phone


class Game:
    """A game that plays itself by a seed, as a list of actions: what the phones are to do."""

    def __init__(self, seats: tuple[str, ...], seed: int, most: int = 3000, **settings: Any) -> None:
        self.header = GAME.header({"seats": list(seats), "start": seats[0], "settings": settings})
        draw = random.Random(seed).randrange
        position: Position = GAME.start(self.header)
        self.positions = [position]
        self.actions: list[Json] = []
        self.events: list[tuple[Json, ...]] = []
        while position.phase != OVER and len(self.actions) < most:
            action = next_action(position, draw)
            self.actions.append(to_json(position.setup, action))
            position, events = step(position, action)
            self.positions.append(position)
            self.events.append(events)

    def actor(self, number: int) -> str:
        """Who does it."""
        return GAME.actor(self.positions[number], self.actions[number])


class Taps:
    """Phones by seat; ``do`` plays an action with the thumb, ``act`` without."""

    def __init__(self, host: Host, browser: Browser, seats: tuple[str, ...], **size: Any) -> None:
        self.host = host
        self.phones = {seat: join(host, browser, seat, **size) for seat in seats}
        self._ids = count(1)

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

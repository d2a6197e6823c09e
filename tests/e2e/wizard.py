"""Phones at a table of Wizard: hosts, seats, and taps that are counted."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from companion.games.wizard.settings import SEATS
from tests.e2e import joining
from tests.e2e.joining import state
from tests.e2e.programs import Host

THREE = SEATS[:3]
NAMES = dict(zip(SEATS, ("Thomas", "Ute", "Kevin", "Lena", "Max", "Ida"), strict=True))
join = partial(joining.join, names=NAMES)


def serving(data: Path, seats: tuple[str, ...], dealer: str = "", **settings: str) -> Host:
    """A host of a fresh folder whose game is Wizard."""
    data.mkdir()
    said = "".join(f'{name} = "{value}"\n' for name, value in settings.items())
    (data / "settings.toml").write_text(
        f'game = "wizard"\n[game_options]\nseats = {json.dumps(seats)}\nfirst_dealer = "{dealer or seats[0]}"\n'
        f"[game_options.settings]\n{said}"
    )
    return Host(data)


class Taps:
    """A phone a seat; every tap is counted."""

    def __init__(self, host: Host, browser: Browser, seats: tuple[str, ...], **size: Any) -> None:
        self.host = host
        self.phones = {seat: join(host, browser, seat, **size) for seat in seats}
        self.count = 0
        self.requests = 0

    def page(self, seat: str) -> Page:
        """The page of a seat."""
        return self.phones[seat].page

    def touch(self, button: Locator) -> None:
        """One tap, waited for."""
        button.tap()
        expect(button.page.locator("body[data-busy]")).to_have_count(0)
        self.count += 1

    def tap(self, seat: str, label: str) -> None:
        """One of the buttons of the actions."""
        self.touch(self.page(seat).locator("#actions").get_by_role("button", name=label, exact=True))

    def asks(self, seat: str, title: str) -> None:
        """Wait for a question."""
        expect(self.page(seat).locator("#ask h1")).to_have_text(title)

    def round(self, card: str, bids: dict[str, int], winners: list[str]) -> None:
        """The turned card, the bids in their order, the winner of each trick: taps only."""
        noter = next(iter(self.phones))
        if card:
            self.asks(noter, "Welche Karte ist aufgedeckt?")
            self.tap(noter, card)
        for seat, bid in bids.items():
            self.asks(seat, "Wie viele Stiche machst du?")
            self.tap(seat, str(bid))
        for number, winner in enumerate(winners, 1):
            self.asks(noter, f"Wer bekommt Stich {number} von {len(winners)}?")
            self.tap(noter, NAMES[winner])

    def act(self, seat: str, kind: str, besides: bool = False, **more: Any) -> None:
        """A note by the API, where the taps are not what is looked at."""
        self.requests += 1
        told = state(self.page(seat), self.host, seat)
        question = told["may"] if besides else told["question"][seat]
        body = {"seat": seat, "seq": told["seq"], "request": f"a{self.requests}", "question": question}
        action = {"type": kind, "seat": seat, **more}
        answer = self.page(seat).request.post(f"{self.host.url}/api/act", data={**body, "action": action})
        assert answer.ok, answer.text()

    def noted(self, bids: dict[str, int], tricks: dict[str, int], card: str = "red") -> None:
        """A whole round by the API."""
        seat = next(iter(self.phones))
        turns = state(self.page(seat), self.host)["view"]["playing"]["turns"]
        more = {"turned": card} if turns else {}
        self.act(seat, "round", besides=True, bids=bids, tricks=tricks, **more)

    def sheet(self, seat: str, name: str) -> Locator:
        """A sheet of a phone, opened."""
        self.touch(self.page(seat).locator(f"nav [data-open=sheet-{name}]"))
        return self.page(seat).locator(f"#sheet-{name}")

    def close(self, seat: str) -> None:
        """The open sheet goes, and with it its step of the browser's history."""
        self.page(seat).locator("dialog[open] [data-close]").tap()
        expect(self.page(seat).locator("dialog[open]")).to_have_count(0)
        self.page(seat).wait_for_function("() => !history.state?.sheet")

    def judged(self, seat: str, cards: str) -> Locator:
        """Cards tapped on the judge's pad."""
        pad = self.page(seat).locator("[data-judge]")
        for card in cards.split():
            self.touch(pad.locator(f'[data-colour="{card[0]}"]'))
            if card[1:]:
                self.touch(pad.locator(f'[data-number="{card[1:]}"]'))
        return pad

    @property
    def faults(self) -> list[str]:
        """What the consoles say, besides that a note was refused."""
        return [fault for phone in self.phones.values() for fault in phone.faults if "422" not in fault]

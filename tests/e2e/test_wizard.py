"""Wizard on the real host and its pages: the block of truth by taps only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from tests.e2e.phone import Phone, context
from tests.e2e.programs import Host

THREE = ("owl", "fox", "stag")
NAMES = {"owl": "Thomas", "fox": "Ute", "stag": "Kevin", "hare": "Lena", "toad": "Max", "cat": "Ida"}


def serving(data: Path, seats: tuple[str, ...], dealer: str = "", **settings: str) -> Host:
    """A host of a fresh folder whose game is Wizard."""
    data.mkdir()
    said = "".join(f'{name} = "{value}"\n' for name, value in settings.items())
    (data / "settings.toml").write_text(
        f'game = "wizard"\n[game_options]\nseats = {json.dumps(seats)}\nfirst_dealer = "{dealer or seats[0]}"\n'
        f"[game_options.settings]\n{said}"
    )
    return Host(data)


def state(page: Page, host: Host, seat: str = "") -> Json:
    """What this browser is told."""
    told: Json = page.request.get(f"{host.url}/api/state?seat={seat}" if seat else f"{host.url}/api/state").json()
    return told


def join(host: Host, browser: Browser, *seats: str, **size: Any) -> Phone:
    """A phone that holds these seats, on its page."""
    phone = Phone(context(browser, **size).new_page(), host.url)
    code = state(phone.page, host)["code"]
    for seat in seats:
        told = {"code": code, "seat": seat, "name": NAMES[seat]}
        assert phone.page.request.post(f"{host.url}/api/join", data=told).ok
    phone.page.goto(f"{host.url}/play")
    return phone


class Taps:
    """Three phones; every tap is counted."""

    def __init__(self, host: Host, browser: Browser, seats: tuple[str, ...]) -> None:
        self.phones = {seat: join(host, browser, seat) for seat in seats}
        self.count = 0

    def tap(self, seat: str, label: str) -> None:
        """One of the buttons of the actions."""
        page = self.phones[seat].page
        page.locator("#actions").get_by_role("button", name=label, exact=True).tap()
        expect(page.locator("body[data-busy]")).to_have_count(0)
        self.count += 1

    def round(self, card: str, bids: dict[str, int], winners: list[str]) -> None:
        """The turned card, the bids in their order, the winner of each trick: taps only."""
        noter = next(iter(self.phones))
        if card:
            self.tap(noter, card)
        for seat, bid in bids.items():
            expect(self.phones[seat].page.locator("#ask h1")).to_have_text("Wie viele Stiche machst du?")
            self.tap(seat, str(bid))
        for number, winner in enumerate(winners, 1):
            expect(self.phones[noter].page.locator("#ask h1")).to_have_text(
                f"Wer bekommt Stich {number} von {len(winners)}?"
            )
            self.tap(noter, NAMES[winner])


@pytest.fixture
def three(tmp_path: Path) -> Iterator[Host]:
    """Three seats; Kevin deals first."""
    with serving(tmp_path / "three", THREE, "stag") as host:
        yield host


def test_three_phones_play_the_rulebooks_rounds_by_taps(three: Host, browser: Browser) -> None:
    taps = Taps(three, browser, THREE)
    taps.round("R Zwerge", {"owl": 0, "fox": 1, "stag": 1}, ["stag"])
    assert taps.count == 1 + 3 + 1
    taps.round("G Elfen", {"fox": 0, "stag": 0, "owl": 2}, ["owl", "stag"])
    assert taps.count == 5 + 1 + 3 + 2
    for phone in taps.phones.values():
        phone.page.get_by_role("button", name="Block", exact=True).tap()
        rows = phone.page.locator("#block tbody tr")
        for row, cells in enumerate((("20 0", "-10 1", "30 1"), ("10 2", "10 0", "20 0"))):
            for column, cell in enumerate(cells):
                expect(rows.nth(row).locator("td").nth(column)).to_contain_text(cell)
        assert Axe().run(phone.page).violations_count == 0
    assert [fault for phone in taps.phones.values() for fault in phone.faults] == []


def test_a_quarrel_is_judged_and_taken_over_and_a_past_round_is_mended(three: Host, browser: Browser) -> None:
    taps = Taps(three, browser, THREE)
    taps.tap("owl", "R Zwerge")
    for seat, bid in (("owl", 0), ("fox", 1), ("stag", 1)):
        taps.tap(seat, str(bid))
    page = taps.phones["owl"].page
    page.get_by_role("button", name="Richter", exact=True).tap()
    pad = page.locator("[data-judge]")
    for card in ("B7", "W", "R13"):
        pad.locator(f'[data-colour="{card[0]}"]').tap()
        if card[1:]:
            pad.locator(f'[data-number="{card[1:]}"]').tap()
    pad.get_by_role("button", name="Wer gewinnt?").tap()
    expect(pad.locator("[data-verdict]")).to_have_text("Ute bekommt den Stich mit W. (W1)")
    expect(pad.locator(".decides")).to_have_text("W")
    pad.get_by_role("button", name="Als Stich übernehmen").tap()
    expect(taps.phones["stag"].page.locator("#stage")).to_contain_text("Runde 2 von 20")
    expect(page.locator("body[data-busy]")).to_have_count(0)
    page.get_by_role("button", name="Block", exact=True).tap()
    page.get_by_text("Runde 1 berichtigen").tap()
    page.locator('form[data-mend="1"] input[name=bids][data-of=owl]').fill("1")
    page.locator('form[data-mend="1"]').get_by_role("button", name="Berichtigen").tap()
    expect(taps.phones["fox"].page.locator("[data-of=owl] .wiz-total")).to_have_text("-10")
    assert [fault for phone in taps.phones.values() for fault in phone.faults] == []


def test_the_barred_number_is_struck_out_on_the_last_bidders_phone_alone(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "barred", THREE, "stag", sum="not-equal") as host:
        taps = Taps(host, browser, THREE)
        taps.tap("owl", "R Zwerge")
        taps.tap("owl", "0")
        taps.tap("fox", "0")
        last = taps.phones["stag"].page
        expect(last.locator("#actions .barred")).to_have_text("1")
        expect(last.locator("#actions")).to_contain_text("1 ist gesperrt")
        for other in ("owl", "fox"):
            expect(taps.phones[other].page.locator(".barred")).to_have_count(0)
            assert state(taps.phones[other].page, host)["view"]["playing"]["barred"] is None


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568), (1280, 800)])
def test_every_page_fits(tmp_path: Path, browser: Browser, width: int, height: int) -> None:
    seats = tuple(NAMES)
    with serving(tmp_path / "wide", seats, bids="secret") as host:
        phone = join(host, browser, *seats, width=width, height=height)
        for path in ("/play", "/", "/after", "/join", "/new", "/setup"):
            phone.page.goto(host.url + path)
            expect(phone.page.locator("h1").first).to_be_visible()
            wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert phone.page.evaluate(wide) <= 0, path
            assert Axe().run(phone.page).violations_count == 0, path
        assert phone.faults == []

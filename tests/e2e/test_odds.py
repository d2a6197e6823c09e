"""Odds of a game that goes on, in Chromium: asked on one phone, agreed to one by one, refused, and ended by one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.phone import Phone, context
from tests.e2e.programs import Host
from tests.e2e.test_whole_game import NAMES, code

ODDS, LINK, YES, NO = "[data-odds]", '#sheet-more a[href="/luck"]', "[data-key=vote-yes]", "[data-key=vote-no]"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Host]:
    """A host with the smallest board."""
    data = tmp_path / "table"
    data.mkdir()
    (data / "settings.toml").write_text('[game_options]\nboard = "tiny"\n')
    with Host(data) as running:
        yield running


@pytest.fixture
def phones(house: Host, browser: Browser) -> dict[str, Phone]:
    """Three people with a phone each."""
    found = {seat: Phone(context(browser).new_page(), house.url) for seat in NAMES}
    letters = code(house, browser)
    for seat, phone in found.items():
        phone.join(letters, seat, NAMES[seat])
    return found


def odds_of(page: Page, url: str) -> int:
    """How many seats' odds a browser is told on their page, opened beside."""
    beside = page.context.new_page()
    beside.goto(f"{url}/luck")
    found = beside.locator(ODDS).count()
    beside.close()
    return found


def tap(phone: Phone) -> None:
    """The button on the sheet of everything else that asks for the odds, or ends them."""
    phone.page.locator('[data-open="sheet-more"]').first.tap()
    phone.page.locator("#sheet-more [data-key=odds]").tap()
    expect(phone.page.locator("#sheet-more[open]")).to_have_count(0)


def shown_to(phones: dict[str, Phone], url: str, shown: bool) -> None:
    """All phones have the way to the odds and the odds, or none has either."""
    for phone in phones.values():
        expect(phone.page.locator(LINK)).to_have_count(1 if shown else 0)
        assert odds_of(phone.page, url) == (3 if shown else 0)


def asked(phones: dict[str, Phone], by: str) -> None:
    """One asks; the others are asked, and nobody but them."""
    tap(phones[by])
    for seat, phone in phones.items():
        expect(phone.page.locator(YES)).to_have_count(0 if seat == by else 1)


def test_odds_for_seats_only_when_all_agree(house: Host, phones: dict[str, Phone], browser: Browser) -> None:
    watcher = context(browser).new_page()
    assert odds_of(watcher, house.url) == 3, "who watches may always see them"
    shown_to(phones, house.url, False)

    asked(phones, "red")
    phones["black"].page.locator(YES).tap()
    expect(phones["black"].page.locator(YES)).to_have_count(0)
    shown_to(phones, house.url, False)
    phones["white"].page.locator(NO).tap()
    expect(phones["white"].page.locator(NO)).to_have_count(0)
    shown_to(phones, house.url, False)

    asked(phones, "black")
    for seat in ("white", "red"):
        shown_to(phones, house.url, False)
        phones[seat].page.locator(YES).tap()
        expect(phones[seat].page.locator(YES)).to_have_count(0)
    shown_to(phones, house.url, True)

    tap(phones["white"])
    shown_to(phones, house.url, False)
    expect(phones["red"].page.locator(YES)).to_have_count(0)
    assert odds_of(watcher, house.url) == 3
    assert all(phone.faults == [] for phone in phones.values())

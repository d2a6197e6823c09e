"""Die wandelnden Türme on real phones: games that were thought out beforehand, by taps where it matters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.tuerme.position import CARD
from tests.e2e.phone import context
from tests.e2e.programs import Host
from tests.e2e.towers import NAMES, Taps, join, prepared, serving, tap_space
from tests.e2e.towersgame import EVERYTHING, FOUR, MASTER, TEAM, THREE, Planned, dark, opened, seated

SAID = {
    "together": "Die Rabenburg zieht um.",
    "swapped": "zwei Türme die Plätze tauschen",
    "prevented": "ist dahin",
    "round": "verzichtet",
    "freed": "befreit einen Magier",
    "freed-nobody": "findet niemanden",
    "keep-stays": "Die Rabenburg bleibt",
    "given": "eine volle Flasche",
    "exchanged": "tauscht Karten mit dem Partner",
    "partner": "zieht einen Magier von",
}
"""What the history tells of a step that is looked for."""


WHY = {"seven": ("stehen schon sechs", "W3"), "barred": ("auf der Rabenburg landen", "B5")}
"""What a dark space answers, and its rule."""
TOLD = ("together", "barred", "seven", "round", "swapped", "prevented", "freed-nobody", "freed", "keep-stays")


@cache
def master() -> Planned:
    """A master game with everything that is rare, to a victory that two share."""
    return opened().shows(MASTER)


@cache
def team() -> Planned:
    """A team game in which bottles go to the partner, and his wizards are moved."""
    return seated().shows(TEAM)


@pytest.fixture
def wall(browser: Browser) -> Iterator[Page]:
    """The table page."""
    page = context(browser, 1280, 800).new_page()
    yield page
    page.context.close()


def begins(game: Planned, number: int) -> int:
    """The step with which the action begins that this one belongs to."""
    return max((at for at in range(number + 1) if game.positions[at].phase == CARD), default=0)


def through(taps: Taps, game: Planned, features: tuple[str, ...], at: int) -> int:
    """The steps of these features by taps, those between without; gives the next step."""
    for feature in sorted(features, key=lambda each: game.found[each]):
        number = game.found[feature]
        first = max(begins(game, number), at)
        taps.play(game, range(at, first))
        taps.play(game, range(first, number + 1), taps=True)
        at = max(at, number + 1)
        taps.shown()
        if feature in WHY:
            explains(taps, game, number, *WHY[feature])
        for phone in taps.phones.values() if feature in SAID else ():
            expect(phone.page.locator("#history")).to_contain_text(SAID[feature])
    return at


def explains(taps: Taps, game: Planned, number: int, text: str, rule: str) -> None:
    """A space that this step leaves dark says why nobody goes from there."""
    page = taps.page(game.actor(number))
    tap_space(page, dark(game.positions[number + 1])[0] + 1)
    expect(page.locator("[data-why] [data-text]")).to_contain_text(text)
    expect(page.locator("[data-why] [data-rule]")).to_have_text(rule)
    page.locator("[data-close-why]").tap()


def test_a_master_game_with_everything_that_is_rare_is_won_by_two(tmp_path: Path, browser: Browser, wall: Page) -> None:
    game, winners = master(), ("blue", "yellow")
    assert game.found.keys() >= set(EVERYTHING)
    start, end = begins(game, game.found["together"]), len(game.actions)
    tokens = prepared(tmp_path / "table", game, start)
    with Host(tmp_path / "table") as host:
        wall.goto(host.url)
        taps = Taps(host, browser, THREE, tokens)
        at = through(taps, game, TOLD, start)
        waits = next(seat for seat in THREE if seat != game.actor(at))
        expect(wall.locator("#ask h1")).to_have_text(taps.page(waits).locator("#ask h1").inner_text())
        last = begins(game, end - 2)
        taps.play(game, range(at, last))
        taps.play(game, range(last, end), taps=True)
        for page in (*(phone.page for phone in taps.phones.values()), wall):
            expect(page.locator("#ask h1")).to_contain_text("gewinn")
            for seat in winners:
                expect(page.locator("#ask h1")).to_contain_text(NAMES[seat])
        ranked(taps.page("blue"), host, game)
        assert taps.faults == []


def ranked(page: Page, host: Host, game: Planned) -> None:
    """The page of the end has everybody's rank."""
    page.goto(f"{host.url}/after")
    expect(page.locator(".tu-ranks li")).to_have_count(len(game.last.setup.seats))


def test_four_phones_in_teams_exchange_cards_and_hand_over_bottles(tmp_path: Path, browser: Browser) -> None:
    game, features = team(), ("exchanged", "given")
    assert game.found.keys() >= {*features, "partner"}
    with serving(tmp_path / "table", FOUR, teams="yes") as host:
        taps = Taps(host, browser, FOUR)
        through(taps, game, features, 0)
        taps.page("blue").locator("[data-open=sheet-counts]").tap()
        expect(taps.page("blue").locator("#counts [data-of=red]")).to_contain_text("dein Partner")
        assert taps.faults == []


def test_who_has_all_in_moves_a_wizard_of_the_partner(tmp_path: Path, browser: Browser) -> None:
    game = team()
    start = begins(game, game.found["partner"])
    tokens = prepared(tmp_path / "table", game, start)
    with Host(tmp_path / "table") as host:
        taps = Taps(host, browser, FOUR, tokens)
        through(taps, game, ("partner",), start)
        assert taps.faults == []


def test_three_people_share_one_device_in_the_basic_game(tmp_path: Path, browser: Browser) -> None:
    game = Planned(THREE).goes(3, 14)
    with serving(tmp_path / "table", THREE) as host:
        phone = join(host, browser, *THREE)
        taps = Taps(host, browser, ())
        taps.phones = dict.fromkeys(THREE, phone)
        taps.play(game, range(14), taps=True)
        expect(phone.page.locator(".cover")).to_have_count(0)
        asked = taps.state("blue")["view"]["asked"][0]["seat"]
        expect(phone.page.locator("#band")).to_contain_text(NAMES[asked])
        assert taps.faults == []

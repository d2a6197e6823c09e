"""Die wandelnden Türme on real phones: games that were thought out beforehand, by taps where it matters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.tuerme.box import COLOURS
from companion.games.tuerme.position import CARD
from tests.e2e.phone import context
from tests.e2e.programs import Host
from tests.e2e.towers import NAMES, Taps, join, prepared, serving, tap_space
from tests.e2e.towersgame import RIDE, Planned

THREE, FOUR = COLOURS[:3], COLOURS[:4]
LOOKED_FOR = frozenset({"claim", "round", "prevented", "swapped", "barred", "freed", "freed-nobody", "together", "tie"})
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


@cache
def rides() -> Planned:
    """A master game with claims, a ride into the keep, and towers that are lifted."""
    return Planned(THREE, 51, LOOKED_FOR, RIDE, 80, mode="master")


@cache
def crowds() -> Planned:
    """A master game to its end, where six stand on one roof, a keep stays, and bottles decide."""
    return Planned(THREE, 2, frozenset({"seven", "keep-stays"}), mode="master")


@cache
def team() -> Planned:
    """A team game in which bottles go to the partner, and his wizards are moved."""
    return Planned(FOUR, 113, frozenset({"given", "exchanged", "partner"}), teams="yes")


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
        for phone in taps.phones.values():
            expect(phone.page.locator("#history")).to_contain_text(SAID[feature])
    return at


def test_a_claim_goes_round_a_ride_ends_in_the_keep_and_towers_are_lifted(
    tmp_path: Path, browser: Browser, wall: Page
) -> None:
    game, features = rides(), ("together", "swapped", "prevented", "round", "freed", "freed-nobody")
    assert game.found.keys() >= {*features, "claim"}
    start = begins(game, game.found["together"])
    tokens = prepared(tmp_path / "table", game, start)
    with Host(tmp_path / "table") as host:
        wall.goto(host.url)
        taps = Taps(host, browser, THREE, tokens)
        through(taps, game, features, start)
        expect(wall.locator("#ask h1")).to_have_text(taps.page("red").locator("#ask h1").inner_text())
        assert taps.faults == []


def test_a_master_game_is_won_after_six_stood_on_a_roof_and_a_keep_stayed(
    tmp_path: Path, browser: Browser, wall: Page
) -> None:
    game = crowds()
    assert game.found.keys() >= {"seven", "keep-stays", "tie", "over"}
    seven = game.found["seven"]
    start = begins(game, seven)
    tokens = prepared(tmp_path / "table", game, start)
    with Host(tmp_path / "table") as host:
        taps = Taps(host, browser, THREE, tokens)
        taps.play(game, range(start, seven + 1), taps=True)
        explains(taps, game, seven + 1, "stehen schon sechs")
        taps.play(game, range(seven + 1, seven + 2), taps=True)
        end = len(game.actions)
        at = through(taps, game, ("keep-stays",), seven + 2)
        last = begins(game, end - 2)
        taps.play(game, range(at, last))
        wall.goto(host.url)
        taps.play(game, range(last, end), taps=True)
        winners = game.last.setup.seats
        for page in (*(phone.page for phone in taps.phones.values()), wall):
            expect(page.locator("#ask h1")).to_contain_text("gewinn")
        first = taps.page("blue")
        first.goto(f"{host.url}/after")
        expect(first.locator(".tu-ranks li")).to_have_count(len(winners))
        assert taps.faults == []


def explains(taps: Taps, game: Planned, number: int, text: str) -> None:
    """A dark space of this position says why nobody goes from there."""
    seat = game.actor(number)
    page = taps.page(seat)
    taps.shown(seat)
    contested = page.locator('#stage [data-roles~="contested"]').first
    tap_space(page, int(contested.get_attribute("data-space") or 0))
    expect(page.locator("[data-why] [data-text]")).to_contain_text(text)
    page.locator("[data-close-why]").tap()


def test_a_tower_that_would_land_on_the_keep_says_so(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "table", THREE[:2]) as host:
        taps = Taps(host, browser, THREE[:2])
        for action in (
            {"type": "card", "card": "t5"},
            {"type": "tower", "tower": "t9"},
            {"type": "card", "card": "t2"},
        ):
            taps.do("blue", action)
        taps.shown("blue")
        page = taps.page("blue")
        tap_space(page, 15)
        expect(page.locator("[data-why] [data-text]")).to_contain_text("auf der Rabenburg landen")
        expect(page.locator("[data-why] [data-rule]")).to_have_text("B5")
        assert taps.faults == []


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
    game = Planned(THREE, 3, most=14)
    with serving(tmp_path / "table", THREE) as host:
        phone = join(host, browser, *THREE)
        taps = Taps(host, browser, ())
        taps.phones = dict.fromkeys(THREE, phone)
        taps.play(game, range(14), taps=True)
        expect(phone.page.locator(".cover")).to_have_count(0)
        asked = taps.state("blue")["view"]["asked"][0]["seat"]
        expect(phone.page.locator("#band")).to_contain_text(NAMES[asked])
        assert taps.faults == []

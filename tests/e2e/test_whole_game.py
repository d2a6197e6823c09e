"""A complete game through the pages alone: three phones, and one phone for all.

In ``make test`` the one phone is tapped for all that it shows for the first time, for each seat, and for the end; what
lies between is played through the API.
"""

from __future__ import annotations

from collections.abc import Callable, Container

import pytest
from playwright.sync_api import Browser, expect

from companion.games.dreimagier import GAME
from tests.e2e.phone import WAIT_MS, Phone, context
from tests.e2e.planner import WANTED, Planned, telling
from tests.e2e.programs import Host, Lamps
from tests.e2e.test_phones import Course

NAMES = {"red": "Anna", "black": "Björn", "white": "Çelik"}
TAPPED = pytest.mark.parametrize("tapped", [telling, pytest.param(None, marks=pytest.mark.prove)], ids=["new", "all"])
"""By hand what is new in each step; all of it in the long proof."""


def state(phone: Phone, host: Host) -> dict[str, object]:
    """The state as the phone's seat is sent it (to compare with, never to play by)."""
    answer = phone.page.request.get(f"{host.url}/api/state")
    told: dict[str, object] = answer.json()
    return told


def code(host: Host, browser: Browser) -> str:
    """The letters as the table page shows them."""
    table = context(browser, 1280, 800)
    page = table.new_page()
    page.goto(host.url)
    letters = page.locator(".code-big").inner_text().strip()
    table.close()
    return letters


def play(planned: Planned, phones: dict[str, Phone], host: Host, tapped: Container[int] | None = None) -> None:
    """Every step on the phone of the seat that it belongs to; the table follows the plan exactly.

    Those that are not ``tapped`` (None: all are) are done through the API.
    """
    seq, course = 0, Course(planned, *set(phones.values()))
    for number, step in enumerate(planned.steps):
        course.at = number
        if tapped is not None and number not in tapped:
            seq = course.step()["seq"]
            continue
        phone = phones[step.seat]
        phone.asked(step.seat, seq)
        told = state(phone, host)
        expected = GAME.view(step.position, step.seat)
        assert told["view"] == expected, f"step {number}: another position than planned"
        phone.do(step.action)
        seq = int(str(told["seq"])) + 1
        phone.shows(seq)


def check_end(planned: Planned, phones: dict[str, Phone], host: Host) -> None:
    """Every phone names the winner; nothing went wrong in any page."""
    told = state(next(iter(phones.values())), host)
    assert told["view"] == GAME.view(planned.last, "red")
    for phone in set(phones.values()):
        expect(phone.page.locator("#ask h1")).to_contain_text("alle sieben Karten")
        phone.page.get_by_role("link", name="Nach dem Spiel").first.tap()
        expect(phone.page.locator(".ranking li")).to_have_count(3)
        assert phone.faults == []


def test_the_planned_game_has_everything(planned: Planned) -> None:
    assert planned.winner == "red"
    assert planned.features >= WANTED


@TAPPED
def test_three_phones_play_a_whole_game(
    host: Host, lamps: Lamps, browser: Browser, planned: Planned, tapped: Callable[[Planned], Container[int]] | None
) -> None:
    letters = code(host, browser)
    phones = {}
    for seat, name in NAMES.items():
        phones[seat] = Phone(context(browser).new_page(), host.url)
        phones[seat].join(letters, seat, name)
        expect(phones[seat].page.locator(".simulated")).to_have_text("Die Lampen sind nur simuliert", timeout=WAIT_MS)
    play(planned, phones, host, tapped and tapped(planned))
    check_end(planned, phones, host)
    for phone in phones.values():
        phone.page.context.close()


@TAPPED
def test_one_phone_for_all_plays_a_whole_game(
    host: Host, browser: Browser, planned: Planned, tapped: Callable[[Planned], Container[int]] | None
) -> None:
    phone = Phone(context(browser).new_page(), host.url)
    phone.join_all(code(host, browser))
    everybody = dict.fromkeys(NAMES, phone)
    play(planned, everybody, host, tapped and tapped(planned))
    check_end(planned, everybody, host)
    phone.page.context.close()


@pytest.fixture(autouse=True)
def _planned_first(planned: Planned) -> None:
    """Think the game out before a host runs."""

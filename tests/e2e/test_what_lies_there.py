"""What lies on the table: a game is chosen before anybody sits, people sit down in order, another is a vote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.axe import violations
from tests.e2e.phone import Phone, context
from tests.e2e.programs import Host
from tests.e2e.test_other_games import TOY, state

NAMES = {"north": "Nora", "east": "Emil", "south": "Sina"}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Host]:
    """A table out of the box: the product's games, and the toy."""
    (tmp_path / "fresh").mkdir()
    with Host(tmp_path / "fresh", added=TOY, begun=False) as host:
        yield host


def sits(host: Host, browser: Browser, seat: str) -> Phone:
    """A phone of somebody who has just sat down."""
    phone = Phone(context(browser).new_page(), host.url)
    told = {"code": state(phone.page, host)["code"], "seat": seat, "name": NAMES[seat]}
    assert phone.page.request.post(f"{host.url}/api/join", data=told).ok
    phone.page.goto(f"{host.url}/play")
    return phone


def lay(host: Host, page: Page) -> None:
    """The toy game, tapped on the first page."""
    page.goto(host.url)
    page.get_by_role("button", name="Spielzeug").tap()
    expect(page.get_by_role("button", name="Spielzeug")).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_title("Spielzeug")


def laid(host: Host, browser: Browser) -> Phone:
    """The table page on which the toy game lies, and people may sit down."""
    first = Phone(context(browser).new_page(), host.url)
    lay(host, first.page)
    first.page.get_by_role("button", name="Gleich spielen").tap()
    expect(first.page.locator("body.tablepage")).to_be_visible()
    return first


def sitting(page: Page, *names: str) -> None:
    """The sheet shows these names, in this order."""
    expect(page.locator(".sits:visible .who")).to_have_text(list(names))


def test_an_evening_with_another_game_begins_by_taps(fresh: Host, browser: Browser) -> None:
    first = Phone(context(browser).new_page(), fresh.url)
    lay(fresh, first.page)
    expect(first.page.locator("main")).not_to_contain_text("Kamera")
    first.page.get_by_role("button", name="Gleich spielen").tap()
    expect(first.page.locator("body.tablepage")).to_be_visible()

    phones = {seat: sits(fresh, browser, seat) for seat in NAMES}
    page = phones["east"].page
    page.get_by_role("link", name="Sitzen alle?").tap()
    sitting(page, "Nora", "Emil", "Sina")
    page.get_by_role("button", name="Sina nach oben").tap()
    page.get_by_role("button", name="Sina nach oben").tap()
    sitting(page, "Sina", "Nora", "Emil")

    page.get_by_label("Der Würfel").select_option(label="wird gefühlt")
    expect(page.locator('[data-of="die"] p[data-says]')).to_have_text("Alle fühlen nach.")
    barred = page.locator('[data-of="waves"]')
    expect(barred.locator("[data-barred]")).to_have_text("nie: Wer nicht winkt, muss sehen.")
    expect(barred.locator("option", has_text="nie")).to_be_disabled()
    page.get_by_label("Wie viele spielen mit?").select_option("5")
    expect(page.locator('[data-of="die"] [data-barred]')).to_have_text("wird gefühlt: So viele fühlen nicht.")
    expect(page.get_by_label("Der Würfel")).to_have_value('"seen"')
    page.get_by_label("Wie viele spielen mit?").select_option("3")
    page.get_by_role("button", name="Spiel beginnen").tap()
    for seat in ("north", "south"):
        phones[seat].page.get_by_role("button", name="Einverstanden").tap()
    for phone in phones.values():
        expect(phone.page.locator("[data-of]")).to_have_count(3)
        expect(phone.page.locator("[data-of]").first).to_contain_text("Sina")
    told = state(first.page, fresh)
    assert told["view"]["seats"] == ["south", "north", "east"] and told["view"]["picked"] == []
    assert [fault for phone in (first, *phones.values()) for fault in phone.faults] == []


def test_several_choices_and_numbers_are_chosen_and_what_is_barred_gives_way(fresh: Host, browser: Browser) -> None:
    laid(fresh, browser)
    phone = sits(fresh, browser, "north")
    page = phone.page
    page.goto(f"{fresh.url}/new")
    signs, worth = page.locator("[data-of=signs]"), page.locator("[data-of=worth]")
    expect(signs.get_by_label("Hand")).to_be_checked()
    expect(signs.locator("[data-differs]")).to_be_hidden()
    for name in ("Hut", "Glocke"):
        signs.get_by_label(name).tap()
    expect(signs.locator("[data-differs]")).to_be_visible()
    page.get_by_label("Der Würfel").select_option(label="wird gefühlt")
    expect(signs.locator("[data-barred]")).to_have_text("Glocke: Wer fühlt, hört nichts.")
    expect(signs.get_by_label("Glocke")).to_be_disabled()
    expect(signs.get_by_label("Glocke")).not_to_be_checked()
    page.get_by_label("Der Würfel").select_option(label="wird gesehen")
    expect(signs.locator("[data-barred]")).to_be_hidden()
    page.get_by_label("Winken", exact=True).select_option(label="nie")
    expect(signs.get_by_label("Glocke")).to_be_checked()
    expect(signs.locator("[data-differs]")).to_be_hidden()
    signs.get_by_label("Hand").tap()
    worth.get_by_label("Hut").select_option("3")
    expect(worth.locator("[data-differs]")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Spiel beginnen").tap()
    page.wait_for_url("**/play")
    page.goto(f"{fresh.url}/new")
    expect(page.locator("[data-of=signs] :checked")).to_have_count(2)
    expect(page.locator("[data-of=worth] [data-one='\"hat\"']")).to_have_value("3")
    expect(page.get_by_label("Winken", exact=True)).to_have_value('"never"')
    assert phone.faults == []


def test_a_choice_made_while_the_one_before_is_asked_about_waits_for_its_own_answer(
    fresh: Host, browser: Browser
) -> None:
    """How long a choice would last is asked only of what can be chosen: a slow answer speaks for its own choice."""
    laid(fresh, browser)
    phone = sits(fresh, browser, "north")
    page = phone.page
    with page.expect_response("**/api/length"):
        page.goto(f"{fresh.url}/new")
    signs = page.locator("[data-of=signs]")
    held: list[Route] = []
    page.route("**/api/barred", lambda route: held.append(route) if len(held) < 2 else route.continue_())
    signs.get_by_label("Glocke").tap()
    page.get_by_label("Der Würfel").select_option(label="wird gefühlt")
    page.wait_for_function("() => document.querySelector('[data-of=die] p[data-says]').textContent.includes('fühlen')")
    lengths: list[int] = []
    page.on("response", lambda came: lengths.append(came.status) if came.url.endswith("/api/length") else None)
    late, own = held
    with page.expect_response("**/api/barred"):
        late.continue_()
    with page.expect_response("**/api/length"):
        own.continue_()
    expect(signs.locator("[data-barred]")).to_have_text("Glocke: Wer fühlt, hört nichts.")
    assert set(lengths) == {200}
    assert phone.faults == []


def test_another_game_is_a_vote_and_every_phone_follows(fresh: Host, browser: Browser) -> None:
    first = laid(fresh, browser)
    phones = {seat: sits(fresh, browser, seat) for seat in NAMES}
    page = phones["north"].page
    page.goto(f"{fresh.url}/new")
    page.get_by_role("link", name=re.compile("Die drei Magier")).tap()
    expect(page.get_by_role("link", name=re.compile("Die drei Magier"))).to_have_attribute("aria-current", "true")
    sitting(page, "Nora", "Emil", "Sina")
    page.get_by_role("button", name="Emil nach oben").tap()
    page.get_by_role("button", name="Spiel beginnen").tap()
    for seat in ("east", "south"):
        expect(phones[seat].page.locator("#ask")).to_contain_text("Auf den Tisch kommt Die drei Magier.")
        phones[seat].page.get_by_role("button", name="Einverstanden").tap()
    for phone in phones.values():
        expect(phone.page.locator("svg.board").first).to_be_visible()
    expect(first.page).to_have_title("Die drei Magier")
    told = state(first.page, fresh)
    assert told["game"] == "dreimagier"
    assert [seat["name"] for seat in told["seats"].values()] == ["Emil", "Nora", "Sina"]
    assert [fault for phone in (first, *phones.values()) for fault in phone.faults] == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568), (1280, 800)])
def test_the_choice_fits(fresh: Host, browser: Browser, width: int, height: int) -> None:
    phone = Phone(context(browser, width=width, height=height).new_page(), fresh.url)
    lay(fresh, phone.page)
    assert phone.page.evaluate(WIDE) <= 0
    assert violations(phone.page) == []
    told = {"code": state(phone.page, fresh)["code"], "seat": "up", "name": "Wilhelmine von Ahlefeld"}
    assert phone.page.request.post(f"{fresh.url}/api/join", data=told).ok
    for path in ("/new", "/new?game=dreimagier"):
        phone.page.goto(fresh.url + path)
        expect(phone.page.locator("h1").first).to_be_visible()
        assert phone.page.evaluate(WIDE) <= 0, path
        assert violations(phone.page) == [], path
    assert phone.faults == []

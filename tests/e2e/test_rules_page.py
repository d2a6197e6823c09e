"""Every reason on a phone leads to its rule, and back leads to the game; the book of rules can be searched."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.e2e.phone import context
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.test_languages import speaks
from tests.e2e.test_phones import WIDTHS, Course, everybody

LANGUAGES = ("de", "en", "nl", "fr", "it")
SIDEWAYS = """() => [document.documentElement.scrollWidth - innerWidth,
  ...[...document.querySelectorAll('.law p, .book-index a, h1, h2, .button')]
    .map((el) => el.scrollWidth - el.clientWidth)]
  .filter((more) => more > 1)"""


def why(page: Page) -> str:
    """Tap a place that is dark; the rule that the phone names."""
    dark = page.locator("[data-node][data-place]:not([data-can])").first
    dark.focus()
    page.keyboard.press("Enter")
    mark = page.locator("[data-why]:not([hidden]) a[data-rule]")
    mark.wait_for()
    return mark.inner_text()


def test_a_reason_leads_to_its_rule_and_back_to_the_game(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    Course(planned, phone).until("move")
    page = phone.page
    rule = why(page)
    assert re.fullmatch(r"[A-Z]\d+", rule)
    page.locator("a[data-rule]").tap()
    page.wait_for_url(f"**/rules#{rule}")
    expect(page.locator(f"#{rule}:target")).to_be_in_viewport()
    page.go_back()
    page.wait_for_url("**/play")
    expect(page.locator("#board [data-can]").first).to_be_attached()
    assert why(page) == rule
    page.locator("a[data-rule]").tap()
    page.get_by_role("link", name="Zurück ins Spiel").tap()
    page.wait_for_url("**/play")


def test_the_way_to_the_rules_has_room_for_a_thumb_and_a_name(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host, width=320, height=568)
    Course(planned, phone).until("move")
    rule = why(phone.page)
    mark = phone.page.get_by_role("link", name=f"Regel {rule} nachlesen")
    box = mark.bounding_box()
    assert box is not None and min(box["width"], box["height"]) >= 44


def test_the_book_is_searched_by_words_and_by_ids(host: Host, browser: Browser) -> None:
    page = context(browser).new_page()
    page.goto(f"{host.url}/rules")
    shown = page.locator(".law:visible h3")
    assert shown.count() > 50
    page.locator("[data-search]").fill("kraftstein labyrinth")
    assert set(shown.all_inner_texts()) == {"T2", "T12", "E1", "Z5"}
    assert page.locator(".book-chapter:visible").count() == 3
    page.locator("[data-search]").fill("T10")
    expect(shown).to_have_text(["T10"])
    page.locator("[data-search]").fill("xyzzy")
    expect(page.locator("[data-none]")).to_be_visible()
    page.locator("[data-search]").fill("")
    assert shown.count() > 50
    page.get_by_role("link", name="Duelle").click()
    expect(page.get_by_role("heading", name="Duelle")).to_be_in_viewport()


def test_the_book_fits_every_screen_in_every_language(host: Host, browser: Browser) -> None:
    page = context(browser).new_page()
    for language in LANGUAGES:
        speaks(page, host, language, "/rules")
        for width, height in WIDTHS:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(SIDEWAYS) == [], f"{language} {width}"

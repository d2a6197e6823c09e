"""The board is drawn once; what is legal stands out from what is not by light and by shape, by day and by night."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.phone import context
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.test_phones import Course, everybody

LIGHT_OF = """(node) => {
  const stone = document.querySelector('#slab-0 .slab');
  const probe = stone.cloneNode();
  node.append(probe);
  const [r, g, b] = getComputedStyle(probe).fill.match(/[\\d.]+/g).map((n) => n / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  probe.remove();
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}"""
DOTS = "(node) => getComputedStyle(node.querySelector('.ring-apprentice')).display"
MOVING = """() => [...document.querySelectorAll('#board *')].flatMap((el) => el.getAnimations())
  .filter((each) => each.playState === 'running').length"""


def field(page: Page, legal: bool) -> str:
    """A field of stone that may be walked to, or one that may not."""
    wish = "[data-can]" if legal else ":not([data-can])"
    found = page.locator(f'[data-node]:not([data-place]){wish}:has(use[href^="#slab-"])').first
    return str(found.get_attribute("data-node"))


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_a_legal_field_stands_out_by_light_and_by_shape(
    host: Host, browser: Browser, planned: Planned, scheme: str
) -> None:
    phone = everybody(browser, host, color_scheme=scheme)
    Course(planned, phone).until("move")
    page = phone.page
    legal, dark = (page.locator(f'[data-node="{field(page, each)}"]') for each in (True, False))
    lights = sorted(each.evaluate(LIGHT_OF) for each in (legal, dark))
    assert (lights[1] + 0.05) / (lights[0] + 0.05) > 1.6, lights
    assert legal.evaluate(LIGHT_OF) == lights[1]
    assert (legal.evaluate(DOTS), dark.evaluate(DOTS)) == ("inline", "none")


def test_roles_change_on_the_board_that_was_drawn_once(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    course = Course(planned, phone)
    phone.page.evaluate("() => { document.querySelector('#board').dataset.first = 1; }")
    drawn = phone.page.locator("#board .land, #board .bed, #board .grown use").count()
    course.until("move")
    assert phone.page.locator("#board[data-first] [data-can]").count() > 0
    assert phone.page.locator("#board .land, #board .bed, #board .grown use").count() == drawn > 40


def test_a_place_steps_back_behind_who_stands_on_it(host: Host, browser: Browser) -> None:
    page = everybody(browser, host).page
    fade = "(name) => getComputedStyle(document.querySelector(`[data-node=${name}] .picture`)).opacity"
    assert (page.evaluate(fade, "life"), page.evaluate(fade, "mill")) == ("0.5", "1")


def test_what_grows_stands_upright_for_every_chair(host: Host, browser: Browser) -> None:
    page = everybody(browser, host).page
    top = "() => { const m = document.querySelector('.grown use').getScreenCTM(); return [m.b, m.a > 0]; }"
    for _ in range(4):
        slant, upright = page.evaluate(top)
        assert abs(slant) < 1e-6 and upright
        page.locator("[data-turn-board]").tap()


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_nothing_on_the_board_moves_for_who_wants_no_motion(
    host: Host, browser: Browser, planned: Planned, wish: str
) -> None:
    phone = everybody(browser, host, reduced_motion=wish)
    Course(planned, phone).until("move")
    phone.page.locator("[data-can]").first.wait_for()
    assert (phone.page.evaluate(MOVING) > 0) == (wish == "no-preference")


def test_the_names_of_the_places_fit_their_labels(host: Host, browser: Browser) -> None:
    page = context(browser, 1280, 800).new_page()
    for language in ("de", "en", "nl", "fr", "it"):
        page.goto(f"{host.url}/?lang={language}")
        wide = page.locator("#board .label").evaluate_all(
            "(all) => all.map((el) => [el.textContent.trim(), el.querySelector('text').getBBox().width,"
            " el.querySelector('rect').getBBox().width])"
        )
        assert len(wide) == 9
        assert [name for name, text, label in wide if text > label - 4] == [], language

"""The replay of a past evening with the towers in a real browser: towers of glass, step by step, and none before."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.tuerme import glass
from tests.e2e.axe import axe
from tests.e2e.phone import context
from tests.e2e.test_every_width import WIDE
from tests.e2e.test_tuerme_look import WIDTHS
from tests.e2e.tower_stage import Stage, served
from tests.web.games.tuerme.past import evening, golden

OUT, SPACE = 107, 6
"""The step at which wizards of all three come out after twelve turns, and where."""
RING = """() => { const ring = document.querySelector('.tw-ring').getBoundingClientRect();
  return ring.bottom <= document.querySelector('.dock').getBoundingClientRect().top + 1; }"""

LYING = ((844, 390), (568, 320))
BESIDE = """() => { const box = (name) => document.querySelector(name).getBoundingClientRect();
  const ring = box('.tw-ring'), dock = box('.dock'), all = box('html');
  return [ring.bottom <= innerHeight, ring.height > 0.85 * innerHeight, ring.right <= dock.left,
    dock.bottom <= innerHeight + 1, all.height <= innerHeight + 1].flatMap((held, at) => held ? [] : [at]); }"""


@pytest.fixture(autouse=True)
def quiet() -> None:
    """The server of these tests says nothing."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)


@pytest.fixture
def past(tmp_path: Path) -> Iterator[Stage]:
    """A game that is over."""
    with served(evening(tmp_path / "past")) as stage:
        yield stage


def inside(page: Page) -> list[str]:
    """The prisoners that are drawn, by colour."""
    drawn = page.locator("[data-prisoner]")
    return sorted(each.get_attribute("data-prisoner") or "" for each in drawn.all())


def wanted(step: int) -> list[str]:
    """Who sits in towers then."""
    shown = glass.shown(glass.positions(*golden("master"))[step])["columns"]
    tiers = [crowd for column in shown for crowd in column["wizards"][:-1]]
    return sorted(seat for crowd in tiers for seat, count in crowd.items() for _ in range(count))


def test_the_replay_is_stepped_through_and_shows_who_sits_where_and_for_how_long(past: Stage, browser: Browser) -> None:
    page = context(browser, 1280, 800).new_page()
    page.goto(f"{past.url}/after")
    page.get_by_text("Mit Türmen aus Glas ansehen").tap()
    page.wait_for_url("**/archive/**")
    page.locator("#at").fill(str(OUT - 2))
    expect(page.locator("body")).to_have_attribute("data-step", str(OUT - 2))
    for step in (OUT - 1, OUT):
        page.locator("[data-go=next]").tap()
        expect(page.locator("body")).to_have_attribute("data-step", str(step))
        assert inside(page) == wanted(step)
    held = page.locator(f"[data-space='{SPACE}'] [data-prisoner='red']")
    expect(held).to_have_count(0)
    expect(page.locator("#replay .since")).to_contain_text("12 Züge lang unter einem Turm")
    assert page.evaluate(RING), "the dock covers nothing of the ring"
    page.locator("[data-go=back]").tap()
    expect(held).not_to_have_count(0)
    assert held.first.get_attribute("href") == "#mark-3", "its shape tells it too"
    page.locator("#at").fill(str(OUT))
    expect(page.locator("body")).to_have_attribute("data-step", str(OUT))
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDE) == [], width
        assert page.evaluate(RING), f"the dock covers nothing of the ring at {width}"
    for width, height in LYING:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDE) == [], width
        assert page.evaluate(BESIDE) == [], f"all of the ring beside what is read and pressed at {width}x{height}"
    axe(page, "replay")
    page.goto(f"{past.url}/after")
    axe(page, "after")


def test_no_page_of_a_running_game_has_a_tower_of_glass_or_leads_to_its_replay(
    tmp_path: Path, browser: Browser
) -> None:
    with served(evening(tmp_path / "running", short=30)) as stage:
        page = stage.phone(browser)
        for path in ("/", "/after", "/archive"):
            page.goto(stage.url + path)
            expect(page.locator("main").first).to_be_visible()
            expect(page.locator("[data-prisoner], .tw-ring.glass, [data-since], a[href^='/archive/']")).to_have_count(0)
        answer = page.goto(f"{stage.url}/archive/{stage.table.game_id(stage.table.course)}")
        assert answer is not None and answer.status == 404

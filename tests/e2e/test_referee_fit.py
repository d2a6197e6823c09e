"""The referee's screens at every size: nothing outside or over another, nothing for axe; small, calm first views."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.axe import axe
from tests.e2e.eye import Eye, shows, wand
from tests.e2e.phone import context, within
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.round import Round
from tests.e2e.test_referee_disputes import doubt, duel_throw, say, thrower
from tests.e2e.wire import Wire

BUILT_S = 1.0
"""So long a page may still be building itself; from then on nothing moves by itself."""
SIZES = ((320, 568), (390, 844), (768, 1024), (1280, 800))
FAULTS = """() => {
  const seen = [...document.querySelectorAll("button, a, h1, h2, select, input[type=text], .evidence")].filter((el) =>
    el.checkVisibility({ visibilityProperty: true }) && !el.closest(".board") && !el.matches(".unseen, .unseen *"));
  const boxes = seen.map((el) => [el, el.getBoundingClientRect()]).filter(([, box]) => box.width > 1);
  const name = (el) => `${el.tagName} ${el.dataset.key || el.textContent.trim().slice(0, 30)}`;
  const outside = ([, box]) => box.left < -1 || box.right > innerWidth + 1;
  const faults = boxes.filter(outside).map(([el]) => `outside: ${name(el)}`);
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) faults.push(`scrolls sideways by ${over}`);
  const dock = document.querySelector(".dock");
  if (dock && dock.getBoundingClientRect().bottom > innerHeight + 1) faults.push("the dock is under the edge");
  const layer = (el) => el.closest("dialog, .dock, .band, main") || document.body;
  boxes.forEach(([one, a], at) => boxes.slice(at + 1).forEach(([other, b]) => {
    if (layer(one) !== layer(other) || one.contains(other) || other.contains(one)) return;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && tall > 2) faults.push(`${name(one)} lies over ${name(other)}`);
  }));
  return faults;
}"""


@pytest.fixture
def table(planned: Planned, host: Host, browser: Browser) -> Iterator[Round]:
    """Three phones before a duel."""
    found = Round(host, browser)
    found.play(planned, duel_throw)
    yield found
    found.close()


def fits(page: Page, where: str) -> None:
    """At every size, then axe at the phone's, by night and by day."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FAULTS) == [], f"{where} at {width}"
    page.set_viewport_size({"width": 390, "height": 844})
    axe(page, where)


def test_every_screen_of_the_referee_fits(table: Round) -> None:
    eye = Eye(table.host.url, table.host.data)
    told = {**shows(1, 2, 0), "black": wand("black", 2, 2, 1)}
    eye.sees(told, "unsure")
    seat = table.state()["proposal"]["seat"]
    table.open()
    table.shown()
    fits(table.page(seat), "a doubtful wand")
    table.page(seat).locator(".answers .count").first.tap()
    expect(table.page(seat).locator(".trial")).to_have_count(0)
    table.shown()
    first, second = sorted(set(table.phones) - {thrower(table)})
    doubt(table, first)
    fits(table.page(second), "a dispute")
    say(table.page(first), "black", 1)
    fits(table.page(first), "a dispute after the own voice")
    say(table.page(second), "black", 1)
    table.shown()
    page = table.page(first)
    page.locator("[data-open=sheet-history]").tap()
    page.locator("[data-key=corrections] > summary").tap()
    page.locator("[data-key=corrections] details summary").nth(1).tap()
    fits(page, "putting a throw right")
    scope = page.locator("[data-key=corrections] details[open]")
    scope.locator("[data-option][aria-pressed=false]").first.tap()
    scope.locator("[data-reads]").tap()
    expect(table.page(second).locator("[data-key=vote-rewind]")).to_be_visible()
    fits(table.page(second), "a correction")
    table.page(second).locator("[data-key=vote-rewind]").tap()
    expect(page.locator("[data-back]")).to_be_visible()
    fits(page, "what to move back")
    table.host.stop()
    table.host.start()
    expect(page.locator("[data-key=check-start]")).to_be_visible(timeout=15_000)
    fits(page, "checking the board is offered")
    page.locator("[data-key=check-start]").tap()
    expect(page.locator(".checking")).to_be_visible()
    fits(page, "checking the board")
    for path in ("setup", "new"):
        page.goto(f"{table.host.url}/{path}")
        fits(page, path)


@pytest.mark.parametrize("path", ["/", "/join", "/play", "/setup", "/new"])
def test_first_views_are_small_calm_and_our_own(host: Host, browser: Browser, path: str) -> None:
    table = Round(host, browser, {"red": "Anna"})
    page = table.page("red")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    built_ms = within(BUILT_S, page, host.url)
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((entry) => {"
        f"if (entry.startTime > {built_ms}) window.shift += entry.value; }}))"
        ".observe({ type: 'layout-shift', buffered: true });"
    )
    with Wire(host.port) as wire:
        cookie = page.context.cookies()[0]
        page.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": wire.url}])
        page.goto(wire.url + path)
        page.wait_for_timeout(built_ms + 1_500)
        assert 0 < wire.carried <= 150_000
        assert all(url.startswith(wire.url) for url in asked)
    assert page.evaluate("window.shift") == 0
    table.close()


def test_a_table_page_shows_a_dispute_without_its_picture(table: Round, browser: Browser) -> None:
    Eye(table.host.url, table.host.data).sees(shows(1, 2, 0))
    table.open()
    table.shown()
    doubt(table, "red")
    watcher = context(browser, 1280, 800).new_page()
    watcher.goto(table.host.url)
    expect(watcher.locator(".trial")).to_contain_text("Anna zweifelt")
    expect(watcher.locator(".evidence")).to_have_count(0)
    fits(watcher, "the table's page with a dispute")
    watcher.context.close()

"""The pages of Wizard for everybody: axe, any width, long names, the keyboard, little to load, a screen that stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games.wizard.settings import SEATS
from tests.e2e.axe import axe
from tests.e2e.phone import context
from tests.e2e.test_every_width import WIDE
from tests.e2e.wizard import NAMES, THREE, Taps, join, serving, state

LONG = dict(
    zip(
        SEATS,
        ("Maximiliana-Leopolds", "Wolfgangus Amadeusss", "Konstantinopolitaner", "Donaudampfschifferin",
         "Bartholomäus Österle", "Gwendolynn-Charlotta"),
        strict=True,
    )
)  # fmt: skip
PAGES = ("/", "/after", "/join", "/new", "/archive", "/rules", "/setup")
WIDTHS = ((320, 568), (390, 844), (768, 1024), (1280, 800))
DEVICES = ("Kamera", "Lampe", "Stäbe", "Wurf", "simuliert", "Brett")


READABLE = """() => {
  const box = document.querySelector('#sheet-block .wiz-scroll');
  box.scrollLeft = box.scrollWidth;
  const edge = box.getBoundingClientRect();
  const cells = [...box.querySelectorAll('th, td')];
  const out = (row) => {
    const [number, trump] = [row.firstElementChild, row.lastElementChild].map((cell) => cell.getBoundingClientRect());
    return Math.abs(number.left - edge.left) > 2 || trump.right > edge.right + 1;
  };
  const cut = (cell) => cell.scrollWidth > cell.clientWidth + 1;
  const tiny = (el) => parseFloat(getComputedStyle(el).fontSize) < 15.2;
  return [...cells.filter(cut).map((cell) => `cut: ${cell.textContent}`),
    ...[...box.querySelectorAll('b, small, th, .wiz-of')].filter(tiny).map((el) => `small: ${el.textContent}`),
    ...[...box.querySelectorAll('tr')].filter(out).map((row) => `out of sight: ${row.textContent.slice(0, 20)}`)];
}"""
"""Scrolled to its end, the block still shows the number of each round, and its trump; nothing in it is cut or tiny."""


def test_axe_finds_nothing_on_any_page_and_sheet(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "axe", THREE, "stag", sum="not-equal") as host:
        taps = Taps(host, browser, THREE)
        page = taps.page("owl")
        axe(page, "turn")
        taps.noted(dict.fromkeys(THREE, 0), {"fox": 1})
        taps.noted({"owl": 2, "fox": 0, "stag": 0}, {"fox": 2})
        taps.act("owl", "turn", card="red")
        taps.act("stag", "bid", bid=1)
        taps.act("owl", "bid", bid=1)
        taps.asks("fox", "Wie viele Stiche machst du?")
        axe(taps.page("fox"), "a barred number")
        taps.act("fox", "bid", bid=0)
        taps.asks("owl", "Wer bekommt Stich 1 von 3?")
        for sheet in ("block", "note", "judge", "history", "more"):
            taps.sheet("owl", sheet)
            if sheet == "judge":
                taps.judged("owl", "B7 W")
            axe(page, sheet)
            taps.close("owl")
        for path in PAGES:
            page.goto(host.url + path)
            axe(page, path)
        assert taps.faults == []


@pytest.mark.parametrize(("seats", "rounds"), [(3, 20), (6, 10)])
def test_long_games_with_long_names_fit_every_width(tmp_path: Path, browser: Browser, seats: int, rounds: int) -> None:
    order = SEATS[:seats]
    with serving(tmp_path / "long", order) as host:
        phone = join(host, browser, *order, names=LONG)
        taps = Taps(host, browser, ())
        taps.phones = {order[0]: phone}
        for number in range(1, rounds):
            taps.noted(dict.fromkeys(order, number), {order[1]: number})
        for path in ("/play", *PAGES):
            if path == "/after":
                taps.noted(dict.fromkeys(order, 0), {order[1]: rounds})
            phone.page.goto(host.url + path)
            for width, height in WIDTHS:
                phone.page.set_viewport_size({"width": width, "height": height})
                assert phone.page.evaluate(WIDE) == [], f"{path} {width}"
        phone.page.goto(f"{host.url}/play")
        for width, height in WIDTHS:
            phone.page.set_viewport_size({"width": width, "height": height})
            for sheet in ("block", "note"):
                phone.page.locator(f"nav [data-open=sheet-{sheet}]").tap()
                expect(phone.page.locator(f"#sheet-{sheet}")).to_be_visible()
                box = f"document.querySelector('#sheet-{sheet}')"
                assert phone.page.evaluate(f"{box}.scrollWidth <= {box}.clientWidth"), f"{sheet} {width}"
                if sheet == "block":
                    assert phone.page.evaluate(READABLE) == [], width
                phone.page.locator("dialog[open] [data-close]").tap()
                expect(phone.page.locator("dialog[open]")).to_have_count(0)
        assert phone.faults == []


def test_rules_and_words_of_the_game_are_searched_in_one_field(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "book", THREE) as host:
        page = context(browser, locale="en-GB").new_page()
        page.goto(f"{host.url}/rules")
        laws, terms = page.locator(".law:visible h3"), page.locator(".book-term:visible dt")
        assert laws.count() > 60 and terms.count() > 20
        page.locator("[data-search]").fill("vorhersage")
        expect(terms).to_have_text(["Bid Vorhersage", "Secret bid Geheime Vorhersage"])
        expect(laws).to_have_count(0)
        page.locator("[data-search]").fill("plus/minus one bids together")
        expect(laws).to_have_text(["V1"])
        expect(terms).to_have_text(["Plus/minus one Plus/minus Eins"])
        page.locator("[data-search]").fill("")
        page.get_by_role("link", name="Words of the game").click()
        expect(page.get_by_role("heading", name="Words of the game")).to_be_in_viewport()


def test_a_whole_round_by_keyboard_only(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "keys", THREE, "stag") as host:
        taps = Taps(host, browser, THREE, has_touch=False)

        def press(seat: str, name: str) -> None:
            page = taps.page(seat)
            button = page.locator("#actions").get_by_role("button", name=name, exact=True)
            expect(button).to_be_visible()
            for _ in range(40):
                page.keyboard.press("Tab")
                if button.evaluate("el => el === document.activeElement"):
                    break
            page.keyboard.press("Enter")
            expect(page.locator("body[data-busy]")).to_have_count(0)

        press("owl", "R Zwerge")
        for seat, bid in (("owl", "0"), ("fox", "1"), ("stag", "0")):
            taps.asks(seat, "Wie viele Stiche machst du?")
            press(seat, bid)
        taps.asks("owl", "Wer bekommt Stich 1 von 1?")
        press("owl", "Ute")
        expect(taps.page("stag").locator("[data-of=fox] .wiz-total")).to_have_text("30")
        assert taps.faults == []


def test_the_first_view_is_small_and_asks_nobody_else(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "small", SEATS) as host:
        phone = join(host, browser, "owl")
        page = context(browser).new_page()
        page.context.add_cookies(phone.page.context.cookies())
        sizes: dict[str, int] = {}
        page.on("requestfinished", lambda asked: sizes.setdefault(asked.url, asked.sizes()["responseBodySize"]))
        page.goto(f"{host.url}/play", wait_until="load")
        page.locator("#stage").wait_for()
        page.wait_for_load_state("load")
        assert all(url.startswith(host.url) for url in sizes)
        assert sizes[f"{host.url}/play"] > 0 and len(sizes) > 20, "what came over the air was not seen"
        assert sum(sizes.values()) <= 150_000, sizes


def test_nothing_speaks_of_devices_that_the_game_does_not_need(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "bare", THREE) as host:
        phone = join(host, browser, *THREE)
        for path in ("/play", *PAGES, "/setup/steps"):
            phone.page.goto(host.url + path)
            text = phone.page.locator("body").inner_text()
            assert [word for word in DEVICES if word in text] == [], path
        assert state(phone.page, host)["simulated"] == {"camera": False, "lamps": False}


def test_a_game_that_is_over_is_read_where_the_host_is_not(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "kept", SEATS) as host:
        phone = join(host, browser, *SEATS, names=LONG)
        taps = Taps(host, browser, ())
        taps.phones = {SEATS[0]: phone}
        for number in range(1, 11):
            taps.noted(dict.fromkeys(SEATS, 0), {SEATS[1]: number})
        phone.page.goto(f"{host.url}/after")
        for ending in ("html", "csv"):
            with phone.page.expect_download() as coming:
                phone.page.locator(f'a[href="/wizard/block.{ending}"]').tap()
            coming.value.save_as(tmp_path / f"block.{ending}")
    page = context(browser).new_page()
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "block.html").as_uri())
    assert len(asked) == 1, "it asks nobody"
    expect(page.locator("tbody tr")).to_have_count(10)
    expect(page.locator("ol li").last).to_contain_text("-550")
    for width, height in WIDTHS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(WIDE) == [], width
    axe(page, "kept")
    assert "Konstantinopolitaner" in (tmp_path / "block.csv").read_text("utf-8")


LOCK = """Object.defineProperty(Navigator.prototype, "wakeLock", { configurable: true, value: {
  request: () => { window.locks = (window.locks || 0) + 1; return %s; } } });"""
GRANTED = LOCK % "Promise.resolve({ release() {} })"
REFUSED = LOCK % 'Promise.reject(new DOMException("denied", "NotAllowedError"))'
ABSENT = "delete Navigator.prototype.wakeLock; HTMLMediaElement.prototype.canPlayType = () => '';"


@pytest.mark.parametrize(("lock", "told"), [(GRANTED, None), (REFUSED, "[data-film]"), (ABSENT, "[data-cannot=awake]")])
def test_the_screen_stays_on_where_the_browser_lets_it(
    tmp_path: Path, browser: Browser, lock: str, told: str | None
) -> None:
    with serving(tmp_path / "awake", THREE) as host:
        phone = join(host, browser, "owl")
        page = phone.page
        page.context.add_init_script(lock)
        page.reload()
        page.locator("[data-open=sheet-more]").tap()
        switch = page.locator("#sheet-more [data-sense=awake]")
        if lock == ABSENT:
            expect(switch).to_be_disabled()
        else:
            switch.tap()
            expect(switch).to_have_attribute("aria-pressed", "true")
        for each in ("[data-film]", "[data-cannot=awake]"):
            expect(page.locator(each)).to_be_visible(visible=each == told)
        if lock == GRANTED:
            before = page.evaluate("window.locks")
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
            page.wait_for_function("before => window.locks > before", arg=before)
        assert phone.faults == []
        assert NAMES["owl"] in page.locator("#band").inner_text()

"""What a phone must do besides playing: taps, losses, refusals, languages, sizes, keyboards."""

from __future__ import annotations

import signal
from itertools import product

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from companion.games import Json
from tests.e2e.axe import axe
from tests.e2e.phone import WAIT_MS, Phone, context, within
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.programs.running import until

NAMES = {"red": "Anna", "black": "Björn", "white": "Çelik"}
TOLD_S = 3.0
WIDTHS = ((320, 568), (390, 844), (768, 1024), (1280, 800))


def code(host: Host, page: Page) -> str:
    """The table's letters."""
    letters: str = page.request.get(f"{host.url}/api/state").json()["code"]
    return letters


def seated(browser: Browser, host: Host, seat: str = "red") -> Phone:
    """A phone that holds a seat."""
    phone = Phone(context(browser).new_page(), host.url)
    phone.join(code(host, phone.page), seat, NAMES[seat])
    return phone


def everybody(browser: Browser, host: Host, **more: object) -> Phone:
    """A phone that holds all seats."""
    phone = Phone(context(browser, **more).new_page(), host.url)
    phone.join_all(code(host, phone.page))
    return phone


def told(phone: Phone) -> Json:
    """The state as this phone is sent it."""
    state: Json = phone.page.request.get(f"{phone.url}/api/state").json()
    return state


class Course:
    """The planned game, played through the API as far as a test needs."""

    def __init__(self, planned: Planned, *phones: Phone) -> None:
        self.steps = planned.steps
        self.phones = phones
        self.at = 0

    def step(self) -> Json:
        """One step; returns the state after it."""
        step = self.steps[self.at]
        phone = next(p for p in self.phones if step.seat in p.seats)
        state = told(phone)
        body = {"seq": state["seq"], "seat": step.seat, "question": state["question"][step.seat]}
        answer = phone.page.request.post(
            f"{phone.url}/api/act", data={**body, "request": f"course-{self.at}", "action": step.action}
        )
        assert answer.ok
        self.at += 1
        after: Json = answer.json()["state"]
        return after

    def until(self, kind: str) -> Json:
        """Up to the next question of a kind; every phone shows it."""
        state = told(self.phones[0])
        while not next(iter(state["question"].values())).startswith(kind):
            state = self.step()
        for phone in self.phones:
            phone.shows(state["seq"])
        return state


def test_a_wrong_code_is_told_and_takes_no_seat(host: Host, browser: Browser) -> None:
    page = context(browser).new_page()
    page.goto(f"{host.url}/join?code=0000")
    page.get_by_label("Dein Name").fill("Anna")
    page.get_by_role("button", name="Platz nehmen").tap()
    expect(page.get_by_role("alert")).to_contain_text("Diese Buchstaben stehen nicht am Tisch")
    assert page.url.endswith("/join?code=0000")
    assert not any(seat["taken"] for seat in page.request.get(f"{host.url}/api/state").json()["seats"].values())
    page.goto(f"{host.url}/play")
    assert page.url.endswith("/join")


def test_a_double_tap_acts_once(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    Course(planned, phone).until("duel")
    before = told(phone)
    stop = phone.page.locator('[data-act*="stop"]')
    with phone.page.expect_response("**/api/act") as first:
        stop.dblclick()
    assert first.value.ok
    phone.shows(before["seq"] + 1)
    expect(phone.page.locator("body[data-busy]")).to_have_count(0)
    lines = [line for line in told(phone)["history"] if line["seq"] > before["seq"]]
    assert [line["action"]["type"] for line in lines] == ["stop"]
    assert phone.faults == []


def test_a_host_that_vanishes_is_told_and_comes_back(host: Host, browser: Browser) -> None:
    phone = seated(browser, host)
    banner = phone.page.locator("[data-banner]")
    expect(banner).to_be_hidden()
    told_ms = within(TOLD_S, phone.page, host.url)
    host.signal(signal.SIGSTOP)
    expect(banner).to_be_visible(timeout=told_ms)
    assert phone.page.evaluate("document.querySelector('main').inert && document.querySelector('footer').inert")
    host.signal(signal.SIGCONT)
    expect(banner).to_be_hidden(timeout=WAIT_MS)
    assert not phone.page.evaluate("document.querySelector('main').inert")


def test_a_host_that_starts_again_asks_the_same(host: Host, browser: Browser) -> None:
    phone = seated(browser, host)
    before, told_ms = told(phone)["question"], within(TOLD_S, phone.page, host.url)
    host.signal(signal.SIGKILL)
    host.stop()
    expect(phone.page.locator("[data-banner]")).to_be_visible(timeout=told_ms)
    host.start()
    expect(phone.page.locator("[data-banner]")).to_be_hidden(timeout=WAIT_MS)
    assert told(phone)["question"] == before
    for colour in NAMES:
        phone.page.locator(f'[data-key="pad-{colour}-1"]').tap()
    expect(phone.page.locator("#throw .sum")).to_have_text("3")


def test_a_late_answer_does_not_turn_the_page_back(host: Host, browser: Browser, planned: Planned) -> None:
    """Parts that were fetched and are overtaken by the stream are old news."""
    phone = everybody(browser, host)
    course = Course(planned, phone)
    held: list[tuple[Route, APIResponse]] = []
    phone.page.route("**/fragments*", lambda route: held.append((route, route.fetch())))
    with phone.page.expect_request("**/fragments*"):
        phone.page.evaluate("() => { import('/static/page.js').then((page) => page.fetchParts()); }")
    until(lambda: phone.page.evaluate("() => true") and held, what="the answer that is held back")
    state = course.step()
    phone.shows(state["seq"])
    now = phone.page.locator("#actions").inner_html()
    route, old = held[0]
    with phone.page.expect_response("**/fragments*"):
        route.fulfill(response=old)
    phone.page.evaluate("() => new Promise(requestAnimationFrame)")
    assert phone.page.locator("#actions").inner_html() == now
    assert phone.page.locator("body").get_attribute("data-seq") == str(state["seq"])


def test_a_dark_place_tells_why(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    Course(planned, phone).until("move")
    seat = next(iter(told(phone)["question"]))
    dark = phone.page.locator("[data-node][data-place]:not([data-can])").first
    before = told(phone)
    phone.tap_node(dark.get_attribute("data-node") or "")
    why = phone.page.locator("[data-why]")
    expect(why).to_be_visible()
    asked = {"seat": seat, "action": {"type": "jump", "to": dark.get_attribute("data-node")}}
    refusal = phone.page.request.post(f"{host.url}/api/why", data=asked).json()["refusal"]
    expect(why.locator("[data-rule]")).to_have_text(refusal["rule"])
    expect(why.locator("[data-text]")).to_have_text(refusal["text"])
    assert told(phone)["seq"] == before["seq"]


def test_a_legal_place_has_no_why(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    Course(planned, phone).until("move")
    state = told(phone)
    seat = next(iter(state["question"]))
    legal = {"seat": seat, "action": state["view"]["legal"][0]}
    assert phone.page.request.post(f"{host.url}/api/why", data=legal).json()["refusal"] is None
    stranger = context(browser).new_page()
    assert stranger.request.post(f"{host.url}/api/why", data=legal).status == 403


def test_keyboard_alone_moves_a_figure(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    Course(planned, phone).until("move")
    before = told(phone)
    target = phone.page.locator('[data-node][tabindex="0"]').first
    target.focus()
    phone.page.keyboard.press("ArrowRight")
    assert phone.page.evaluate("document.activeElement.dataset.node") != target.get_attribute("data-node")
    target.focus()
    phone.page.keyboard.press("Enter")
    which = phone.page.locator("#sheet-which[open] button[data-figure]")
    if len(phone.can(target.get_attribute("data-node") or "")) > 1:
        which.first.focus()
        phone.page.keyboard.press("Enter")
    phone.shows(before["seq"] + 1)
    assert told(phone)["seq"] > before["seq"]


def test_undo_needs_the_other_player(host: Host, browser: Browser, planned: Planned) -> None:
    phones = {seat: seated(browser, host, seat) for seat in NAMES}
    course = Course(planned, *phones.values())
    state, mover = course.step(), "red"
    while not state["undo"] or mover in state["question"]:
        mover = course.steps[course.at].seat
        state = course.step()
    mine, other = phones[mover], phones[next(iter(state["question"]))]
    mine.shows(state["seq"])
    mine.page.locator("[data-open=sheet-more]").tap()
    mine.page.get_by_role("button", name="Zurücknehmen").tap()
    expect(other.page.locator("#ask h1")).to_contain_text("möchte einen Schritt zurück")
    for phone in phones.values():
        if phone.page.get_by_role("button", name="Einverstanden").count():
            phone.page.get_by_role("button", name="Einverstanden").tap()
    expect(mine.page.locator("#referee")).to_contain_text("Stellt auf dem Brett zurück")
    assert told(mine)["ask"] is None
    assert any(line["kind"] == "undo" for line in told(mine)["history"])


@pytest.mark.parametrize(("locale", "word"), [("de-DE", "Wirf um den Anfang"), ("en-GB", "Throw for the start")])
def test_a_phone_speaks_its_language(host: Host, browser: Browser, locale: str, word: str) -> None:
    page = context(browser, locale=locale).new_page()
    letters = code(host, page)
    joined = page.request.post(f"{host.url}/api/join", data={"code": letters, "seat": "red", "name": "Ann"})
    assert joined.ok
    page.goto(f"{host.url}/play")
    expect(page.locator("#ask h1")).to_have_text(word)
    assert page.locator("html").get_attribute("lang") == locale[:2]


def test_the_language_can_be_changed(host: Host, browser: Browser) -> None:
    phone = seated(browser, host)
    phone.page.locator("[data-open=sheet-more]").tap()
    phone.page.get_by_role("button", name="English").tap()
    expect(phone.page.locator("#ask h1")).to_have_text("Throw for the start")


def test_nothing_scrolls_sideways(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    Course(planned, phone).until("duel")
    for path, (width, height) in product(("/", "/join", "/join?one=1", "/play", "/setup", "/after"), WIDTHS):
        phone.page.set_viewport_size({"width": width, "height": height})
        if (width, height) == WIDTHS[0] or path == "/play":
            phone.page.goto(host.url + path)
        over = phone.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{path} is {over} px too wide at {width}"
        cut = phone.page.evaluate(OUTSIDE)
        assert cut == [], f"{path} at {width}: outside of the screen: {cut}"


OUTSIDE = """() => [...document.querySelectorAll('button, a, h1, input')].filter((el) => {
  if (!el.checkVisibility({ visibilityProperty: true })) return false;
  const box = el.getBoundingClientRect();
  return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
}).map((el) => el.outerHTML.slice(0, 80))"""


def test_thumbs_reach_what_is_asked(host: Host, browser: Browser, planned: Planned) -> None:
    """Every button is at least 48 px high and wide, in the thumb's half of the screen where it answers."""
    phone = everybody(browser, host, width=320, height=568)
    course = Course(planned, phone)
    for kind in ("throw", "move", "duel", "offer"):
        course.until(kind)
        sizes = phone.page.evaluate(
            """() => [...document.querySelectorAll('footer button, header button')].filter((el) => el.checkVisibility())
            .map((el) => el.getBoundingClientRect()).map((box) => [box.width, box.height, box.bottom])"""
        )
        assert all(width >= 48 and height >= 48 and bottom <= 568 for width, height, bottom in sizes), kind


PAGES = ["/", "/join", "/setup", "/after", "/rules", "/play"]


def test_axe_finds_nothing(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    course = Course(planned, phone)
    for kind in ("throw", "move", "duel"):
        course.until(kind)
        axe(phone.page, f"/play {kind}")
    for sheet in ("cards", "history", "more"):
        phone.page.locator(f"[data-open=sheet-{sheet}]").tap()
        axe(phone.page, f"sheet {sheet}")
        phone.page.locator(f"#sheet-{sheet} [data-close]").tap()
    for path in PAGES:
        phone.page.goto(host.url + path)
        axe(phone.page, path)


def test_axe_finds_nothing_in_what_opens_and_passes_by(host: Host, browser: Browser, planned: Planned) -> None:
    """The way to join, the tally of a duel, and what moved by itself: on phones and on the table page."""
    host.fix("192.168.1.7")
    phone = everybody(browser, host)
    wall = context(browser, 1280, 800).new_page()
    wall.goto(host.url)
    phone.page.locator("[data-open=sheet-more]").tap()
    phone.page.locator("[data-swap=sheet-join]").tap()
    wall.locator("[data-open=sheet-join]").tap()
    for page in (phone.page, wall):
        expect(page.locator("#sheet-join[open] .qr")).to_be_visible()
        axe(page, "the way to join")
        page.locator("#sheet-join [data-close]").tap()
    course = Course(planned, phone)
    course.until("duel")
    for on_phone, on_wall in (("#now .tally", "#throw .duel"), ("#now .now", "#now .now")):
        while phone.page.locator(on_phone).count() == 0:
            phone.shows(course.step()["seq"])
        for page, selector in ((phone.page, on_phone), (wall, on_wall)):
            expect(page.locator(selector)).to_be_visible()
            axe(page, selector)


def test_first_view_is_small_and_asks_nobody_else(host: Host, browser: Browser) -> None:
    phone = seated(browser, host)
    page = context(browser).new_page()
    page.context.add_cookies(phone.page.context.cookies())
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda asked: sizes.setdefault(asked.url, asked.sizes()["responseBodySize"]))
    page.goto(f"{host.url}/play", wait_until="load")
    page.locator("#board").wait_for()
    assert all(url.startswith(host.url) for url in sizes)
    assert sizes[f"{host.url}/play"] > 0 and len(sizes) > 20, "what came over the air was not seen"
    assert sum(sizes.values()) <= 150_000, sizes

"""The screens of an evening: sheets, joining, the likely button, doubts, the end; all targets above the dock."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.eye import Eye, shows, wand
from tests.e2e.phone import context
from tests.e2e.planner import Planned, Step
from tests.e2e.programs import Host
from tests.e2e.round import Round
from tests.e2e.test_phones import Course, everybody
from tests.e2e.test_referee_disputes import duel_throw

LANGUAGES = ("de", "en", "nl", "fr", "it")
SIZES = ((320, 568), (390, 844), (768, 1024), (1280, 800))
HIDDEN = """() => {
  const main = document.querySelector("main"), wide = getComputedStyle(main).display === "contents";
  const high = wide ? document.querySelector(".band").getBoundingClientRect().bottom : main.getBoundingClientRect().top;
  const low = wide ? innerHeight : document.querySelector(".dock").getBoundingClientRect().top;
  return [...document.querySelectorAll("[data-can] .hit")].map((el) => el.getBoundingClientRect())
    .filter((box) => box.top < high - 1 || box.bottom > low + 1 || box.left < 0 || box.right > innerWidth).length;
}"""
CUT = """() => [...document.querySelectorAll("main *, footer *")].filter((el) =>
  el.matches("button, h1, .now span, .tally b, .chip span, .hint") && !el.matches(".unseen, .unseen *") &&
  el.checkVisibility() && (el.scrollWidth > el.clientWidth + 1 && getComputedStyle(el).display !== "inline"
    || el.getBoundingClientRect().right > innerWidth + 1)).map((el) => el.outerHTML.slice(0, 90))"""
BANNERS = """() => {
  document.getElementById("notice").innerHTML = '<div class="simulated">Kamera und Lampen sind nur simuliert</div>' +
    '<details class="banner safe" open><summary>Notbetrieb</summary><p>Zeile\\nZeile</p></details>' +
    '<div class="hint">Die Kamera ist weg: gebt die Würfe von Hand ein.</div>'.repeat(3);
  document.querySelector("main").scrollTop = 0;
}"""


@pytest.fixture
def table(host: Host, browser: Browser) -> Iterator[Round]:
    """Three phones."""
    found = Round(host, browser)
    yield found
    assert found.faults() == []
    found.close()


def moves(step: Step) -> bool:
    return step.action["type"] in ("jump", "walk")


def test_back_closes_a_sheet_and_stays_at_the_table(table: Round) -> None:
    table.open("red")
    page = table.page("red")
    for sheet in ("cards", "history", "more"):
        page.locator(f"[data-open=sheet-{sheet}]").tap()
        expect(page.locator(f"#sheet-{sheet}")).to_be_visible()
        page.go_back()
        expect(page.locator(f"#sheet-{sheet}")).to_be_hidden()
        page.locator(f"[data-open=sheet-{sheet}]").tap()
        page.locator(f"#sheet-{sheet} [data-close]").tap()
        expect(page.locator(f"#sheet-{sheet}")).to_be_hidden()
    assert page.url.endswith("/play")
    page.locator("[data-open=sheet-more]").tap()
    page.locator("[data-swap=sheet-join]").tap()
    expect(page.locator("#sheet-join .code-sheet")).to_have_text(table.state()["code"])
    page.go_back()
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert page.url.endswith("/play")


def test_a_typed_address_leads_a_phone_to_joining(host: Host, browser: Browser) -> None:
    page = context(browser).new_page()
    page.goto(host.url)
    way = page.locator(".tophone a")
    box = way.bounding_box()
    assert box is not None and box["y"] + box["height"] < 844 / 3
    way.tap()
    page.wait_for_url("**/join?code=*")
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(host.url)
    box_to_join = page.locator(".joinbox[data-before-begun]")
    expect(box_to_join).to_contain_text("Hierher kommt noch kein Telefon")
    expect(box_to_join.locator(".qr")).to_have_count(0)
    host.fix("192.168.1.7")
    page.reload()
    expect(box_to_join.locator(".qr")).to_be_visible()
    expect(page.locator(".tophone a")).to_be_hidden()
    page.context.close()


def test_the_way_to_join_never_hides_a_game_that_runs(table: Round, browser: Browser, planned: Planned) -> None:
    table.play(planned, moves)
    table.post("white", "/api/leave", {"request": "away", "seat": "white"})
    table.host.fix("192.168.1.7")
    wall = context(browser, 1280, 800).new_page()
    wall.goto(table.host.url)
    expect(wall.locator("#throw .wands")).to_be_visible()
    expect(wall.locator("#plans")).to_be_visible()
    wall.locator("[data-open=sheet-join]").tap()
    expect(wall.locator("#sheet-join .qr")).to_be_visible()
    sheet, board = wall.locator("#sheet-join").bounding_box(), wall.locator("#board").bounding_box()
    assert sheet is not None and board is not None and sheet["x"] >= board["x"] + board["width"]
    wall.context.close()


def test_rivals_are_chosen_with_their_counts_and_places_say_who_holds_them(table: Round, planned: Planned) -> None:
    table.play(planned, lambda step: step.action["type"] == "take")
    table.open("red")
    page = table.page("red")
    expect(page.locator("[data-act]")).to_have_text(["Björn, 1 Karte", "Çelik, 1 Karte"])
    house = page.locator("[data-node=house]")
    expect(house.locator("[data-has]")).to_have_count(2)
    assert "Karte bei Björn, Çelik" in (house.get_attribute("aria-label") or "")
    expect(page.locator("[data-node=mill] [data-mine]")).to_have_attribute("data-holder", "red")
    expect(page.locator("[data-owned]")).to_have_attribute("data-owned", "4")
    page.locator("#plan [data-card=mill]").tap()
    expect(page.locator("[data-node=mill]")).to_have_attribute("data-pointed", "")


def test_the_main_button_of_a_duel_is_the_likely_one(table: Round, planned: Planned) -> None:
    table.play(planned, duel_throw)
    told = table.state()["view"]
    leader = told["duel"]["leader"]
    colours = ("red", "black", "white")
    table.act(leader, {"type": "throw", "wands": {colour: {"top": 2} for colour in colours}})
    table.open()
    page = table.page(leader)
    expect(page.locator("footer .main")).to_have_text("Aufhören 6 auf 1")
    page.locator("[data-fly] button").first.tap()
    expect(page.locator("footer .main")).to_have_text("Diese werfen")
    page.locator("[data-fly] button").first.tap()
    expect(page.locator("footer .main")).to_contain_text("Aufhören")
    table.act(leader, {"type": "again", "fly": ["red"]})
    table.act(leader, {"type": "throw", "wands": {"red": {"top": 1}}})
    table.act(leader, {"type": "stop"})
    rival = next(seat for seat in (told["duel"]["challenger"], told["duel"]["challenged"]) if seat != leader)
    table.act(rival, {"type": "throw", "wands": {colour: {"top": 1} for colour in colours}})
    table.shown()
    page = table.page(rival)
    expect(page.locator("footer .main")).to_have_text("Diese werfen")
    expect(page.locator("[data-act*=stop]")).to_contain_text("Aufgeben")
    for size in ((320, 568), (390, 844), (768, 1024), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        scores = page.locator(".tally b")
        expect(scores).to_have_text(
            ["5 auf 2", "3 auf 1"] if leader == told["duel"]["challenger"] else ["3 auf 1", "5 auf 2"]
        )
        for number in range(2):
            expect(scores.nth(number)).to_be_in_viewport(ratio=1)


def test_a_doubt_names_the_wand_and_its_cause(table: Round, planned: Planned) -> None:
    table.play(planned, duel_throw)
    eye = Eye(table.host.url, table.host.data)
    eye.sees({**shows(1, 2, 0), "black": wand("black", 2, 2, 1), "white": wand("white", 0, movement="kept")}, "unsure")
    table.open()
    seat = table.state()["proposal"]["seat"]
    expect(table.page(seat).locator(".trial header p")).to_have_text(
        "Vielleicht nicht geflogen: Weiß. Schwer zu erkennen: Schwarz."
    )


def test_one_device_for_all_says_whose_question_it_is(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    Course(planned, phone).until("move")
    state = phone.page.request.get(f"{host.url}/api/state").json()
    name = state["seats"][next(iter(state["question"]))]["name"]
    expect(phone.page.locator("#ask h1")).to_contain_text(f"{name}: ")


def test_the_end_is_celebrated(table: Round, planned: Planned) -> None:
    for step in planned.steps:
        table.act(step.seat, step.action)
    table.open()
    expect(table.page("red").locator(".ask.over h1")).to_have_text("Du hast alle sieben Karten!")
    expect(table.page("black").locator(".ask.over h1")).to_have_text("Anna hat alle sieben Karten!")
    page = table.page("red")
    page.get_by_role("link", name="Nach dem Spiel").tap()
    expect(page.locator(".winning h2")).to_have_text("Du hast alle sieben Karten!")
    expect(page.locator(".ranking .you")).to_have_text("du")
    expect(page.locator("main > .centre")).to_contain_text("Schritte")
    expect(page.locator(".thing")).to_have_count(6)
    expect(page.locator(".thing p").first).to_contain_text("zu früh")


def question_in_view(page: Page) -> bool:
    found: bool = page.evaluate(
        "() => document.querySelector('#ask').getBoundingClientRect().top >="
        " document.querySelector('main').getBoundingClientRect().top - 1"
    )
    return found


def test_no_target_is_under_the_dock_with_every_banner_on(host: Host, browser: Browser, planned: Planned) -> None:
    table = Round(host, browser)
    step = table.play(planned, moves)
    page = table.page(step.seat)
    before = planned.steps[planned.steps.index(step) - 1]
    assert before.action["type"] == "throw"
    for language in LANGUAGES:
        page.context.add_cookies([{"name": "language", "value": language, "url": host.url}])
        page.goto(f"{host.url}/play")
        page.evaluate(BANNERS)
        for scheme, (width, height) in product(("dark", "light"), SIZES):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("document.querySelector('main').scrollTop = 0")
            page.evaluate("() => import('/static/asked.js').then((asked) => asked.show(true))")
            assert page.locator("[data-can]").count() > 0
            assert question_in_view(page), (language, scheme, width)
            assert page.evaluate(HIDDEN) == 0, (language, scheme, width)
            assert page.evaluate(CUT) == [], (language, scheme, width)
    table.close()

"""Each phone speaks its own language, chosen with thumb or keys; the longest words fit on the smallest phone."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from companion.web.language import COOKIES
from companion.web.pages import words
from tests.e2e.phone import context
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.test_phones import Course, everybody
from tests.e2e.test_referee_fit import FAULTS

ADDED = ("nl", "fr", "it")
ASK_WHY = """(asked) => fetch("/api/why", {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(asked),
}).then((answer) => answer.json())"""
CUT = """() => [...document.querySelectorAll('.dock button, .ask h1, .languages button, .links button')]
  .filter((el) => el.checkVisibility({ visibilityProperty: true }) && el.scrollWidth > el.clientWidth + 1)
  .map((el) => el.textContent)"""


def phone(host: Host, browser: Browser, locale: str, seat: str) -> Page:
    """A phone set to a language, with a seat."""
    page = context(browser, locale=locale, width=320, height=568).new_page()
    letters = page.request.get(f"{host.url}/api/state").json()["code"]
    joined = page.request.post(f"{host.url}/api/join", data={"code": letters, "seat": seat, "name": "Ann"})
    assert joined.ok
    page.goto(f"{host.url}/play")
    return page


def test_phones_at_one_table_speak_each_their_own(host: Host, browser: Browser) -> None:
    dutch, italian = phone(host, browser, "nl-NL", "red"), phone(host, browser, "it-IT", "black")
    expect(dutch.locator("#ask h1")).to_have_text("Gooi om te beginnen")
    expect(italian.locator("#ask h1")).to_have_text("Ann lancia per iniziare")
    for colour in ("red", "black", "white"):
        dutch.locator(f'[data-key="pad-{colour}-1"]').tap()
    expect(dutch.locator("#ask h1")).to_have_text("Ann gooit om te beginnen")
    expect(italian.locator("#ask h1")).to_have_text("Lancia per iniziare")
    dutch.locator("[data-open=sheet-history]").tap()
    expect(dutch.locator(".history").get_by_text("Ann gooit om te beginnen: 1, 1, 1.")).to_be_visible()
    assert dutch.locator("html").get_attribute("lang") == "nl"


def test_the_language_is_chosen_with_keys_and_kept(host: Host, browser: Browser) -> None:
    page = phone(host, browser, "de-DE", "red")
    page.locator("[data-open=sheet-more]").press("Enter")
    group = page.get_by_role("group", name="Sprache")
    expect(group.get_by_role("button")).to_have_text(list(words.LANGUAGES.values()))
    expect(group.get_by_role("button", pressed=True)).to_have_text("Deutsch")
    group.get_by_role("button", name="English").focus()
    page.keyboard.press("Tab")
    expect(group.get_by_role("button", name="Nederlands")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#ask h1")).to_have_text("Gooi om te beginnen")
    page.reload()
    expect(page.locator("#ask h1")).to_have_text("Gooi om te beginnen")
    page.locator("[data-open=sheet-more]").press("Enter")
    expect(page.get_by_role("group", name="Taal").get_by_role("button", pressed=True)).to_have_text("Nederlands")


def test_a_refusal_is_told_in_the_language_of_the_phone(host: Host, browser: Browser) -> None:
    page = phone(host, browser, "nl-NL", "red")
    told = page.evaluate(ASK_WHY, {"seat": "red", "action": {"type": "jump", "to": "sun"}})
    assert told["refusal"]["text"] == "Eerst vallen de toverstaven: Ann doet de worp om te beginnen."


def speaks(page: Page, host: Host, language: str, path: str) -> None:
    """Open a page in a language."""
    page.context.add_cookies([{"name": COOKIES[0], "value": language, "url": host.url}])
    page.goto(host.url + path)
    assert page.locator("html").get_attribute("lang") == language


def test_every_label_fits_on_the_smallest_phone(host: Host, browser: Browser, planned: Planned) -> None:
    held = everybody(browser, host, width=320, height=568)
    course = Course(planned, held)
    for kind in ("throw", "move", "duel", "offer"):
        course.until(kind)
        for language in ADDED:
            speaks(held.page, host, language, "/play")
            assert held.page.evaluate(FAULTS) == [], f"{language} {kind}"
            assert held.page.evaluate(CUT) == [], f"{language} {kind}"


def test_every_page_fits_and_offers_the_languages_to_a_thumb(host: Host, browser: Browser) -> None:
    page = everybody(browser, host, width=320, height=568).page
    for language in ADDED:
        speaks(page, host, language, "/play")
        page.locator("[data-open=sheet-more]").tap()
        assert page.evaluate(CUT) == [], language
        sizes = page.locator(".languages button").evaluate_all(
            "(all) => all.map((el) => el.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"
        )
        assert len(sizes) == len(words.LANGUAGES)
        assert min(sizes) >= 48
        for path in ("/", "/join", "/setup", "/after"):
            speaks(page, host, language, path)
            assert page.evaluate(FAULTS) == [], f"{language} {path}"
            assert page.evaluate(CUT) == [], f"{language} {path}"

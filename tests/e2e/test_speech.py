"""The table page speaks: off until asked, each thing once, the newest only; where there is no voice it says so."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from companion.games import Json
from tests.e2e.phone import context
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.test_phones import Course, everybody

FAKE = """(languages) => {
  window.said = [];
  window.holds = null;
  const voices = languages.map((lang) => ({ lang, localService: true, name: lang }));
  class Utterance { constructor(text) { this.text = text; } }
  const synth = new EventTarget();
  Object.assign(synth, {
    getVoices: () => voices,
    speak: (line) => { window.said.push({ text: line.text, lang: line.lang, voice: line.voice?.lang });
      window.holds = line; if (!window.slow) window.finish(); },
    cancel: () => { window.holds = null; },
  });
  window.finish = () => { const line = window.holds; window.holds = null; if (line) setTimeout(() => line.onend({})); };
  Object.defineProperty(window, "speechSynthesis", { value: synth });
  window.SpeechSynthesisUtterance = Utterance;
}"""


def table(host: Host, browser: Browser, languages: list[str], slow: bool = False, language: str = "de") -> Page:
    """The table page with a voice that only writes down what it is told to say."""
    page = context(browser, 1280, 800).new_page()
    page.add_init_script(f"({FAKE})({languages}); window.slow = {str(slow).lower()};")
    page.goto(f"{host.url}/?lang={language}")
    return page


def said(page: Page) -> list[str]:
    """What was said so far."""
    lines: list[Json] = page.evaluate("window.said")
    return [line["text"] for line in lines]


def until(page: Page, text: str) -> None:
    """Wait until it is said."""
    page.wait_for_function("(text) => window.said.some((line) => line.text === text)", arg=text)


def test_the_table_is_silent_until_asked_and_remembers_it(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    page = table(host, browser, ["de-DE", "en-US"])
    course = Course(planned, phone)
    course.step()
    page.wait_for_function("() => Number(document.body.dataset.seq) > 3")
    assert said(page) == []
    page.get_by_role("button", name="Vorlesen").click()
    expect(page.locator("[data-speech]")).to_have_attribute("aria-pressed", "true")
    until(page, "Schwarz wirft um den Anfang.")
    assert page.evaluate("window.said[0]") == {"text": said(page)[0], "lang": "de", "voice": "de-DE"}
    course.step()
    until(page, "Weiß wirft um den Anfang.")
    page.reload()
    expect(page.locator("[data-speech]")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Vorlesen").click()
    expect(page.locator("[data-speech]")).to_have_attribute("aria-pressed", "false")


def test_a_whole_game_says_every_duel_and_the_winner_and_nothing_twice(
    host: Host, browser: Browser, planned: Planned
) -> None:
    phone = everybody(browser, host)
    page = table(host, browser, ["de-DE"])
    page.locator("[data-speech]").click()
    course = Course(planned, phone)
    led = {}
    while course.at < len(planned.steps):
        state = course.step()
        page.wait_for_function("(seq) => Number(document.body.dataset.seq) >= seq", arg=state["seq"])
        for told in state["history"][-3:]:
            led |= {(told["seq"], each["type"]): each for each in told["events"] if each["type"] in ("duel-led", "won")}
    names = {"red": "Rot", "black": "Schwarz", "white": "Weiß"}
    until(page, f"{names[state['view']['winner']]} hat alle sieben Karten und gewinnt!")
    for event in led.values():
        if event["type"] == "duel-led":
            assert f"{names[event['seat']]} legt {event['sum']} auf {event['throws']} vor." in said(page)
    ends = [line for line in said(page) if line.endswith("gewinnt!")]
    assert len(ends) == 1
    assert len(said(page)) < 2 * len(planned.steps)


def test_what_waits_goes_when_the_table_has_moved_on(host: Host, browser: Browser, planned: Planned) -> None:
    phone = everybody(browser, host)
    page = table(host, browser, ["de-DE"], slow=True)
    page.locator("[data-speech]").click()
    until(page, "Rot wirft um den Anfang.")
    course = Course(planned, phone)
    for _ in range(2):
        state = course.step()
        page.wait_for_function("(seq) => Number(document.body.dataset.seq) >= seq", arg=state["seq"])
    assert said(page) == ["Rot wirft um den Anfang."], "one thing at a time"
    page.evaluate("window.finish()")
    until(page, "Weiß wirft um den Anfang.")
    assert "Schwarz wirft um den Anfang." not in said(page)


def test_a_browser_without_a_voice_for_the_language_says_so(host: Host, browser: Browser) -> None:
    page = table(host, browser, ["de-DE"], language="it")
    expect(page.get_by_text("Questo browser non ha una voce italiana.")).to_be_visible()
    expect(page.locator("[data-speech]")).to_be_hidden()
    none = context(browser, 1280, 800).new_page()
    none.add_init_script("Object.defineProperty(window, 'speechSynthesis', { value: undefined })")
    none.goto(host.url)
    expect(none.get_by_text("Dieser Browser hat keine Stimme für Deutsch.")).to_be_visible()
    german = table(host, browser, ["de_AT"])
    expect(german.locator("[data-speech]")).to_be_enabled()
    expect(german.locator("[data-speech-cannot]")).to_be_hidden()

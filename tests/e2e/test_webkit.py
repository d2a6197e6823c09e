"""The engine of iPhones: taking a seat, throwing, a duel and waking up run in WebKit too."""

from __future__ import annotations

import json
import signal
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver

from companion.games import Json
from companion.games.dreimagier import GAME
from tests.e2e.hand import Hand
from tests.e2e.planner import Planned
from tests.e2e.programs import Host
from tests.e2e.webkit import WebKit, until
from tests.e2e.wire import Wire
from tests.pace import bar

pytestmark = pytest.mark.xdist_group("webkit")
ONES: Json = {"type": "throw", "wands": {colour: {"top": 1} for colour in ("red", "black", "white")}}
SEEN = "return document.querySelector(arguments[0])?.textContent || ''"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebDriver]:
    """One WebKit for all tests here."""
    with WebKit(tmp_path_factory.mktemp("webkit")) as webkit:
        yield webkit.browser()


@pytest.fixture
def phone(browser: WebDriver, host: Host) -> Iterator[WebDriver]:
    """A browser without cookies or faults of the test before."""
    browser.get(f"{host.url}/join?code={code(host)}")
    browser.delete_all_cookies()
    browser.get(f"{host.url}/join?code={code(host)}")
    yield browser
    browser.get("about:blank")


def code(host: Host) -> str:
    with urllib.request.urlopen(f"{host.url}/api/state") as answer:
        return str(json.load(answer)["code"])


def shown(phone: WebDriver, selector: str) -> Any:
    """The element where it is shown; None while a part of the page is being replaced."""
    try:
        found = phone.find_elements(By.CSS_SELECTOR, selector)
        return next((each for each in found if each.is_displayed()), None)
    except StaleElementReferenceException:
        return None


def find(phone: WebDriver, selector: str) -> Any:
    """The element once it is shown."""
    return until(lambda: shown(phone, selector))


def tap(phone: WebDriver, selector: str) -> None:
    """Tap what is shown, once the page is not busy."""
    until(lambda: not phone.find_elements(By.CSS_SELECTOR, "body[data-busy]"))
    until(lambda: _clicked(phone, selector))


def _clicked(phone: WebDriver, selector: str) -> bool:
    """Whether the tap reached an element that was still there."""
    try:
        find(phone, selector).click()
    except StaleElementReferenceException:
        return False
    return True


def text(phone: WebDriver, selector: str) -> str:
    return str(phone.execute_script(SEEN, selector)).strip()


def sit(phone: WebDriver, seat: str) -> None:
    """Take a seat through the page."""
    phone.find_element(By.CSS_SELECTOR, f"input[value={seat}]").click()
    phone.find_element(By.ID, "name").send_keys("Dörte")
    find(phone, "form [type=submit]").click()
    until(lambda: phone.current_url.endswith("/play"))


def throw(phone: WebDriver, **tops: int) -> None:
    for colour, top in tops.items():
        tap(phone, f'[data-pad] [data-key="pad-{colour}-{top}"]')


def test_a_seat_is_taken_and_a_throw_typed(phone: WebDriver, host: Host) -> None:
    sit(phone, "red")
    other = Hand(host.url, "black", "Björn")
    assert other.state()["seats"]["red"]["name"] == "Dörte"
    assert phone.execute_script("return document.cookie.includes('dreimagier')") is False, "no script reads the token"
    throw(phone, red=1, black=2, white=0)
    until(lambda: text(phone, "#throw .sum") == "3")
    told = other.state()
    assert told["question"].keys() == {"black"}
    assert {name: wand["top"] for name, wand in told["view"]["throw"]["wands"].items()} == {
        "red": 1,
        "black": 2,
        "white": 0,
    }
    other.act(ONES)
    until(lambda: "Weiß" in text(phone, "#ask h1"))


def test_a_duel_is_fought(phone: WebDriver, host: Host, planned: Planned) -> None:
    seats = {step.seat: step for step in planned.steps}
    first = next(step for step in planned.steps if duels(step.position))
    sit(phone, first.seat)
    hands = {seat: Hand(host.url, seat, seat) for seat in seats if seat != first.seat}
    for step in planned.steps[: planned.steps.index(first)]:
        act(phone, hands, step.seat, step.action)
    throw(phone, red=2, black=2, white=0)
    until(lambda: "4 auf 1" in text(phone, ".duel"))
    for colour in ("white", "black"):
        tap(phone, f'[data-fly] [data-wand="{colour}"]')
    tap(phone, "[data-again]")
    throw(phone, black=1, white=2)
    until(lambda: "5 auf 2" in text(phone, ".duel"))
    tap(phone, "[data-act]")
    other = next(iter(hands.values()))
    until(lambda: other.state()["view"]["duel"]["results"][first.seat]["done"])
    told = other.state()["view"]["duel"]
    rival = told["challenged"] if told["challenger"] == first.seat else told["challenger"]
    assert told["results"][first.seat] == {
        "sum": 5,
        "throws": 2,
        "done": True,
        "wands": {"red": 2, "black": 1, "white": 2},
    }
    hands[rival].act(ONES)
    hands[rival].act({"type": "stop"})
    until(lambda: not phone.find_elements(By.CSS_SELECTOR, ".duel"))


def duels(position: Any) -> bool:
    wanted = GAME.throw_wanted(position)
    return wanted is not None and wanted.kind == "duel"


ACT = """const [seat, action, done] = arguments;
fetch("/api/state").then((answer) => answer.json()).then((told) => fetch("/api/act", { method: "POST",
  headers: { "Content-Type": "application/json" }, body: JSON.stringify({ seq: told.seq, question: told.question[seat],
  request: String(Math.random()), seat, action }) })).then((answer) => done(answer.status))"""


def act(phone: WebDriver, hands: dict[str, Hand], seat: str, action: Json) -> None:
    """What is not under test goes past the pages."""
    if seat in hands:
        hands[seat].act(action)
    else:
        assert phone.execute_async_script(ACT, seat, action) == 200


def test_it_wakes_current_and_tells_when_the_host_is_gone(phone: WebDriver, host: Host) -> None:
    sit(phone, "black")
    with Wire(host.port) as wire:
        cookies = phone.get_cookies()
        phone.get(f"{wire.url}/join")
        for cookie in cookies:
            phone.add_cookie({"name": cookie["name"], "value": cookie["value"], "path": "/"})
        phone.get(f"{wire.url}/play")
        until(lambda: phone.execute_script("return !document.querySelector('[data-banner]:not([hidden])')"))
        red = Hand(host.url, "red", "Anna")

        def plain() -> None:
            red.state()
            phone.execute_script("return 1")

        told_s, current_s = bar(3.0, plain), bar(2.0, plain)
        wire.cut()
        until(lambda: phone.execute_script("return document.querySelector('main').inert"), told_s)
        red.act(ONES)
        wire.mend()
        phone.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
        seq = red.state()["seq"]
        until(lambda: phone.execute_script("return Number(document.body.dataset.seq)") >= seq, current_s)
        assert find(phone, "[data-pad]")
        told_s = bar(3.5, plain)
        host.signal(signal.SIGSTOP)
        until(lambda: phone.execute_script("return !document.querySelector('[data-banner]').hidden"), told_s)
        host.signal(signal.SIGCONT)
        until(lambda: phone.execute_script("return !document.querySelector('main').inert"))


STILL = "return document.getAnimations().every((each) => each.playState !== 'running')"
FILM = """const film = document.querySelector(".film");
return Boolean(film && !film.paused && !film.muted && !film.loop && film.volume > 0 && film.currentTime > 0.2);"""


def test_a_film_runs_where_the_screen_may_not_be_kept_awake(phone: WebDriver, host: Host) -> None:
    """Measured as far as it shows: in this engine a film counts that is unmuted, has sound, and does not loop."""
    sit(phone, "red")
    until(lambda: phone.execute_script("return 'alive' in document.documentElement.dataset"))
    phone.execute_script("Object.defineProperty(Navigator.prototype, 'wakeLock', { value: undefined })")
    tap(phone, "[data-open=sheet-more]")
    until(lambda: phone.execute_script(STILL))
    tap(phone, "[data-sense=awake]")
    until(lambda: phone.execute_script(FILM))
    again = "document.querySelector('.film').addEventListener('seeked', () => { document.body.dataset.again = ''; })"
    phone.execute_script(again)
    until(lambda: phone.execute_script("return 'again' in document.body.dataset"))
    until(lambda: phone.execute_script(FILM))
    tap(phone, "[data-sense=awake]")
    until(lambda: not phone.find_elements(By.CSS_SELECTOR, ".film"))
